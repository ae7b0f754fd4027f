/* The stack of treiber-stack.fp without the tag, with threads that go on forever. One thread reads the top, node
   1, and below it node 2. Others pop both and push back node 1. The compare-and-swap of the first finds node 1 as
   before and makes node 2 the top, which somebody has: the ABA problem, on any memory. */
const NODES = 2
const NONE = 0

type node = 0..NODES

shared top: node = 1
shared next[3]: node = {0, 2, 0}

thread T[3] {
  local old: node, mine: node
  loop {
    pop: loop {
      mine = top
      if (mine != NONE && cas(top, mine, next[mine])) {
        break
      }
    }
    use: skip
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
