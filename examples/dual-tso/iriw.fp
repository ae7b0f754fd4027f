/* Independent reads of independent writes: two threads store to x and to y, two others load both, in opposite orders.
   Asked: each reader finds new what it loads first and old what it loads next. TSO does not allow it: there is one
   order in which stores arrive, for all. */
shared x: bool = false, y: bool = false

thread WriterX {
  x = true
}

thread WriterY {
  y = true
}

thread ReaderXY {
  assume x
  assume !y
  seen: skip
}

thread ReaderYX {
  assume y
  assume !x
  seen: skip
}

never ReaderXY@seen && ReaderYX@seen
