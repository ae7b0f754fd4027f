// expect: sc holds, tso holds, pso holds
// A store before a locked instruction is in memory behind it, and the instruction does not wait in a buffer itself.
shared x, y: 0..1
thread P {
  x = 1
  cas(y, 0, 1)
  l: skip
}
thread Q {
  x = 1
  cas(y, 2, 1)
  l: skip
}
never P@l && (x == 0 || y == 0)
never Q@l && x == 0
