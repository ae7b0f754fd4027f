/* The queue between one producer and one consumer, without locked instructions: L. Lamport, "Proving the
   correctness of multiprocess programs" (1977).

   The queue is a ring of slots. Only the producer writes tail, the slot that it will fill next, and only the
   consumer writes head, the slot that it will empty next. Equal indices mean empty, and one slot remains free so
   that full is different.

   Modelling: each keeps a copy of its own index. The messages are numbers that count modulo 4, so that a slot
   holds another one in each round.

   Checked: the consumer receives every message once and in order (the assertion). It is never left waiting (live).

   No fence is needed on TSO: the message leaves the buffer before the index that shows it. The consumer has read a
   slot before it stores head, since loads do not wait. Under PSO the index may be first: lamport-queue-pso.fp. And
   lamport-queue-broken.fp writes it first. The producer has at most 4 stores waiting: with buffers of 4 the proof
   for TSO is one for buffers of any length. */
const SIZE = 3

shared head: 0..2 = 0
shared tail: 0..2 = 0
shared slot[SIZE]: 0..3 = 0

thread Producer {
  local t: 0..2 = 0
  local message: 0..3 = 0
  loop {
    send: await head != (t + 1) % SIZE
    slot[t] = message
    t = (t + 1) % SIZE
    tail = t
    message = (message + 1) % 4
  }
}

thread Consumer {
  local h: 0..2 = 0
  local expected: 0..3 = 0
  loop {
    receive: await tail != h
    assert slot[h] == expected
    h = (h + 1) % SIZE
    head = h
    expected = (expected + 1) % 4
  }
}

ltl live: G (Consumer@receive -> F !Consumer@receive)
