// expect: sc holds, tso holds, pso holds
// What would fail inside an atomic block behind the place where it waits does not fail.
shared x: 0..3
shared a[2]: bool
thread P {
  local r: 0..6
  choose {
    atomic { await x > 0; r = 6 / x; assume x > 2 }
  } or {
    atomic { assume x > 1; a[x] = true; await a[0] }
  }
}
