/* rwlock-bias.fp with a mistake: a writer only looks whether the word was positive, as a reader does. It is while
   readers are in. */
const BIAS = 1048576

shared lock: int = BIAS

thread R[any] {
  loop {
    while (fetch_add(lock, -1) <= 0) {
      fetch_add(lock, 1)
      await lock > 0
    }
    in: skip
    fetch_add(lock, 1)
  }
}

thread W[any] {
  loop {
    while (fetch_add(lock, -BIAS) <= 0) {
      fetch_add(lock, BIAS)
      await lock == BIAS
    }
    in: skip
    fetch_add(lock, BIAS)
  }
}

never R(i)@in && W(j)@in
never W(i)@in && W(j)@in
