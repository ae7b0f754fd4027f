/* The ring buffer of ring.fp that counts a message before it is in its slot: the consumer gets an old one. */
const SIZE = 2
const MESSAGES = 3

record ring {
  head: u8 = 254;
  tail: u8 = 254;
  slot[SIZE]: 0..MESSAGES;
}

shared r: ring

ghost put_in: 0..MESSAGES

proc put(message: 1..MESSAGES) {
  local t: u8
  t = r.tail
  await t - r.head != SIZE
  r.tail = t + 1
  put_in = message
  r.slot[t % SIZE] = message
}

proc get() {
  local h: u8, message: 0..MESSAGES
  h = r.head
  await r.tail != h
  message = r.slot[h % SIZE]
  r.head = h + 1
  return message
}

thread Producer {
  for i in 1..MESSAGES {
    put(i)
  }
}

thread Consumer {
  local got: 0..MESSAGES
  for i in 1..MESSAGES {
    got = get()
    assert got == i && got <= put_in
  }
}
