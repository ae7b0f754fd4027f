/* The work-stealing deque of D. Chase and Y. Lev, "Dynamic circular work-stealing deque" (2005), with procedures:
   the owner pushes and takes at the bottom, thieves steal at the top.

   The owner claims the last task by lowering bottom before it looks at top. If only one task is left, owner and
   thief settle by compare-and-swap on top who gets it.

   Checked: no task is taken twice, which the ghost notes, and nobody steals from a slot that is still empty.

   The owner's store to bottom must be in memory before it loads top: the fence in take. Without it TSO breaks the
   deque (deque-broken.fp). Under PSO a task must be in its slot before bottom counts it: the release in push. */
const SIZE = 2
const NONE = 2

type task = 0..NONE

record deque {
  top: 0..SIZE;
  bottom: -1..SIZE;
  slot[SIZE]: task = NONE;
}

shared d: deque

ghost taken[SIZE]: bool

proc push(t: task) {
  local b: -1..SIZE
  b = d.bottom
  d.slot[b] = t
  store_release(d.bottom, b + 1)
}

proc take() {
  local b: -1..SIZE, t: 0..SIZE, got: task
  b = d.bottom - 1
  d.bottom = b
  fence
  t = d.top
  if (b < t) {
    d.bottom = t
    return NONE
  }
  got = d.slot[b]
  if (b > t) {
    return got
  }
  if (!cas(d.top, t, t + 1)) {
    got = NONE
  }
  d.bottom = t + 1
  return got
}

proc steal() {
  local b: -1..SIZE, t: 0..SIZE, got: task
  t = d.top
  b = d.bottom
  if (t >= b) {
    return NONE
  }
  got = d.slot[t]
  if (!cas(d.top, t, t + 1)) {
    return NONE
  }
  assert got != NONE
  return got
}

thread Owner {
  local got: task
  push(0)
  push(1)
  for round in 1..2 {
    got = take()
    if (got != NONE) {
      assert !taken[got]
      taken[got] = true
    }
  }
}

thread Thief[2] {
  local got: task
  got = steal()
  if (got != NONE) {
    assert !taken[got]
    taken[got] = true
  }
}
