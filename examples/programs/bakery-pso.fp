/* Lamport's bakery algorithm (1974) with the three fences that PSO needs; bakery.fp tells how it works, how tickets
   are bounded, and what is checked.

   The first is that of bakery-tso.fp: that a thread is choosing is in memory before it reads the tickets. The second
   stands one store earlier than there: the ticket is in memory before the choosing ends. That choosing has ended may
   be late, which makes others wait. The third: what was done in the critical section is in memory before the ticket
   is given back. */
const N = 3
const LAST = 4

shared choosing[N]: bool = false
shared number[N]: 0..LAST = 0
shared torn: bool = false

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
    fence
    choosing[me] = false
    wait: {
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
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    fence
    number[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
