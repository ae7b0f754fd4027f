/* rwlock-count.fp with a mistake: a reader looks at the word and then adds to it, and a writer may come in between. */
shared state: int = 0

thread R[any] {
  local s: int
  loop {
    loop {
      s = state
      if (s >= 0) {
        fetch_add(state, 1)
        break
      }
    }
    in: skip
    fetch_add(state, -1)
  }
}

thread W[any] {
  loop {
    await cas(state, 0, -1)
    in: skip
    state = 0
  }
}

never R(i)@in && W(j)@in
never W(i)@in && W(j)@in
