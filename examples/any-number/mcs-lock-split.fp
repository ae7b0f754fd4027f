/* The lock of mcs-lock.fp with the swap taken apart: a thread reads who is the last, and writes its own number later.
   Two threads find the queue empty, and go in together, on any memory. */
shared tail: int = -1
shared next[T]: int = -1
shared locked[T]: bool = false

thread T[any] {
  local before: int = -1, after: int = -1
  loop {
    next[self] = -1
    before = tail
    tail = self
    if (before != -1) {
      locked[self] = true
      next[before] = self
      wait: await !locked[self]
    }
    cs: skip
    after = next[self]
    if (after == -1) {
      if (cas(tail, self, -1)) {
        continue
      }
      await next[self] != -1
      after = next[self]
    }
    locked[after] = false
  }
}

never mutex: T(i)@cs && T(j)@cs
