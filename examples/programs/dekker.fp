/* T. J. Dekker's algorithm: the first mutual exclusion of two threads by loads and stores, told by E. W. Dijkstra in
   "Cooperating sequential processes" (EWD 123, 1965).

   A thread raises its flag and enters if the other's is down. If both are up, the one whose turn it is not lowers its
   flag until it has the turn, and begins again. Who leaves gives the turn away and lowers its flag.

   Modelling: the threads enter again and again. `torn` is true while the data of the critical section are half
   changed: who comes in must find it false.

   Checked: the two are never both in the critical section (`mutex`), nobody sees torn data (the assert), and whoever
   waits gets in (`live`).

   There are no fences: right under sequential consistency, wrong with store buffers. Both flags wait in buffers while
   each thread reads that the other's is down. dekker-tso.fp and dekker-pso.fp repair it. */
shared flag[2]: bool = false
shared turn: 0..1 = 0
shared torn: bool = false

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    wait: {
      raise: flag[me] = true
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
