/* Dekker's algorithm (1965) with the two fences with which store buffers of one entry are enough under PSO: no
   store ever finds its buffer full, so what is shown with one entry holds with any number. dekker-sc.fp tells how
   it works.

   One fence less than under TSO, as the turn has a buffer of its own, and does not need to reach memory before the
   flag goes down. The second fence keeps threads apart, the first makes room for the flag that goes up again. No
   single fence is enough, and this is the only way to place two in eleven places. */
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
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  flag[0];
  flag[1];
}
