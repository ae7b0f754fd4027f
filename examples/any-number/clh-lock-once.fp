/* The CLH lock: T. S. Craig, "Building FIFO and priority-queuing spin locks from atomic swap" (1993); P. Magnusson, A.
   Landin and E. Hagersten, "Queue locks on cache coherent multiprocessors" (1994). Any number of threads, each of which
   goes through once.

   Waiting threads form a queue in which each knows the one before it. A thread marks itself, swaps its number into tail
   and spins until the thread that was there takes its mark away.

   Modelling: the node of a thread is the thread, and nobody is -1. A thread that comes again would need the node of the
   one before it; here none does.

   Checked: no two threads are in the critical section.

   No fence is needed on TSO: the swap waits for the store of the mark. A thread must mark itself before it is in the
   queue: clh-lock-once-late.fp. */
shared tail: int = -1
shared locked[T]: bool = false

thread T[any] {
  local before: int = -1
  locked[self] = true
  before = swap(tail, self)
  if (before != -1) {
    wait: await !locked[before]
  }
  cs: skip
  locked[self] = false
}

never mutex: T(i)@cs && T(j)@cs
