/* The non-blocking write of non-blocking-write.fp for PSO, with two fences of the writer.

   The first keeps the words behind the odd number: otherwise a reader finds new words under the old even number.
   The second keeps the new even number behind the words: otherwise a reader finds old words under it. The reader
   needs none. The words need none between them. */
const LAST = 4

shared version: 0..LAST = 0
shared left: 0..2 = 0
shared right: 0..2 = 0

thread Writer {
  local v: 0..LAST = 0
  while (v < LAST) {
    version = v + 1
    fence
    v = v + 2
    left = v / 2
    right = v / 2
    fence
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
