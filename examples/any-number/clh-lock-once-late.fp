/* The lock of clh-lock-once.fp in which a thread marks itself when it is in the queue already: the next one does not
   see the mark and goes in with it, on any memory. */
shared tail: int = -1
shared locked[T]: bool = false

thread T[any] {
  local before: int = -1
  before = swap(tail, self)
  locked[self] = true
  if (before != -1) {
    wait: await !locked[before]
  }
  cs: skip
  locked[self] = false
}

never mutex: T(i)@cs && T(j)@cs
