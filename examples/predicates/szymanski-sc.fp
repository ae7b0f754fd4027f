/* B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait" (1988), for two
   threads.

   A waiting room with two doors. Who wants to enter (1) goes into the doorway (3) while the door in is open, that
   is, the other has neither 3 nor 4. Who sees the other still outside makes room (2) and waits until it has come in
   and shut the door (4). Then those in the room enter in the order of their numbers, and the first waits for the
   other to have come through the doorway before it leaves (0).

   One of the seven programs of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed
   memory models" (2013). Checked: no two threads are in the critical section. The predicates are what threads ask
   about each other's flags; they are enough under sequential consistency.

   There are no fences: szymanski-tso.fp and szymanski-pso.fp have as many as make buffers of one store enough. */
shared flag[2]: 0..4 = 0

thread P(me: 0..1) {
  loop {
    flag[me] = 1
    await flag[1 - me] < 3
    flag[me] = 3
    if (flag[1 - me] == 1) {
      flag[me] = 2
      await flag[1 - me] == 4
    }
    flag[me] = 4
    if (me == 1) {
      await flag[0] < 2
    }
    cs: skip
    if (me == 0) {
      await flag[1] < 2 || flag[1] == 4
    }
    flag[me] = 0
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  flag[0] == 1;
  flag[0] == 4;
  flag[0] < 2;
  flag[0] < 3;
  flag[1] == 1;
  flag[1] == 4;
  flag[1] < 2;
  flag[1] < 3;
}
