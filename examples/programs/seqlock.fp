/* A sequence lock, as in the Linux kernel since 2003; C. Lameter, "Effective synchronization on Linux/NUMA
   systems" (2005) describes it, and H.-J. Boehm, "Can seqlocks get along with programming language memory models?"
   (2012) asks for its fences.

   Readers write nothing. A writer makes the sequence number odd, writes the data, and makes the number even again.
   A reader notes an even number, reads the data, and looks at the number again: if it is the same no writer has
   been there; otherwise it starts over.

   Modelling: two writers, who shut each other out by the number itself: who makes it odd by compare-and-swap is
   the writer. Each writes its own mark into both words. The number grows without bound in a real lock (or a reader
   who sleeps for a whole turn is deceived); here the writers end at LAST.

   Checked: no reader accepts two different words (the assertion).

   No fence is needed on TSO: the compare-and-swap is in memory at once, and the even number leaves the buffer
   after the data. Under PSO it may come before: seqlock-pso.fp. What must be one instruction is to make the number
   odd: seqlock-split.fp. A writer has at most 3 stores waiting: with buffers of 3 the proof for TSO is one for
   buffers of any length. */
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
