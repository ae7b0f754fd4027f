/* Read-copy-update and its grace period: readers take no lock; the updater waits until nobody can still have the
   old version, and only then destroys it. P. E. McKenney and J. D. Slingwine, "Read-copy update: using execution
   history to solve concurrency problems" (1998).

   A reader says that it is inside, takes the pointer, and reads what it points to. The updater writes a new
   version, publishes it, and waits for each reader to be outside once: a reader that comes later finds the new
   version.

   Checked: no reader reads a version that was destroyed.

   What a reader says must be in memory before it takes the pointer, and the pointer before the updater looks at
   readers: the two fences. Without the one in read_lock TSO breaks it: rcu-broken.fp. Publishing is a release:
   under PSO the version must be in memory before the pointer to it. */
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
  fence
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
