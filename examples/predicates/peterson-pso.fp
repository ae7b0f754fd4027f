/* Peterson's algorithm (1981) with the three fences with which store buffers of one entry are enough under PSO: no
   store ever finds its buffer full, so what is shown with one entry holds with any number. peterson-sc.fp tells how
   it works.

   The first fence is needed here for what the algorithm says, and not only for room: the flag is in memory before
   the turn is given away, or the other can get through without seeing it. The second: the turn is in memory before
   the other's flag is read. The third makes room for the flag that goes up again. All 16 ways to place fewer fences
   in five places fail, and this is the only way to place three; under TSO it is the same one. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  loop {
    flag[me] = true
    fence
    turn = 1 - me
    fence
    await !flag[1 - me] || turn == me
    cs: skip
    flag[me] = false
    fence
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  flag[0];
  flag[1];
  turn == 0;
}
