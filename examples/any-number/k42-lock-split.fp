/* k42-lock.fp with a mistake: who has found the lock free takes it by a store, and another may have found it free as well. */
shared tail: int = -1
shared head: int = -1
shared next[T]: int = -1
shared waiting[T]: bool = false

thread T[any] {
  local before: int = -1, after: int = -1
  loop {
    loop {
      before = tail
      if (before == -1) {
        tail = -2
        break
      } else {
        waiting[self] = true
        next[self] = -1
        if (cas(tail, before, self)) {
          if (before == -2) {
            head = self
          } else {
            next[before] = self
          }
          wait: await !waiting[self]
          after = next[self]
          if (after == -1) {
            head = -1
            if (!cas(tail, self, -2)) {
              await next[self] != -1
              after = next[self]
              head = after
            }
          } else {
            head = after
          }
          break
        }
      }
    }
    cs: skip
    after = head
    if (after == -1) {
      if (cas(tail, -2, -1)) {
        continue
      }
      await head != -1
      after = head
    }
    waiting[after] = false
  }
}

never mutex: T(i)@cs && T(j)@cs
