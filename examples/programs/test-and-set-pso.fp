/* The spinlock of test-and-set.fp for PSO, with one fence before the lock is opened.

   Without it the store that opens the lock can pass the store of data: the other thread comes in, counts on from
   the old value, and an update is lost. */
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
    fence
    lock = false
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done) % 3
ltl progress: G (T(i)@wait -> F (T(0)@cs || T(1)@cs))
