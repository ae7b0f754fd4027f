/* The ticket lock with numbers that are never used again: D. P. Reed and R. K. Kanodia, "Synchronization with
   eventcounts and sequencers" (1979).

   Who comes draws the next number and waits until it is called; who leaves calls the number after its own. In
   programs/ticket-lock.fp numbers count modulo the number of threads. Here they grow for ever, as the paper has them.

   Modelling: the states of this program have no end. But numbers are drawn, compared with one another and counted up,
   and nothing else is done with them, so adding the same to all of them changes nothing: there are 31 kinds of states
   under SC, and 46 under TSO and PSO.

   Checked: no two threads are in the critical section (mutex). With fair threads who waits gets in (live), and
   everybody comes in again and again (turns). Without, the scheduler may let one thread come in for ever: a run
   whose steps are repeated, each time with higher numbers.

   tickets-forgotten.fp calls nobody. */
shared next: int = 0
shared serving: int = 0

thread T[3] {
  local mine: int
  loop {
    mine = fetch_add(next, 1)
    wait: await serving == mine
    cs: skip
    serving = mine + 1
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl live: G (T(i)@wait -> F T(i)@cs)
ltl turns: G F T(i)@cs
