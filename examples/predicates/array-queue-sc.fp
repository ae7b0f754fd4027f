/* A lock-free queue in an array, between one producer and one consumer, after L. Lamport, "Proving the correctness
   of multiprocess programs" (1977).

   The array is a ring. Only the producer writes tail, the number of items that it has put in, and only the consumer
   writes head, the number of those that it has taken out; both grow without bound. The items from head to tail are
   in the queue. Slots hold pointers: the consumer takes one and leaves NULL.

   Modelling: each thread has a copy of its own count, and the position in the ring that belongs to it. All items
   are alike.

   One of the seven programs of A. Dan, Y. Meshman, M. Vechev and E. Yahav, "Predicate abstraction for relaxed
   memory models" (2013), who give no text of it. Checked, as there: memory safety. The consumer never takes NULL,
   and the producer never loses an item by putting another in its slot (the assertions).

   The predicates are enough under sequential consistency: which slots are full, the positions, how many items there
   are, and that nobody shows more than it has done.

   There are no fences: array-queue-tso.fp and array-queue-pso.fp have as many as make buffers of one store enough. */
const NULL = 0
const ITEM = 1
const SIZE = 2

shared head: int = 0
shared tail: int = 0
shared slot[SIZE]: 0..1 = NULL

thread Producer {
  local made: int = 0, at: 0..1 = 0
  loop {
    await made - head < SIZE
    assert slot[at] == NULL
    slot[at] = ITEM
    at = 1 - at
    made = made + 1
    tail = made
  }
}

thread Consumer {
  local taken: int = 0, at: 0..1 = 0
  loop {
    await taken < tail
    assert slot[at] == ITEM
    slot[at] = NULL
    at = 1 - at
    taken = taken + 1
    head = taken
  }
}

predicates {
  slot[0] == NULL;
  slot[1] == NULL;
  Producer.at == 0;
  Consumer.at == 0;
  Consumer.taken == Producer.made;
  Consumer.taken + 1 == Producer.made;
  Consumer.taken + 2 == Producer.made;
  tail <= Producer.made;
  head <= Consumer.taken;
}
