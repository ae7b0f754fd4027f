// expect: sc violated, tso violated, pso violated
// As above, where what is waited for is local, or chosen, or inside an atomic block.
shared x: 0..1
thread P(way: 0..2) {
  left: skip
  if (way == 0) {
    await way == 1
  } else if (way == 1) {
    choose {
      assume false
    } or {
      await way == 0
    }
  } else {
    atomic {
      await x == 1
    }
  }
}
never !P(0)@left && !P(1)@left && !P(2)@left
