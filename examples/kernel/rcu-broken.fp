/* The readers of rcu.fp without the fence in read_lock: right under SC. Under TSO a reader takes the pointer while
   its flag still waits in the store buffer; the updater does not see the flag, and destroys what the reader has. */
const READERS = 2
const DESTROYED = 0

record reader {
  inside: bool;
}

record version {
  value: 0..3;
}

shared readers[READERS]: reader
shared versions[2]: version
shared current: 0..1

proc read_lock(me: 0..1) {
  readers[me].inside = true
}

proc read_unlock(me: 0..1) {
  readers[me].inside = false
}

proc synchronize() {
  fence
  for i in 0..READERS - 1 {
    await !readers[i].inside
  }
}

thread Reader[READERS] {
  local p: 0..1, seen: 0..3
  await current == 1
  for round in 1..2 {
    read_lock(self)
    p = current
    seen = versions[p].value
    assert seen != DESTROYED
    read_unlock(self)
  }
}

thread Updater {
  local old: 0..1
  for value in 1..3 {
    old = current
    versions[1 - old].value = value
    store_release(current, 1 - old)
    synchronize()
    versions[old].value = DESTROYED
  }
}
