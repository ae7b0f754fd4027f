/* Load buffering in a ring. Each thread loads the cell of the one before it and then stores to its own. Asked: all of
   them load the new value. TSO does not allow it: a store never comes before a load of the same thread. */
const N = 3

shared x[N]: bool = false

thread P(me: 0..N - 1) {
  local seen: bool
  seen = x[(me + N - 1) % N]
  x[me] = true
  done: skip
}

never P(0)@done && P(0).seen && P(1)@done && P(1).seen && P(2)@done && P(2).seen
