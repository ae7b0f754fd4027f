/* The protocol of non-blocking-write.fp with a writer who does not make the number odd first, and only raises it
   afterwards: a reader who comes in the middle finds the same number twice, and a new word beside an old one, on
   any memory. */
const LAST = 4

shared version: 0..LAST = 0
shared left: 0..2 = 0
shared right: 0..2 = 0

thread Writer {
  local v: 0..LAST = 0
  while (v < LAST) {
    v = v + 2
    left = v / 2
    right = v / 2
    version = v
  }
}

thread Reader {
  local v: 0..LAST, l: 0..2, r: 0..2
  loop {
    v = version
    if (v % 2 == 0) {
      l = left
      r = right
      if (version == v) {
        accept: assert l == r && l == v / 2
      }
    }
  }
}
