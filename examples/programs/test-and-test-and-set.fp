/* The spinlock by test and test-and-set: L. Rudolph and Z. Segall, "Dynamic decentralized cache schemes for MIMD
   parallel processors" (1984).

   While the lock is taken a thread only reads it, from its own cache; when it looks open the thread tries to take
   it by test-and-set, and if another one was faster goes back to reading.

   Modelling: what the lock protects are two words. A thread in the critical section finds them equal and writes
   its number into both.

   Checked: no two threads are in the critical section (mutex), and nobody sees the words half written (the
   assertion). When threads wait, one of them comes in (progress); a given one may starve.

   No fence is needed on TSO: looking decides nothing, test-and-set does, which is a locked instruction; and the
   stores of both words leave the buffer before the one that opens the lock. PSO does not promise that:
   test-and-test-and-set-pso.fp. In test-and-test-and-set-split.fp looking does decide. A thread has at most 3
   stores waiting: with buffers of 3 the proof for TSO is one for buffers of any length. */
shared lock: bool = false
shared left: 0..2 = 0
shared right: 0..2 = 0

thread T[3] {
  local l: 0..2
  loop {
    wait: loop {
      await !lock
      if (!swap(lock, true)) {
        break
      }
    }
    cs: {
      l = left
      assert l == right
      left = self
      right = self
    }
    lock = false
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl progress: G (T(i)@wait -> F (T(0)@cs || T(1)@cs || T(2)@cs))
