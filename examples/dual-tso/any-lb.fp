/* Load buffering among any number of threads. Each of the two parts is taken by one thread, with a locked instruction: it
   loads one variable and then stores to the other. Asked: both load the new value. TSO does not allow it for any number:
   only these two store, and a store never comes before a load of the same thread. (If many could take a part, a thread
   that loads an old value would store what another loads, on any memory.) */
shared first: bool = false, second: bool = false
shared x: bool = false, y: bool = false

thread T[any] {
  local seen: bool
  choose {
    await cas(first, false, true)
    seen = x
    y = true
    left: skip
  } or {
    await cas(second, false, true)
    seen = y
    x = true
    right: skip
  }
}

never T(i)@left && T(i).seen && T(j)@right && T(j).seen
