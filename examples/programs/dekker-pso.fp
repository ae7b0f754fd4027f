/* Dekker's algorithm (told by E. W. Dijkstra, 1965) with the two fences that PSO needs; dekker.fp tells how it works
   and what is checked.

   The first fence is that of dekker-tso.fp: a flag is in memory before the other one is read. The second comes before
   leaving: what was done in the critical section is in memory before the flag goes down. Turn and flag may reach
   memory in any order: whoever has not got the turn yet waits a little longer. */
shared flag[2]: bool = false
shared turn: 0..1 = 0
shared torn: bool = false

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    wait: {
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
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    fence
    turn = other
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
