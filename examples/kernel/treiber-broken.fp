/* The stack of treiber.fp whose pop writes the new top by a plain store: two threads take the same node. */
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
    top = next
    return old
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
