/* The sequence lock of seqlock.fp with the two barriers between stores that the kernel has (smp_wmb): one keeps the
   odd number before the data, the other keeps the data before the even number. Without either of them PSO breaks
   it. */
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
  fence store
  clock.left = value
  clock.right = value
  fence store
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
