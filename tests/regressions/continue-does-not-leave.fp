// expect: sc holds, tso holds, pso holds
// Behind a loop that only goes on there is nothing.
shared x: 0..1
thread P {
  loop {
    continue
  }
  x = 1
}
never x == 1
never P@end
