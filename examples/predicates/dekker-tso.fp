/* Dekker's algorithm (1965) with the three fences with which store buffers of one entry are enough under TSO: no
   store ever finds its buffer full, so what is shown with one entry holds with any number. dekker-sc.fp tells how
   it works.

   The second fence keeps threads apart: a flag is in memory before the other one is read. The other two only make
   room: for the flag that goes up again, and for the flag that goes down after the turn. All 67 ways to place fewer
   fences in eleven places fail, and this is the only way to place three. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  loop {
    raise: fence
    flag[me] = true
    fence
    look: if (flag[1 - me]) {
      if (turn == me) {
        goto look
      }
      flag[me] = false
      await turn == me
      goto raise
    }
    cs: skip
    turn = 1 - me
    fence
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  flag[0];
  flag[1];
}
