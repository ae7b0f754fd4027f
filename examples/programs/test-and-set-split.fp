/* The lock of test-and-set.fp with test-and-set taken apart: both threads find the lock open and go in, on any
   memory. With store buffers a fence after lock = true would not help either; the load and the store have to be
   one step. */
shared lock: bool = false
shared data: 0..2 = 0

thread T[2] {
  local done: 0..2 = 0
  loop {
    wait: {
      await !lock
      lock = true
    }
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
