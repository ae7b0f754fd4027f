/* Lamport's fast mutual exclusion (1987) with the four fences that PSO needs; lamport-fast.fp tells how it works and
   what is checked.

   The first two are those of lamport-fast-tso.fp. The third: what was done in the critical section is in memory
   before y is free. The fourth: y is free in memory before the wish is withdrawn. Otherwise another thread, who has
   waited until nobody has a wish and finds its own name in y, enters; then the late store frees y, and the next one
   comes in as if nobody were there. Nothing is needed between wish and x: both are in memory before y is read. */
const N = 3
const NOBODY = N

shared wants[N]: bool = false
shared x: 0..N - 1 = 0
shared y: 0..N = NOBODY
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    wait: {
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
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    fence
    y = NOBODY
    fence
    wants[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
