/* A lock for readers and writers in one word: -1 while a writer has it, otherwise the number of readers.

   A reader adds itself by compare-and-swap, so that it never counts itself into a lock that a writer has just taken. A
   writer takes a lock without readers. Readers leave by a locked subtraction, a writer by a store.

   Checked, for any number of readers and writers: a writer is alone. The proof counts: the word is the number of
   readers less the number of writers that are in. That the store of a writer keeps this so is a lemma of its own: the
   word is -1 then. ../kernel/rwlock.fp is the same for two readers.

   rwlock-count-broken.fp reads and adds in two steps. */
shared state: int = 0

thread R[any] {
  local s: int
  loop {
    loop {
      s = state
      if (s >= 0 && cas(state, s, s + 1)) {
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
