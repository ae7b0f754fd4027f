/* The barrier of sense-barrier-flags.fp for PSO, with two fences. The first is that of sense-barrier-flags-tso.fp:
   the own flag is in memory before the other one is looked at. The second waits until sense is turned in memory,
   so that it cannot be turned by a store of an old phase after the flag of the next phase has been seen. */
const N = 2

shared arrived[N]: bool = false
shared sense: bool = false

thread T[N] {
  local mine: bool = false
  loop {
    work: skip
    mine = !mine
    arrived[self] = mine
    fence
    if (arrived[1 - self] == mine) {
      sense = mine
      fence
    } else {
      wait: await sense == mine
    }
  }
}

never too_early: T(i)@work && T(j)@work && T(i).mine != T(j).mine
never stuck: T(0)@wait && T(0).mine != sense && T(1)@wait && T(1).mine != sense
ltl live: G (T(i)@wait -> F T(i)@work)
