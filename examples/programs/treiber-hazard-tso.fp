/* The stack of treiber-hazard.fp with one fence between announcing a node and looking at the top again.

   It is right under PSO as well. All other stores can wait: the next compare-and-swap drains the pointer of a
   pushed node before anybody can find the node, and a hazard pointer that is cleared late only lets others wait
   longer. */
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
        fence
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
