/* The lock of clh-lock.fp in which a thread marks its node when that is in the queue already: the next one does not see the
   mark and goes in with it, on any memory. */
shared tail: int = -1
shared locked[T]: bool = false
shared spare: bool = false

thread T[any] {
  local mine: int = self, before: int = -1
  loop {
    before = swap(tail, mine)
    if (mine == -1) {
      spare = true
    } else {
      locked[mine] = true
    }
    if (before == -1) {
      await !spare
    } else {
      await !locked[before]
    }
    cs: skip
    if (mine == -1) {
      spare = false
    } else {
      locked[mine] = false
    }
    mine = before
  }
}

never mutex: T(i)@cs && T(j)@cs
