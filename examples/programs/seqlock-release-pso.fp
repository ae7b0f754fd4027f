/* The sequence lock of seqlock.fp for PSO as Linux has it: a barrier between stores where seqlock-pso.fp has a fence.

   The even number must not overtake the words. `store_release` sees to that, and the writer does not wait until its
   stores are in memory. Under SC and TSO it is a plain store. */
const LAST = 6

shared sequence: 0..LAST = 0
shared left: 0..2 = 0
shared right: 0..2 = 0

thread Writer[2] {
  local s: 0..LAST
  loop {
    s = sequence
    if (s == LAST) {
      break
    }
    if (s % 2 == 0 && cas(sequence, s, s + 1)) {
      left = self + 1
      right = self + 1
      store_release(sequence, s + 2)
    }
  }
}

thread Reader {
  local s: 0..LAST, l: 0..2, r: 0..2
  loop {
    s = sequence
    if (s % 2 == 0) {
      l = left
      r = right
      if (sequence == s) {
        accept: assert l == r
      }
    }
  }
}
