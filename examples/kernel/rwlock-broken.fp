/* The lock of rwlock.fp whose readers count themselves by a load and a store: a reader counts itself into a lock
   that a writer has taken in between. */
const READERS = 2

record rwlock {
  state: -1..READERS;
}

shared lock: rwlock
shared left, right: 0..1

ghost reading: 0..READERS, writing: bool

proc read_lock() {
  local s: -1..READERS
  loop {
    s = lock.state
    if (s >= 0 && s < READERS) {
      lock.state = s + 1
      reading += 1
      return
    }
  }
}

proc read_unlock() {
  fetch_add(lock.state, -1)
  reading -= 1
}

proc write_lock() {
  await cas(lock.state, 0, -1)
  writing = true
}

proc write_unlock() {
  store_release(lock.state, 0)
  writing = false
}

thread Reader[READERS] {
  local l: 0..1, r: 0..1
  loop {
    read_lock()
    in: l = left
    r = right
    assert l == r
    read_unlock()
  }
}

thread Writer {
  loop {
    write_lock()
    in: left = 1 - left
    right = 1 - right
    write_unlock()
  }
}

never both: writing && reading > 0
never together: Reader(i)@in && Writer@in
