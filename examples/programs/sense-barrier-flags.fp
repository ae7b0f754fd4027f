/* The barrier of sense-barrier.fp for two threads and without locked instructions: a flag for each in place of the
   counter, after D. Hensgen, R. Finkel and U. Manber, "Two algorithms for barrier synchronization" (1988).

   Who arrives turns its flag and looks at the other one. If that is turned, too, everybody is there, and the
   thread turns sense, which both may do; otherwise it waits for sense.

   Checked: threads that work are in the same phase (too_early), and never do both wait for sense to be turned
   (stuck). Who waits goes on (live).

   Right under sequential consistency, where the second one sees the flag of the first. With store buffers both
   flags can still be on their way when both threads look: each takes itself for the first, and they wait for each
   other forever. The repairs are sense-barrier-flags-tso.fp and sense-barrier-flags-pso.fp. */
const N = 2

shared arrived[N]: bool = false
shared sense: bool = false

thread T[N] {
  local mine: bool = false
  loop {
    work: skip
    mine = !mine
    arrived[self] = mine
    if (arrived[1 - self] == mine) {
      sense = mine
    } else {
      wait: await sense == mine
    }
  }
}

never too_early: T(i)@work && T(j)@work && T(i).mine != T(j).mine
never stuck: T(0)@wait && T(0).mine != sense && T(1)@wait && T(1).mine != sense
ltl live: G (T(i)@wait -> F T(i)@work)
