/* Store buffering for any number of threads. Each stores to one of two variables and then loads the other. Asked: two
   threads that store to different ones both load old values. TSO allows it, as for two threads. Not with a fence between
   store and load: whichever variable gets its first store later, its thread loads the other one after that. */
shared x: bool = false, y: bool = false

thread T[any] {
  choose {
    x = true
    fence
    assume !y
    oldy: skip
  } or {
    y = true
    fence
    assume !x
    oldx: skip
  }
}

never T(i)@oldy && T(j)@oldx
