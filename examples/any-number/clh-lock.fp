/* The CLH lock, in which nodes go from hand to hand: T. S. Craig, "Building FIFO and priority-queuing spin locks from
   atomic swap" (1993); P. Magnusson, A. Landin and E. Hagersten, "Queue locks on cache coherent multiprocessors" (1994).
   Any number of threads, which come again and again.

   A thread marks its node, swaps it into tail and spins on the node that was there. When it leaves, it takes the mark off
   its own node, on which the next one spins, and goes on with the node that it waited for: that one nobody looks at any
   more.

   Modelling: there is one node more than there are threads. A thread begins with the node of its number; the further one,
   -1, is in tail at first, and its mark is a variable of its own.

   Checked: no two threads are in the critical section. The proof needs that a node belongs to one thread at most, as the
   one it has, as the one it waits for, or is the last of the queue; nothing here says so, the search finds it out.

   No fence is needed on TSO: the swap waits for the store of the mark. A thread must mark its node before the node is in
   the queue: clh-lock-late.fp. */
shared tail: int = -1
shared locked[T]: bool = false
shared spare: bool = false

thread T[any] {
  local mine: int = self, before: int = -1
  loop {
    if (mine == -1) {
      spare = true
    } else {
      locked[mine] = true
    }
    before = swap(tail, mine)
    if (before == -1) {
      await !spare
    } else {
      await !locked[before]
    }
    cs: skip
    if (mine == -1) {
      spare = false
    } else {
      locked[mine] = false
    }
    mine = before
  }
}

never mutex: T(i)@cs && T(j)@cs
