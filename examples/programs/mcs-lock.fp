/* The queue lock of J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on
   shared-memory multiprocessors" (1991): each waiting thread spins on a word of its own.

   The waiting threads form a linked list. A thread appends itself by swapping its name into tail; if there was
   somebody before it, it locks itself, writes its name into next of that thread, and spins until that one hands
   the lock over. Who leaves without a successor swings tail back to nobody by compare-and-swap; if that fails a
   successor is about to link itself, and is waited for.

   Modelling: the queue node of a thread is the thread. The critical section changes data, and each thread keeps in
   done what its own changes amount to: seen from inside the critical section, before it writes, data is the sum of
   them.

   Checked: no two threads are in the critical section (mutex), no update gets lost (lost_update), and never do all
   threads wait to be handed a lock that nobody has (stuck). The queue serves everybody (live).

   No fence is needed on TSO: swap and compare-and-swap are locked instructions, and plain stores become visible in
   their order. PSO breaks it in two places: mcs-lock-pso.fp. What must be one instruction is the swap:
   mcs-lock-split.fp. A thread has at most 3 stores waiting: with buffers of 3 the proof for TSO is one for buffers
   of any length. */
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
