/* The stack of counted-stack.fp for PSO: the lock is given back by a release, which does not overtake the store to
   `top`. The thread does not wait for that. */
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
  store_release(lock, false)
  owner = N
  await !swap(lock, true)
  owner = me
  t = top
  assert t == pushed - popped
  top = t - 1
  popped = popped + 1
  assert owner == me
  store_release(lock, false)
  owner = N
}

invariant held: owner != N -> lock
invariant counted: T(0)@end && T(1)@end -> pushed == N && popped == N
