/* ISA2, message passing through somebody: First stores to x and y, Middle loads the new y and stores to z, Last loads
   the new z and then x. Asked: Last finds the old x. TSO does not allow it, as stores of a thread arrive in order. */
shared x: bool = false, y: bool = false, z: bool = false

thread First {
  x = true
  y = true
}

thread Middle {
  assume y
  z = true
}

thread Last {
  assume z
  assume !x
  old: skip
}

never Last@old
