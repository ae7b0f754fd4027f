/* The queue lock of J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on
   shared-memory multiprocessors" (1991), for any number of threads: each waiting thread spins on a word of its own.

   A thread appends itself to a queue by swapping its number into tail; if there was somebody before it, it locks
   itself, writes its number into next of that thread, and spins until that one hands the lock over. Who leaves without
   a successor swings tail back to nobody by compare-and-swap; if that fails a successor is about to link itself, and is
   waited for.

   Modelling: the queue node of a thread is the thread, and nobody is -1.

   Checked: no two threads are in the critical section. Nothing here says how the queue hangs together; the search
   finds out what it needs: that next of a thread in the queue leads to one that waits, that no two of them lead to the
   same one, that tail is nobody only while nobody has the lock.

   No fence is needed on TSO: swap and compare-and-swap are locked instructions, and plain stores become visible in
   their order. What must be one instruction is the swap: mcs-lock-split.fp. */
shared tail: int = -1
shared next[T]: int = -1
shared locked[T]: bool = false

thread T[any] {
  local before: int = -1, after: int = -1
  loop {
    next[self] = -1
    before = swap(tail, self)
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
