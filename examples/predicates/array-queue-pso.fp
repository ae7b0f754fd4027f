/* The queue of array-queue-sc.fp with the two fences that PSO needs, one in each thread: what was done to the slot
   is in memory before the count that shows it. With them store buffers of one entry are enough: no store ever finds
   its buffer full, so what is shown with one entry holds with any number.

   They are half of those of array-queue-tso.fp: slots and counts have buffers of their own here, and the fence of
   the next round makes room for the next count. No single fence is enough, and this is the only way to place two in
   eight places. */
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
    fence
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
    fence
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
