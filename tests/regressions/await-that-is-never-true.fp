// expect: sc violated, tso violated, pso violated
// A condition that is false before anything is read is waited for as one that reads nothing.
shared x: int
thread Q {
  await false && 0 != x
}
never deadlock
