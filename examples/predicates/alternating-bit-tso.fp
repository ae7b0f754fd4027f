/* The alternating bit protocol for TSO; alternating-bit-sc.fp tells how it works. It is the same program, without
   fences.

   Store buffers of one entry are enough: nobody stores again before the other has answered, and the other has
   answered what it read from memory, so the buffer is empty by then. Each thread writes one variable, and TSO and
   PSO are the same for it. */
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
