/* The sequence lock of seqlock.fp whose writer never makes the number odd: a reader that comes in the middle of a
   write takes the number from before it, on any memory. */
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
