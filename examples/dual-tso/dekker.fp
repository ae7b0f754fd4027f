/* Dekker's algorithm (told by E. W. Dijkstra, 1965), as in examples/programs/dekker-tso.fp, and only mutual exclusion is
   asked. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    raise: flag[me] = true
    fence
    look: if (flag[other]) {
      if (turn == me) {
        goto look
      }
      flag[me] = false
      await turn == me
      goto raise
    }
    cs: skip
    turn = other
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
