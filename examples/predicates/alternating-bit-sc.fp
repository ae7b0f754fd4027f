/* The alternating bit protocol, as in figure 1 of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate
   abstraction for relaxed memory models" (2013).

   The bit of a message tells a new one from the one before. The sender makes the next message when the last one has
   been acknowledged with its own bit; the receiver takes a message whose bit it has not seen, and acknowledges it.
   Both count without bound.

   In the figure both halves of the receiver's condition are the same, and it would never take a message: its bit is
   0 at first, and it waits for one that is 0 while its own is not. What is meant is here: the bit that is read
   differs from its own.

   Checked: the receiver is never ahead of the sender, and at most one message behind (`exact`). The predicates are
   those of the figure without the two on what was just read: reading and testing are one step here.

   It needs no fences; alternating-bit-tso.fp tells why. */
shared msg: 0..1 = 0
shared ack: 0..1 = 0

thread Sender {
  local seen: 0..1 = 0, bit: 0..1 = 0, sent: int = 0
  loop {
    seen = ack
    if (seen == bit) {
      bit = 1 - bit
      sent = sent + 1
      msg = bit
    }
  }
}

thread Receiver {
  local seen: 0..1 = 0, bit: 0..1 = 0, received: int = 0
  loop {
    seen = msg
    if (seen != bit) {
      bit = seen
      received = received + 1
      ack = bit
    }
  }
}

invariant exact: Receiver.received == Sender.sent || Receiver.received + 1 == Sender.sent

predicates {
  msg == 0;
  ack == 0;
  Sender.bit == 0;
  Receiver.bit == 0;
  Receiver.received == Sender.sent;
  Receiver.received + 1 == Sender.sent;
}
