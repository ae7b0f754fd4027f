/* G. L. Peterson, "Myths about the mutual exclusion problem" (1981).

   A thread raises its flag, gives the turn to the other, and enters when the other's flag is down or the turn has
   come back.

   One of the seven programs of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed
   memory models" (2013). Checked: no two threads are in the critical section. The predicates are enough under
   sequential consistency.

   There are no fences: peterson-tso.fp and peterson-pso.fp have as many as make buffers of one store enough. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  loop {
    flag[me] = true
    turn = 1 - me
    await !flag[1 - me] || turn == me
    cs: skip
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  flag[0];
  flag[1];
  turn == 0;
}
