/* The ticket algorithm (1991) for TSO; ticket-sc.fp tells how it works. It is the same program, without fences.

   Calling the next one is the only store that waits in a buffer. It may be late, which makes the other wait. Store
   buffers of one entry are enough: drawing a ticket is a locked instruction, which comes between any two stores and
   finds the buffer empty. */
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
