/* The MCS lock of mcs-lock.fp for PSO, with two fences.

   The first is before the link is written. A thread that shows itself before its own locked[self] = true is in
   memory is handed the lock by a store that its own late one overwrites: it waits forever, and all others behind
   it (stuck).

   The second is before the lock is handed over. Otherwise the successor can come in before the store of data is in
   memory, and the update is lost. A thread that leaves by compare-and-swap needs no fence. */
const N = 3
const NOBODY = 3

type node = 0..3

shared tail: node = NOBODY
shared next[N]: node = NOBODY
shared locked[N]: bool = false
shared data: 0..1 = 0

thread T[N] {
  local before: node, after: node
  local done: 0..1 = 0
  loop {
    next[self] = NOBODY
    before = swap(tail, self)
    if (before != NOBODY) {
      locked[self] = true
      fence
      next[before] = self
      wait: await !locked[self]
    }
    cs: {
      data = 1 - data
      done = 1 - done
    }
    after = next[self]
    if (after == NOBODY) {
      if (cas(tail, self, NOBODY)) {
        continue
      }
      await next[self] != NOBODY
      after = next[self]
    }
    fence
    locked[after] = false
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done + T(2).done) % 2
never stuck: T(0)@wait && locked[0] && T(1)@wait && locked[1] && T(2)@wait && locked[2]
ltl live: G (T(i)@wait -> F T(i)@cs)
