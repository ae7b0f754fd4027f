/* The barrier with sense reversal: D. Hensgen, R. Finkel and U. Manber, "Two algorithms for barrier
   synchronization" (1988); with a counter in J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable
   synchronization on shared-memory multiprocessors" (1991).

   All threads work in phases, and none may begin a phase before all have finished the one before. Who arrives
   counts down. The last one sets the counter up for the next phase and turns the common bit, sense, for which the
   others wait. The bit means something else in every phase, so that it need not be reset.

   Modelling: mine is the value that sense has in the phase of a thread, and tells neighbouring phases apart; none
   can be two ahead of another. What a thread wrote in a phase is in memory when it has counted, since to count is
   a locked instruction.

   Checked: threads that work are in the same phase (too_early), and the counter stays in its range. Who waits goes
   on (live).

   No fence is needed on TSO: the counter is set up in memory before sense is turned. Under PSO sense may be first:
   sense-barrier-pso.fp. sense-barrier-broken.fp does it in that order on purpose, and sense-barrier-flags.fp does
   without the counter, which needs a fence on TSO. */
const N = 3

shared count: 0..3 = N
shared sense: bool = false

thread T[N] {
  local mine: bool = false
  loop {
    work: skip
    mine = !mine
    if (fetch_add(count, -1) == 1) {
      count = N
      sense = mine
    } else {
      wait: await sense == mine
    }
  }
}

never too_early: T(i)@work && T(j)@work && T(i).mine != T(j).mine
ltl live: G (T(i)@wait -> F T(i)@work)
