/* The barrier of sense-barrier.fp for PSO, with one fence between setting up the counter and turning sense.

   Without it threads can be let go while the counter in memory is still 0; the first to finish its next phase
   counts it below 0, and when the counter is set up at last that arrival is forgotten. */
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
      fence
      sense = mine
    } else {
      wait: await sense == mine
    }
  }
}

never too_early: T(i)@work && T(j)@work && T(i).mine != T(j).mine
ltl live: G (T(i)@wait -> F T(i)@work)
