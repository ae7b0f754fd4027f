/* The ticket lock: D. P. Reed and R. K. Kanodia, "Synchronization with eventcounts and sequencers" (1979); J. M.
   Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors"
   (1991).

   As at a counter: who comes draws the next number by an atomic fetch-and-add and waits until it is called; who
   leaves calls the number after its own.

   Modelling: numbers grow without bound, and there are any number of threads.

   Checked: no two threads are in the critical section. The proof needs that no two threads with a number have the
   same one; nothing here says so, the search finds it out.

   No fence is needed on TSO: drawing a number is a locked instruction, and a number called late only keeps the next
   thread waiting. What must be one instruction is the drawing: ticket-lock-split.fp. */
shared next: int = 0
shared owner: int = 0

thread T[any] {
  local t: int
  loop {
    t = fetch_add(next, 1)
    wait: await owner == t
    cs: skip
    release: owner = t + 1
  }
}

never mutex: T(i)@cs && T(j)@cs
