/* The queue of array-queue-sc.fp with the four fences with which store buffers of one entry are enough under TSO:
   no store ever finds its buffer full, so what is shown with one entry holds with any number.

   With longer buffers the queue needs no fence at all: a slot leaves the buffer before the count that shows it. All
   four fences make room. All 93 ways to place fewer fences in eight places fail; nine ways to place four do. */
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
    fence
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
    fence
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
