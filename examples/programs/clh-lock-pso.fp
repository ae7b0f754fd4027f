/* The CLH lock of clh-lock.fp for PSO, with one fence before the node is unlocked.

   Without it the store that unlocks the node can pass the store of data, and the next thread works on the old
   data. The mark that a thread sets on its node needs no fence: the swap that shows the node to others waits for
   it. */
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
    before = swap(tail, mine)
    wait: await !locked[before]
    cs: {
      data = 1 - data
      done = 1 - done
    }
    fence
    locked[mine] = false
    mine = before
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done + T(2).done) % 2
ltl live: G (T(i)@wait -> F T(i)@cs)
