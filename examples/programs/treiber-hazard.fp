/* The stack of R. K. Treiber, "Systems programming: coping with parallelism" (1986) with the remedy of M. M.
   Michael, "Hazard pointers: safe memory reclamation for lock-free objects" (2004) against reusing nodes too
   early.

   A thread that wants to pop a node first announces it in its hazard pointer and looks whether the node is still
   the top. While a node is announced nobody else pushes it again: so a top that is the same node is an unchanged
   one.

   Modelling: nodes are 1 and 2, and next[0] is not used. A thread that has used its node waits until nobody has
   announced it, where Michael's would lay it aside, and pushes it.

   Checked: no two threads have the same node (shared_node).

   Right under sequential consistency: either the announcement comes in time, or the second look finds another top.
   With store buffers the announcement can still be on its way while the thread looks, and others do not see it:
   treiber-hazard-tso.fp. */
const N = 3
const NODES = 2
const NONE = 0

type node = 0..NODES

shared top: node = 1
shared next[3]: node = {0, 2, 0}
shared hazard[N]: node = NONE

thread T[N] {
  local old: node, mine: node
  loop {
    pop: loop {
      mine = top
      if (mine != NONE) {
        hazard[self] = mine
        if (top == mine && cas(top, mine, next[mine])) {
          break
        }
      }
    }
    use: skip
    hazard[self] = NONE
    retire: {
      await hazard[(self + 1) % N] != mine
      await hazard[(self + 2) % N] != mine
    }
    push: loop {
      old = top
      next[mine] = old
      if (cas(top, old, mine)) {
        break
      }
    }
  }
}

never shared_node: T(i)@use && T(j)@use && T(i).mine == T(j).mine
