/* The ticket lock: D. P. Reed and R. K. Kanodia, "Synchronization with eventcounts and sequencers" (1979); J. M.
   Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors"
   (1991).

   As at a counter: who comes draws the next number by an atomic fetch-and-add and waits until it is called; who
   leaves calls the number after its own.

   Modelling: numbers count modulo N, as a machine word counts modulo its size: no more than N of them are out at a
   time. A fetch-and-add that wraps around is an atomic block. The critical section counts how often it was
   entered; since numbers are called one by one, data is the number of the thread that comes in, unless an update
   was lost.

   Checked: no two threads are in the critical section (mutex), and who comes in finds all updates of those before
   it (the assertion). Every thread that has a number is served (live).

   No fence is needed on TSO: drawing a number is a locked instruction, and the store of data leaves the buffer
   before the store of serving, which lets the next one in. Under PSO these two may change places:
   ticket-lock-pso.fp. What must be one instruction is the drawing: ticket-lock-split.fp. */
const N = 3

shared next: 0..2 = 0
shared serving: 0..2 = 0
shared data: 0..2 = 0

thread T[N] {
  local ticket: 0..2, seen: 0..2
  loop {
    atomic {
      ticket = next
      next = (next + 1) % N
    }
    wait: await serving == ticket
    cs: {
      seen = data
      assert seen == ticket
      data = (seen + 1) % N
    }
    serving = (ticket + 1) % N
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl live: G (T(i)@wait -> F T(i)@cs)
