/* The lock of clh-lock.fp in which a thread that leaves keeps its own node. The next one may still have to look at it; and
   the thread that comes again takes its mark for that of another. Then nobody gets in, which is no harm here. But it marks
   late, too: in this lock the mark follows the swap, and two threads go in together, on any memory. */
shared tail: int = -1
shared locked[T]: bool = false

thread T[any] {
  local before: int = -1
  loop {
    before = swap(tail, self)
    locked[self] = true
    if (before != -1) {
      await !locked[before]
    }
    cs: skip
    locked[self] = false
  }
}

never mutex: T(i)@cs && T(j)@cs
