/* Lamport's fast mutual exclusion (1987), as in examples/programs/lamport-fast-tso.fp, and only mutual exclusion is
   asked. */
const N = 3
const NOBODY = N

shared wants[N]: bool = false
shared x: 0..N - 1 = 0
shared y: 0..N = NOBODY

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    start: wants[me] = true
    x = me
    fence
    if (y != NOBODY) {
      wants[me] = false
      await y == NOBODY
      goto start
    }
    y = me
    fence
    if (x != me) {
      wants[me] = false
      j = 0
      while (j < N) {
        await !wants[j]
        j = j + 1
      }
      if (y != me) {
        await y == NOBODY
        goto start
      }
    }
    cs: skip
    y = NOBODY
    wants[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
