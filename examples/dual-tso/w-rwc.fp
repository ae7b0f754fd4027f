/* W+RWC, handed on once more. First stores to x and y. Middle loads the new y and stores to u. Reader loads the new u and
   the old z. Last stores to z and loads x. Asked: Last finds the old x. TSO allows it because the store of Last can
   wait, and with a fence between its store and its load it does not. */
shared x: bool = false, y: bool = false, u: bool = false, z: bool = false

thread First {
  x = true
  y = true
}

thread Middle {
  assume y
  u = true
}

thread Reader {
  assume u
  assume !z
  seen: skip
}

thread Last {
  z = true
  fence
  assume !x
  old: skip
}

never Reader@seen && Last@old
