/* A ring buffer for one producer and one consumer, without locks: L. Lamport, "Proving the correctness of
   multiprocess programs" (1977). head and tail are bytes that count what was put and got, and wrap.

   Checked: the consumer gets what was put, in that order; the ghost notes what was put.

   Under PSO a message must be in its slot before tail counts it, which the release in put keeps. A slot is read
   before head gives it back: no memory here moves a store before a load. */
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
  r.slot[t % SIZE] = message
  store_release(r.tail, t + 1)
  put_in = message
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
