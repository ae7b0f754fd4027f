/* The ticket lock of ticket.fp that takes its number by a load and a store: two threads have the same one. */
const N = 3

record ticket_lock {
  next: u8 = 254;
  serving: u8 = 254;
}

shared lock: ticket_lock
shared data: u8

ghost entered: u8

proc acquire() {
  local mine: u8
  mine = lock.next
  lock.next = mine + 1
  wait: await lock.serving == mine
}

proc release() {
  local mine: u8
  mine = lock.serving
  store_release(lock.serving, mine + 1)
}

thread T[N] {
  local seen: u8
  for round in 1..2 {
    acquire()
    cs: {
      seen = data
      assert seen == entered
      data = seen + 1
      entered += 1
    }
    release()
  }
}

never mutex: T(i)@cs && T(j)@cs
