/* Read-to-write causality for any number of threads: they store to x, or load the new x and the old y, or store to y and
   load the old x. Asked: threads of the last two kinds get through. TSO allows it, as for three threads: the store to y
   can wait. Not with a fence behind it: then y is in memory before the last kind loads x, and x before the other kind
   loads y, and one of the two loads is late. */
shared x: bool = false, y: bool = false

thread T[any] {
  choose {
    x = true
  } or {
    assume x
    assume !y
    seen: skip
  } or {
    y = true
    fence
    assume !x
    old: skip
  }
}

never T(i)@seen && T(j)@old
