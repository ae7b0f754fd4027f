/* L. Lamport, "A new solution of Dijkstra's concurrent programming problem" (1974): the bakery algorithm, for two
   threads and with tickets that grow without bound.

   Who wants to enter draws a ticket with a larger number than that of the other. The smaller one goes first; of two
   equal ones, that of P(0). Nobody is passed while it is choosing, for it may come out with a smaller ticket.

   One of the seven programs of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed
   memory models" (2013). Checked: no two threads are in the critical section. The predicates are enough under
   sequential consistency: what is in memory is the ticket or nothing, tickets are not 0, and which one goes first.

   There are no fences: bakery-tso.fp and bakery-pso.fp have as many as make buffers of one store enough. */
shared choosing[2]: bool = false
shared number[2]: int = 0

thread P(me: 0..1) {
  local ticket: int = 0, seen: int = 0
  loop {
    choosing[me] = true
    ticket = number[1 - me] + 1
    number[me] = ticket
    choosing[me] = false
    await !choosing[1 - me]
    look: seen = number[1 - me]
    if (seen != 0 && (seen < ticket || seen == ticket && me == 1)) {
      goto look
    }
    cs: skip
    number[me] = 0
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  choosing[0];
  choosing[1];
  number[0] == 0;
  number[1] == 0;
  number[0] == P(0).ticket;
  number[1] == P(1).ticket;
  0 < P(0).ticket;
  0 < P(1).ticket;
  number[0] < P(1).ticket;
  number[1] < P(0).ticket;
  number[0] <= number[1];
}
