/* The sequence lock of seqlock.fp for PSO, with one fence of the writers before they make the number even again.

   Without it a reader can find the new even number while one of the words is still old. Where
   non-blocking-write-pso.fp has its first fence, behind the odd number, none is needed: the compare-and-swap is
   one. Readers need none. */
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
      fence
      sequence = s + 2
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
