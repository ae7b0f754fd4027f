/* Szymanski's algorithm (1988) with the five fences with which store buffers of one entry are enough under TSO: no
   store ever finds its buffer full, so what is shown with one entry holds with any number. szymanski-sc.fp tells
   how it works.

   There is a fence after every store. Nine ways to place five fences will do, as the third and the fourth can also
   stand later, up to the next store; all 1093 ways to place fewer in thirteen places fail. */
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
