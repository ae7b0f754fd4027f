/* The non-blocking write: H. Kopetz and J. Reisinger, "The non-blocking write protocol NBW: a solution to a
   real-time synchronization problem" (1993).

   One writer, who must never wait, has several words to tell. It makes the version number odd, writes the words,
   and makes the number even again. A reader notes an even number, reads the words, and looks at the number again:
   if it is the same the words belong together, otherwise it starts over.

   Modelling: the version grows without bound in the paper. A number that wraps around deceives a reader who sleeps
   for a whole turn, so the writer writes LAST / 2 times here and ends. What it writes is how often it has written.

   Checked: the words that a reader accepts are those of the version that it has noted (the assertion).

   No fence is needed on TSO: stores become visible in their order, and the reader only loads. PSO needs two
   fences: non-blocking-write-pso.fp. To raise the number only once is not enough on any memory:
   non-blocking-write-broken.fp. All 8 stores can be waiting at once: with buffers of 8 the proof for TSO is one
   for buffers of any length. */
const LAST = 4

shared version: 0..LAST = 0
shared left: 0..2 = 0
shared right: 0..2 = 0

thread Writer {
  local v: 0..LAST = 0
  while (v < LAST) {
    version = v + 1
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
