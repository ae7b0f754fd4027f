/* The ticket algorithm (1991) for PSO; ticket-sc.fp tells how it works. It is the same program, without fences: one
   variable is all that waits in buffers, so PSO is the same as TSO, and ticket-tso.fp tells why buffers of one
   entry are enough. */
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
