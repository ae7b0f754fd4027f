/* The queue lock of J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on shared-memory
   multiprocessors" (1991), with a record for each node: every thread waits for a word of its own.

   Who comes swaps its node into tail; if there was one before it, it links itself there and waits until its own
   node is unlocked. Who leaves hands the lock to the node that is linked to its own. If there is none, it swings
   tail back by compare-and-swap; where that fails somebody is about to link himself, and is waited for.

   Checked: no two threads are in the critical section, and no update of data is lost.

   Under PSO a node must be locked before it can be seen, and data must be written before the lock is handed over:
   the two releases. */
const N = 3
const NIL = 3

type name = 0..NIL

record node {
  next: name = NIL;
  locked: bool;
}

shared nodes[N]: node
shared tail: name = NIL
shared data: 0..N

ghost entered: 0..N

proc acquire(me: name) {
  local before: name
  nodes[me].next = NIL
  before = swap(tail, me)
  if (before != NIL) {
    nodes[me].locked = true
    store_release(nodes[before].next, me)
    wait: await !nodes[me].locked
  }
}

proc release(me: name) {
  local after: name
  after = nodes[me].next
  if (after == NIL) {
    if (cas(tail, me, NIL)) {
      return
    }
    await nodes[me].next != NIL
    after = nodes[me].next
  }
  store_release(nodes[after].locked, false)
}

thread T[N] {
  local seen: 0..N
  acquire(self)
  cs: {
    seen = data
    assert seen == entered
    data = seen + 1
    entered += 1
  }
  release(self)
}

never mutex: T(i)@cs && T(j)@cs
never deadlock
