/* A counting semaphore: E. W. Dijkstra, "Cooperating sequential processes" (EWD 123, 1965).

   The word says how many threads may still come in. Who finds it positive takes one away by compare-and-swap; who
   leaves gives it back by a locked addition.

   Checked, for any number of threads: never are four of them in where three may be. The proof counts: the word and the
   threads that are in always make N together.

   semaphore-broken.fp takes without looking again. */
const N = 3

shared permits: int = N

thread T[any] {
  local s: int
  loop {
    loop {
      s = permits
      if (s > 0 && cas(permits, s, s - 1)) {
        break
      }
    }
    in: skip
    fetch_add(permits, 1)
  }
}

never T(i)@in && T(j)@in && T(k)@in && T(l)@in
