/* semaphore.fp with a mistake: a thread that has found the word positive takes without looking again. */
const N = 1

shared permits: int = N

thread T[any] {
  local s: int
  loop {
    loop {
      s = permits
      if (s > 0) {
        fetch_add(permits, -1)
        break
      }
    }
    in: skip
    fetch_add(permits, 1)
  }
}

never T(i)@in && T(j)@in
