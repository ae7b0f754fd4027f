/* The queue of lamport-queue.fp with a producer who stores the index first and the message then: a fast consumer
   reads the slot in between, on any memory. */
const SIZE = 3

shared head: 0..2 = 0
shared tail: 0..2 = 0
shared slot[SIZE]: 0..3 = 0

thread Producer {
  local t: 0..2 = 0
  local message: 0..3 = 0
  loop {
    send: await head != (t + 1) % SIZE
    tail = (t + 1) % SIZE
    slot[t] = message
    t = (t + 1) % SIZE
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
