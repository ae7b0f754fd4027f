/* Version numbers around data: L. Lamport, "Concurrent reading and writing" (1977); a seqlock with two counters in
   place of one that is odd while somebody writes.

   The writer counts in `begun` before it writes and in `done` afterwards. A reader notes `done`, reads, and then looks
   at `begun`: if it is the same number, nobody has written in between, and otherwise it reads again.

   No fence under TSO: stores reach memory in their order, and loads are made in theirs. PSO lets the data pass the
   numbers.

   Checked, for any number of readers: what is accepted belongs together.

   version-numbers-broken.fp compares the same number twice. */
shared begun: int = 0
shared done: int = 0
shared left: bool = false
shared right: bool = false

thread W {
  local n: int = 0
  local v: bool
  loop {
    n = n + 1
    begun = n
    v = ?
    left = v
    right = v
    done = n
  }
}

thread R[any] {
  local s: int
  local a: bool
  local b: bool
  loop {
    s = done
    a = left
    b = right
    if (begun == s) {
      got: skip
    }
  }
}

never R(i)@got && R(i).a != R(i).b
