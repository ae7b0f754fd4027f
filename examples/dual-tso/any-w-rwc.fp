/* W+RWC for any number of threads: they store to x and y, or load the new y and the old z, or store to z and load the old
   x. Asked: threads of the last two kinds get through. TSO allows it, as for three threads: the store to z can wait. Not
   with a fence behind it: then z is in memory before the last kind loads x, and x, which comes before y, before the
   other kind loads z, and one of the two loads is late. */
shared x: bool = false, y: bool = false, z: bool = false

thread T[any] {
  choose {
    x = true
    y = true
  } or {
    assume y
    assume !z
    seen: skip
  } or {
    z = true
    fence
    assume !x
    old: skip
  }
}

never T(i)@seen && T(j)@old
