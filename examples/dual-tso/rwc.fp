/* Read-to-write causality, with a second reader. First stores to x. Reader 0 loads the new x and the old y. Second stores
   to y. Reader 1 loads the new y and the old z. Last stores to z and loads x. Asked: Last finds the old x. Each reader
   says that what it found new arrived before what it found old; so x arrives before z. TSO allows it because the
   store of Last can wait, and with a fence between its store and its load it does not. */
shared x: bool = false, y: bool = false, z: bool = false

thread First {
  x = true
}

thread Reader(me: 0..1) {
  if (me == 0) {
    assume x
    assume !y
  } else {
    assume y
    assume !z
  }
  seen: skip
}

thread Second {
  y = true
}

thread Last {
  z = true
  fence
  assume !x
  old: skip
}

never Reader(0)@seen && Reader(1)@seen && Last@old
