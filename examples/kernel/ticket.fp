/* The ticket lock with numbers that wrap as those of a kernel do: next and serving are bytes, which begin near
   their end so that they wrap soon.

   Who comes takes a number by fetch-and-add and waits until it is served; who leaves serves the next one.

   Checked: no two threads are in the critical section, and no update of data is lost.

   Taking a number is a locked instruction. The store that serves the next one is a release, which PSO needs. */
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
  mine = fetch_add(lock.next, 1)
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
