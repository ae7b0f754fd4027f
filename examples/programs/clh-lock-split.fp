/* The lock of clh-lock.fp with the swap taken apart into a load and a store: two threads read the same tail, wait
   for the same thread, and go in together, on any memory. */
const N = 3

type node = 0..3

shared locked[4]: bool = false
shared tail: node = N
shared data: 0..1 = 0

thread T[N] {
  local mine: node = self
  local before: node
  local done: 0..1 = 0
  loop {
    locked[mine] = true
    before = tail
    tail = mine
    wait: await !locked[before]
    cs: {
      data = 1 - data
      done = 1 - done
    }
    locked[mine] = false
    mine = before
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done + T(2).done) % 2
ltl live: G (T(i)@wait -> F T(i)@cs)
