/* A sequence lock as in a kernel, with procedures: one writer, who never waits, and readers, who write nothing.

   The writer makes the number odd, stores the data and makes the number even again. A reader takes an even number,
   loads the data, and takes them only if the number is still the same.

   Checked: what a reader takes belongs together (the assertion).

   The stores of the writer must reach memory in their order. TSO keeps it. PSO needs a barrier between stores on
   both sides of the data, as in the kernel: seqlock-pso.fp. fencepost fix seqlock.fp --memory pso --with
   store-fences finds these two. */
const LAST = 4

record seqlock {
  sequence: 0..LAST;
  left: 0..2;
  right: 0..2;
}

shared clock: seqlock

proc write(value: 1..2) {
  local s: 0..LAST
  s = clock.sequence
  clock.sequence = s + 1
  clock.left = value
  clock.right = value
  clock.sequence = s + 2
}

proc read_begin() {
  local s: 0..LAST
  loop {
    s = clock.sequence
    if (s % 2 == 0) {
      return s
    }
  }
}

thread Writer {
  write(1)
  write(2)
}

thread Reader[2] {
  local s: 0..LAST, l: 0..2, r: 0..2
  loop {
    s = read_begin()
    l = clock.left
    r = clock.right
    if (clock.sequence == s) {
      break
    }
  }
  accept: assert l == r
}
