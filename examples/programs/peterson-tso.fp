/* Peterson's algorithm (1981) with the fence that TSO needs; peterson.fp tells how it works and what is checked.

   The fence: flag and turn are in memory before the other's flag is read. The buffer keeps their order, and the order
   of the data and the flag that goes down.

   PSO keeps neither. The turn can be in memory before the flag: the other one takes the turn, sees no flag, and
   enters; then the flag arrives, and its thread finds that it has the turn. peterson-pso.fp has two more fences. */
shared flag[2]: bool = false
shared turn: 0..1 = 0
shared torn: bool = false

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    flag[me] = true
    turn = other
    fence
    wait: await !flag[other] || turn == me
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
