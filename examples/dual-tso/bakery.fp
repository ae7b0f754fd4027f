/* Lamport's bakery algorithm (1974), as in examples/programs/bakery-tso.fp, with tickets up to 3; only mutual exclusion is
   asked. */
const N = 2
const LAST = 3

shared choosing[N]: bool = false
shared number[N]: 0..LAST = 0

thread P(me: 0..N - 1) {
  local j: 0..N = 0, seen: 0..LAST = 0, ticket: 0..LAST = 0
  loop {
    draw: choosing[me] = true
    fence
    ticket = 1
    j = 0
    while (j < N) {
      seen = number[j]
      if (seen == LAST) {
        choosing[me] = false
        await number[j] != LAST
        goto draw
      }
      ticket = seen < ticket ? ticket : seen + 1
      j = j + 1
    }
    number[me] = ticket
    choosing[me] = false
    fence
    j = 0
    while (j < N) {
      await !choosing[j]
      if (j != me) {
        seen = number[j]
        while (seen != 0 && (seen < ticket || seen == ticket && j < me)) {
          seen = number[j]
        }
      }
      j = j + 1
    }
    cs: skip
    number[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
