/* The alternating bit protocol for PSO; alternating-bit-sc.fp tells how it works. It is the same program, without
   fences: each thread writes one variable, so PSO is the same as TSO, and alternating-bit-tso.fp tells why buffers
   of one entry are enough. */
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
