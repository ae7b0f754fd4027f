/* The deque of deque.fp without the fence in take: right under SC. Under TSO the owner looks at top while its claim
   still waits in the store buffer, and a thief takes the same task. */
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
