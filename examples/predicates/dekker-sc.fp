/* Dekker's algorithm, told by E. W. Dijkstra, "Cooperating sequential processes" (1965).

   A thread raises its flag and enters when the other's is down. When both are up, the one who has not got the turn
   lowers its flag until it gets it. Who leaves gives the turn away.

   One of the seven programs of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed
   memory models" (2013); the others are in this folder. Checked: no two threads are in the critical section.

   The predicates are enough under sequential consistency. Both are about flags: the turn says who gives way, and
   plays no part in keeping threads apart.

   There are no fences: dekker-tso.fp and dekker-pso.fp have as many as make buffers of one store enough. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  loop {
    raise: flag[me] = true
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
