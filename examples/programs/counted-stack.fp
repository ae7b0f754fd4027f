/* A stack of nodes behind a test-and-set lock, and what it is said to do: whoever holds the lock is its owner, and as
   many nodes lie on the stack as were pushed and not popped.

   The ghosts `owner`, `pushed` and `popped` are no part of the program. They are noted in the very steps in which the
   lock is taken and given back and the top is stored, while that store may wait in the buffer for long; a shared
   counter would wait with it, and a locked one would be a fence. The store to `lock` that gives the lock back waits
   behind the store to `top` under TSO. Under PSO it may overtake it, and the next owner misses a node. */
const N = 2

shared lock: bool
shared top: 0..N

ghost owner: 0..N = N, pushed: 0..N, popped: 0..N

thread T(me: 0..1) {
  local t: 0..N
  await !swap(lock, true)
  owner = me
  t = top
  assert t == pushed - popped
  top = t + 1
  pushed = pushed + 1
  lock = false
  owner = N
  await !swap(lock, true)
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
