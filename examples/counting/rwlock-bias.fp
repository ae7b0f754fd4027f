/* A lock for readers and writers in one word, as in the Linux kernel for x86 before its queued locks.

   The word begins at BIAS. A reader takes 1 and a writer takes BIAS, by a locked subtraction; who finds that it was not
   there gives it back, waits, and tries again. So the word shows who is in: it is BIAS if nobody is, positive while
   readers are, and 0 or less while a writer is or has tried.

   Checked, for any number of readers and writers: a writer is alone. The proof counts: the word, the readers that have
   taken, and BIAS for each writer that has, always make BIAS together. How large BIAS is makes no difference.

   rwlock-bias-broken.fp lets a writer in that has found a reader. */
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
    while (fetch_add(lock, -BIAS) != BIAS) {
      fetch_add(lock, BIAS)
      await lock == BIAS
    }
    in: skip
    fetch_add(lock, BIAS)
  }
}

never R(i)@in && W(j)@in
never W(i)@in && W(j)@in
