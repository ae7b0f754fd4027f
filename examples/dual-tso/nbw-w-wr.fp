/* The non-blocking write of H. Kopetz and J. Reisinger (1993), for a thread that writes and one that writes and reads.
   Writer makes the version odd, writes two words and makes the version even. Reader stores to a cell of its own, so that
   its loads can happen while its store waits, and then loads version, words and version again. Asked: it accepts words
   of two different writes. TSO does not allow it; examples/programs/non-blocking-write.fp tells why. */
shared version: 0..2 = 0
shared left: bool = false, right: bool = false
shared asked: bool = false

thread Writer {
  version = 1
  left = true
  right = true
  version = 2
}

thread Reader {
  local v: 0..2, l: bool, r: bool
  asked = true
  v = version
  if (v != 1) {
    l = left
    r = right
    if (version == v) {
      accept: assert l == r && l == (v == 2)
    }
  }
}
