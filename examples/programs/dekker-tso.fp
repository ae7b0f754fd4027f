/* Dekker's algorithm (told by E. W. Dijkstra, 1965) with the fence that TSO needs; dekker.fp tells how it works and
   what is checked.

   The fence: a thread's flag is in memory before the thread reads the other's. The first try and all later ones begin
   at the same place, so one fence is enough. Everything else may be late: a flag that is up too long or a turn not
   yet given makes somebody wait. The buffer keeps the order of the stores, so the data are whole in memory when the
   flag goes down.

   PSO breaks that order: the flag goes down while the data are still torn. dekker-pso.fp has another fence for it. */
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
    turn = other
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
