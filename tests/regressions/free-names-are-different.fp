// expect: sc holds, tso holds, pso holds
// Two names at the same place of a thread are two instances.
shared count: 0..1
thread T(me: 0..1) {
  atomic {
    await count == 0
    count = 1
  }
  cs: skip
  count = 0
}
never T(i)@cs && T(j)@cs
