/* Peterson's algorithm (1981), for ever, as in examples/programs/peterson-tso.fp; only mutual exclusion is asked. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    flag[me] = true
    turn = other
    fence
    await !flag[other] || turn == me
    cs: skip
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
