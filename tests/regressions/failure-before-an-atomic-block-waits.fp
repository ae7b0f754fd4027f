// expect: sc fails, tso fails, pso fails
// What fails inside an atomic block has failed, although the block would wait further down.
shared x: 0..3
thread P {
  local r: 0..6
  atomic { r = 6 / x; await x > 0 }
}
