/* ISA2 for any number of threads: they store to x and y, or load the new y and store to z, or load the new z and then x.
   Asked: one of the last kind finds the old x. TSO does not allow it for any number: z arrives after some y, that after
   some x, and nothing takes it back. */
shared x: bool = false, y: bool = false, z: bool = false

thread T[any] {
  choose {
    x = true
    y = true
  } or {
    assume y
    z = true
  } or {
    assume z
    assume !x
    old: skip
  }
}

never T(i)@old
