/* The spinlock of test-and-test-and-set.fp for PSO, with one fence before the lock is opened.

   Without it the store that opens the lock can pass the store of one of the words, and the next thread finds them
   half written. The two words need no fence between them: who reads them has the lock. */
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
    fence
    lock = false
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl progress: G (T(i)@wait -> F (T(0)@cs || T(1)@cs || T(2)@cs))
