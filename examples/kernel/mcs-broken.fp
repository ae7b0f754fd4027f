/* The queue lock of mcs.fp whose release does not wait for a node that is about to link itself: that thread waits
   for ever (deadlock). */
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
    cas(tail, me, NIL)
    return
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
