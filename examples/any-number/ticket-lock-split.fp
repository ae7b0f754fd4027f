/* The lock of ticket-lock.fp with the fetch-and-add taken apart: a number is read, and the next one written later. Two
   threads draw the same number, and go in together, on any memory. */
shared next: int = 0
shared owner: int = 0

thread T[any] {
  local t: int
  loop {
    t = next
    next = t + 1
    wait: await owner == t
    cs: skip
    release: owner = t + 1
  }
}

never mutex: T(i)@cs && T(j)@cs
