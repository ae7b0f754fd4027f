// expect: sc fails, tso fails, pso fails
// Whatever is compared, both branches are empty: the load that is out of bounds fails all the same.
shared a[1]: int
thread T {
  local v0: int = 1
  if (a[v0] == a[0]) { }
}
