// expect: sc violated, tso violated, pso violated
// No step passes a label, not even one that has nothing to do.
thread P {
  l: skip
}
never P@l
