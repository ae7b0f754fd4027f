// expect: sc violated, tso violated, pso violated
// Each load is a step, the left one first: between them the value can grow, and never shrink.
shared x: 0..1
shared f, g: bool
thread P {
  f = x < x
}
thread R {
  g = x > x
}
thread Q {
  x = 1
}
never grown: f
never shrunk: g
