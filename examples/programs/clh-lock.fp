/* The CLH lock: T. S. Craig, "Building FIFO and priority-queuing spin locks from atomic swap" (1993); P.
   Magnusson, A. Landin and E. Hagersten, "Queue locks on cache coherent multiprocessors" (1994).

   Waiting threads form a queue in which each knows the one before it. A thread marks its node as locked, swaps the
   node into tail, and spins on the node that was there. Who leaves unlocks its node; since the next thread may
   still look at it, the leaving one goes on with the node of the thread before it, which nobody looks at any more.

   Modelling: N threads have N + 1 nodes; the last one is the free node that is there at first. The critical
   section changes data, and each thread keeps in done what its own changes amount to: seen from inside the
   critical section, before it writes, data is the sum of them.

   Checked: no two threads are in the critical section (mutex), and no update gets lost (lost_update). The queue
   serves everybody (live).

   No fence is needed on TSO: the swap is a locked instruction that waits for the store of the mark, and the store
   of data leaves the buffer before the one that unlocks. Under PSO these two may change places: clh-lock-pso.fp.
   What must be one instruction is the swap: clh-lock-split.fp. A thread has at most 3 stores waiting: with buffers
   of 3 the proof for TSO is one for buffers of any length. */
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
    locked[mine] = false
    mine = before
  }
}

never mutex: T(i)@cs && T(j)@cs
never lost_update: T(i)@cs && data != (T(0).done + T(1).done + T(2).done) % 2
ltl live: G (T(i)@wait -> F T(i)@cs)
