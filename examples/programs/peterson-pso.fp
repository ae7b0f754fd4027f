/* Peterson's algorithm (1981) with the three fences that PSO needs; peterson.fp tells how it works and what is
   checked.

   The first: the flag is in memory before the turn is given away, or the other one can take the turn without seeing
   the flag. The second, that of peterson-tso.fp: the turn is in memory before the other's flag is read. The third:
   what was done in the critical section is in memory before the flag goes down. */
shared flag[2]: bool = false
shared turn: 0..1 = 0
shared torn: bool = false

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    flag[me] = true
    fence
    turn = other
    fence
    wait: await !flag[other] || turn == me
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    fence
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
