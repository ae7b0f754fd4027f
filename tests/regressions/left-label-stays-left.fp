// expect: sc violated, tso violated, pso violated
// A thread that has left a label, and then waits for ever, is not at the label.
shared x: 0..1
thread P {
  left: skip
  assume x == 1
}
never !P@left && x == 0
