/* The lock of test-and-test-and-set.fp by a thread that looks a second time instead of using test-and-set, and
   then takes the lock by a store. To look twice is no better than to look once: two threads go in together, on any
   memory. */
shared lock: bool = false
shared left: 0..2 = 0
shared right: 0..2 = 0

thread T[3] {
  local l: 0..2
  loop {
    wait: loop {
      await !lock
      if (!lock) {
        lock = true
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
