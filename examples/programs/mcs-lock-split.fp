/* The lock of mcs-lock.fp with the swap taken apart into a load and a store: two threads find nobody before them
   and go in together, on any memory. */
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
    before = tail
    tail = self
    if (before != NOBODY) {
      locked[self] = true
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
    locked[after] = false
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done + T(2).done) % 2
never stuck: T(0)@wait && locked[0] && T(1)@wait && locked[1] && T(2)@wait && locked[2]
ltl live: G (T(i)@wait -> F T(i)@cs)
