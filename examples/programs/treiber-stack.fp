/* The stack of R. K. Treiber, "Systems programming: coping with parallelism" (1986): a linked list without locks.
   Its top is changed by compare-and-swap alone.

   To push, a thread lets its node point to the top and swings the top to the node; to pop, it reads the top and
   the node below, and swings the top to that. If the top has changed in the meantime it starts over. That it has
   not changed is more than that it is the same node again: others may have popped two nodes and pushed back the
   first. So the top carries a tag that each pop raises, and both are compared.

   Modelling: nodes are 1 and 2, and next[0] is not used. The top is one word, 3 * tag + node. The tag never wraps
   around, since each of three threads pops and pushes ROUNDS times.

   Checked: no two threads have the same node (shared_node).

   No fence is needed on TSO or on PSO: each store is followed by a compare-and-swap, which waits for it, before
   anybody can find the node. treiber-stack-aba.fp does without the tag; treiber-hazard.fp has another remedy,
   which needs a fence. */
const NODES = 2
const NONE = 0
const ROUNDS = 2

type node = 0..NODES

shared top: 0..20 = 1
shared next[3]: node = {0, 2, 0}

thread T[3] {
  local old: 0..20, mine: node
  local round: 0..ROUNDS = 0
  while (round < ROUNDS) {
    round = round + 1
    pop: loop {
      old = top
      mine = old % 3
      if (mine != NONE && cas(top, old, 3 * (old / 3 + 1) + next[mine])) {
        break
      }
    }
    use: skip
    push: loop {
      old = top
      next[mine] = old % 3
      if (cas(top, old, old - old % 3 + mine)) {
        break
      }
    }
  }
}

never shared_node: T(i)@use && T(j)@use && T(i).mine == T(j).mine
