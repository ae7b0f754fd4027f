/* The barrier of sense-barrier.fp with two lines exchanged: the last one turns sense first and sets up the counter
   then. A thread that is fast enough counts in between, on any memory. */
const N = 3

shared count: 0..3 = N
shared sense: bool = false

thread T[N] {
  local mine: bool = false
  loop {
    work: skip
    mine = !mine
    if (fetch_add(count, -1) == 1) {
      sense = mine
      count = N
    } else {
      wait: await sense == mine
    }
  }
}

never too_early: T(i)@work && T(j)@work && T(i).mine != T(j).mine
ltl live: G (T(i)@wait -> F T(i)@work)
