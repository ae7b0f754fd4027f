/* The stack of counted-stack.fp with test-and-set taken apart: both threads find the lock open and take it, on any
   memory. What the ghosts note shows it: one of them gives the lock back while the other is its owner. */
const N = 2

shared lock: bool
shared top: 0..N

ghost owner: 0..N = N, pushed: 0..N, popped: 0..N

thread T(me: 0..1) {
  local t: 0..N
  await !lock
  lock = true
  owner = me
  t = top
  assert t == pushed - popped
  top = t + 1
  pushed = pushed + 1
  lock = false
  owner = N
  await !lock
  lock = true
  owner = me
  t = top
  assert t == pushed - popped
  top = t - 1
  popped = popped + 1
  assert owner == me
  lock = false
  owner = N
}

invariant held: owner != N -> lock
invariant counted: T(0)@end && T(1)@end -> pushed == N && popped == N
