/* The queue of lamport-queue.fp for PSO, with one fence of the producer between the message and the index that
   shows it.

   Without it the consumer can see the index before the message and read what was in the slot in the round before.
   The consumer needs no fence: it writes nothing but head. */
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
    fence
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
