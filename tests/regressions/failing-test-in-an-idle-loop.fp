// expect: sc fails, tso fails, pso fails
// A test that fails is seen, also where neither of its answers leads anywhere.
shared x: 0..1
thread P {
  loop {
    if (1 / x == 1) {}
  }
}
