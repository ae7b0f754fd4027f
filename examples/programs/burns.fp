/* J. E. Burns and N. A. Lynch, "Mutual exclusion using indivisible reads and writes" (1980): the one-bit algorithm.
   Each thread has one bit, which is as few as possible.

   A thread waits until all flags below its own number are down, raises its flag, and looks again. If it finds one up
   it lowers its own and begins anew. With nobody below, it waits until all flags above are down, and enters.

   Modelling: three threads, who enter again and again. The paper lowers the flag at the beginning of each try; here
   it is lowered where it was up, since a store of what is there already only fills buffers. `torn` is true while the
   data of the critical section are half changed: who comes in must find it false.

   Checked: no two threads are in the critical section (`mutex`), nobody sees torn data (the assert), and some thread
   or other always gets in again (`progress`). A thread can starve while those below it enter.

   There are no fences: right under sequential consistency, wrong with store buffers. Flags wait in buffers while each
   thread reads that the others are down. burns-tso.fp and burns-pso.fp repair it. */
const N = 3

shared flag[N]: bool = false
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    wait: {
      retry: j = 0
      while (j < me) {
        if (flag[j]) {
          goto retry
        }
        j = j + 1
      }
      flag[me] = true
      j = 0
      while (j < me) {
        if (flag[j]) {
          flag[me] = false
          goto retry
        }
        j = j + 1
      }
      j = me + 1
      while (j < N) {
        await !flag[j]
        j = j + 1
      }
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    flag[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
