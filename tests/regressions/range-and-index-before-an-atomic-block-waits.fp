// expect: sc fails, tso fails, pso fails
// The same for an index and for a range; here both need another thread to go on first.
shared x: 0..3
shared a[2]: bool
thread P {
  x = 2
}
thread Q {
  local r: 0..2
  choose {
    atomic { a[x] = true; assume a[0] }
  } or {
    atomic { r = x + 1; r = 0; await x == 3 }
  }
}
