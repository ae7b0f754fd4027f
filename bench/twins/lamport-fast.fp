/* L. Lamport, "A fast mutual exclusion algorithm" (1987). The wishes are looked at one after the other.
   With the fences it is right under TSO, too. */
const N = 4
const NOBODY = N

shared wants[N]: bool = false
shared x: 0..N - 1 = 0
shared y: 0..N = NOBODY

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  start: wants[me] = true
  name: x = me
  fence1: fence
  taken: if (y != NOBODY) {
    back: wants[me] = false
    free: await y == NOBODY
    goto start
  }
  take: y = me
  fence2: fence
  alone: if (x != me) {
    step: wants[me] = false
    j = 0
    others: while (j < N) {
      await !wants[j]
      j = j + 1
    }
    mine: if (y != me) {
      goto free
    }
  }
  cs: y = NOBODY
  leave: wants[me] = false
  goto start
}

never mutex: P(i)@cs && P(j)@cs
