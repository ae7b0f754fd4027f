/* The stack of R. K. Treiber, "Systems programming: coping with parallelism" (1986), with a record for each node:
   top is replaced by compare-and-swap, and taken again where that fails.

   Each thread pushes a node of its own and pops one, which it keeps: nodes are not used twice, so the ABA problem
   (programs/treiber-stack-aba.fp) does not arise.

   Checked: no node is popped twice, and nobody finds the stack empty.

   A compare-and-swap waits until the buffer is empty, so the link of a node is in memory before the node can be
   seen: no memory needs a fence. */
const N = 3
const NONE = 3

type name = 0..NONE

record node {
  next: name = NONE;
}

shared nodes[N]: node
shared top: name = NONE

ghost popped[N]: bool

proc push(mine: name) {
  local old: name
  loop {
    old = top
    nodes[mine].next = old
    if (cas(top, old, mine)) {
      return
    }
  }
}

proc pop() {
  local old: name, next: name
  loop {
    old = top
    if (old == NONE) {
      return NONE
    }
    next = nodes[old].next
    if (cas(top, old, next)) {
      return old
    }
  }
}

thread T[N] {
  local got: name = NONE
  push(self)
  got = pop()
  assert got != NONE
  assert !popped[got]
  popped[got] = true
}

invariant T(i)@end && T(j)@end -> T(i).got != T(j).got
