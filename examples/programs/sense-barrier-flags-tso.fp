/* The barrier of sense-barrier-flags.fp for TSO, with one fence between turning the own flag and looking at the
   other one: of two threads that arrive together at least one sees the other.

   Under PSO it is too weak. When both turn sense, one of them can leave its store in the buffer, turn its flag for
   the next phase, and have sense turned back in the middle of a later phase: sense-barrier-flags-pso.fp. */
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
    } else {
      wait: await sense == mine
    }
  }
}

never too_early: T(i)@work && T(j)@work && T(i).mine != T(j).mine
never stuck: T(0)@wait && T(0).mine != sense && T(1)@wait && T(1).mine != sense
ltl live: G (T(i)@wait -> F T(i)@work)
