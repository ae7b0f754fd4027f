/* The ticket algorithm of G. R. Andrews, "Concurrent programming: principles and practice" (1991), for two threads
   and with tickets that grow without bound.

   Who comes draws the next ticket by one locked instruction and waits until it is called; who leaves calls the one
   after its own.

   One of the seven programs of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed
   memory models" (2013). Checked: no two threads are in the critical section. The predicates are enough under
   sequential consistency: who is called, and that the next ticket is larger than all that were drawn.

   It needs no fences; ticket-tso.fp tells why. */
shared next: int = 0
shared serving: int = 0

thread P(me: 0..1) {
  local ticket: int = 0
  loop {
    ticket = fetch_add(next, 1)
    await serving == ticket
    cs: skip
    serving = ticket + 1
  }
}

never mutex: P(0)@cs && P(1)@cs

predicates {
  P(0).ticket == serving;
  P(1).ticket == serving;
  next == serving;
  next == P(0).ticket + 1;
  next == P(1).ticket + 1;
}
