// expect: sc holds, tso holds, pso holds
// A choice is decided by the first step of a branch: a thread that can take the other branch is not stuck.
shared y: int
thread Q {
  local v8 = 0 >= y
  choose {
    await false
  } or {}
}
never deadlock
