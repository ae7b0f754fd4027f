/* The sequence lock of seqlock.fp with the compare-and-swap taken apart: two writers see the same even number,
   both make it odd, and write at the same time. A reader accepts a word of each, on any memory. */
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
    if (s % 2 == 0) {
      sequence = s + 1
      left = self + 1
      right = self + 1
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
