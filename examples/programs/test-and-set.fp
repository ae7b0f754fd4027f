/* The spinlock by test-and-set, an instruction that the IBM System/360 had in 1964; T. E. Anderson, "The
   performance of spin lock alternatives for shared-memory multiprocessors" (1990) compares it with its relatives.

   A thread swaps true into the lock until it gets false back. Who leaves stores false.

   Modelling: the critical section counts its visits, modulo 3, and each thread counts its own in done. Seen from
   inside the critical section, before it writes, data is the sum of both.

   Checked: no two threads are in the critical section (mutex), and no update gets lost (lost_update). When threads
   wait, one of them comes in (progress); a given one may starve.

   No fence is needed on TSO: the store of data leaves the buffer before the store that opens the lock, and an
   opening that comes late only lets the others wait. Under PSO these two may change places: test-and-set-pso.fp.
   What must be one instruction is test-and-set itself: test-and-set-split.fp. */
shared lock: bool = false
shared data: 0..2 = 0

thread T[2] {
  local done: 0..2 = 0
  loop {
    wait: await !swap(lock, true)
    cs: {
      data = (data + 1) % 3
      done = (done + 1) % 3
    }
    lock = false
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done) % 3
ltl progress: G (T(i)@wait -> F (T(0)@cs || T(1)@cs))
