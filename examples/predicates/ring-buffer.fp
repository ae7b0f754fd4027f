/* L. Lamport, "Proving the correctness of multiprocess programs" (1977): a queue in a ring of slots, for one producer
   and one consumer, with counts that grow without bound. An item is in the slot that the remainder of its number says.

   Checked: the producer finds its slot empty, and the consumer finds an item in its own (the asserts). No predicates
   are given: all are found, and among them are remainders, `Producer.made % 2 == 1`.

   There are no fences: right under sequential consistency and under TSO, which keeps the order of the stores to the
   slot and to the count. Under PSO the count may come first. ring-buffer-pso.fp repairs it. */
const SIZE = 2

shared slot[SIZE]: 0..1 = 0
shared head: int = 0, tail: int = 0

thread Producer {
  local made: int = 0
  loop {
    await made - head < SIZE
    assert slot[made % SIZE] == 0
    slot[made % SIZE] = 1
    made = made + 1
    tail = made
  }
}

thread Consumer {
  local taken: int = 0
  loop {
    await taken < tail
    assert slot[taken % SIZE] == 1
    slot[taken % SIZE] = 0
    taken = taken + 1
    head = taken
  }
}
