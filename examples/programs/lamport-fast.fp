/* L. Lamport, "A fast mutual exclusion algorithm" (1987): two loads and five stores when nobody else wants to enter,
   however many threads there are.

   A thread puts its name into x. If y is free it puts its name there, too, and enters if x has not changed. If x has,
   it withdraws its wish, waits until nobody has one, and enters if y is still its own. Else it begins anew when y is
   free. Who leaves frees y and withdraws its wish.

   Modelling: three threads, who enter again and again; y is NOBODY when it is free, and the wishes are read one after
   the other. `torn` is true while the data of the critical section are half changed: who comes in must find it false.

   Checked: no two threads are in the critical section (`mutex`), nobody sees torn data (the assert), and some thread
   or other always gets in again (`progress`). A single one can starve.

   There are no fences: right under sequential consistency, wrong with store buffers. Two threads find y free and x
   their own, for the store of each is still in its buffer. lamport-fast-tso.fp and lamport-fast-pso.fp repair it. */
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
      if (y != NOBODY) {
        wants[me] = false
        await y == NOBODY
        goto start
      }
      y = me
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
