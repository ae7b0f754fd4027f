/* Szymanski's algorithm (1988) with the five fences with which store buffers of one entry are enough under PSO: no
   store ever finds its buffer full, so what is shown with one entry holds with any number. szymanski-sc.fp tells
   how it works.

   Each thread writes one cell, so PSO is the same as TSO, and the fences are those of szymanski-tso.fp. */
shared flag[2]: 0..4 = 0

thread P(me: 0..1) {
  loop {
    flag[me] = 1
    fence
    await flag[1 - me] < 3
    flag[me] = 3
    fence
    if (flag[1 - me] == 1) {
      flag[me] = 2
      fence
      await flag[1 - me] == 4
    }
    flag[me] = 4
    fence
    if (me == 1) {
      await flag[0] < 2
    }
    cs: skip
    if (me == 0) {
      await flag[1] < 2 || flag[1] == 4
    }
    flag[me] = 0
    fence
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  flag[0] == 1;
  flag[0] == 4;
  flag[0] < 2;
  flag[0] < 3;
  flag[1] == 1;
  flag[1] == 4;
  flag[1] < 2;
  flag[1] < 3;
}
