/* The queue lock of the K42 operating system: M. A. Auslander, D. J. Edelsohn, O. Y. Krieger, B. S. Rosenburg and R. W.
   Wisniewski, "Enhancement to the MCS lock for increased functionality and improved programmability" (2003); told by M. L.
   Scott, "Shared-Memory Synchronization" (2013). Any number of threads.

   The lock is a node of the queue itself. A thread that finds it free makes tail lead to the lock. A thread that waits has a
   node of its own, which it needs only until it has the lock: then the lock takes over its successor (head), and the
   thread may forget its node. So nobody has to bring a node along, as in the MCS lock: who leaves looks at the lock alone.

   Modelling: the node of a thread is the thread, nobody is -1, and the lock is -2.

   Checked: no two threads are in the critical section. For any number of threads that is proved under SC and TSO, which
   takes half a minute; under PSO what is needed for any number is not found.

   Who finds the lock free must take it by compare-and-swap: k42-lock-split.fp. */
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
        if (cas(tail, -1, -2)) {
          break
        }
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
