/* Lamport's fast mutual exclusion (1987) with the two fences that TSO needs; lamport-fast.fp tells how it works and
   what is checked.

   The first: x is in memory before y is read, so one of two threads sees that it is not alone: either the later one
   finds y taken, or the earlier one finds that x has changed. The second: y is in memory before x is read, for the
   same reason from the other side. Wishes need no fence of their own: they are in the buffer before x, and what comes
   too late when they are withdrawn makes others wait.

   Leaving needs none on TSO: data, y and the wish reach memory in this order. PSO does not keep it;
   lamport-fast-pso.fp has two more fences. */
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
    y = NOBODY
    wants[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
