/* Independent reads of independent writes for any number of threads: they store to x, or to y, or load both in one order or
   the other. Asked: two readers with opposite orders find new what they load first and old what they load next. TSO does
   not allow it for any number: one of x and y is new first, for all, and stays so. */
shared x: bool = false, y: bool = false

thread T[any] {
  choose {
    x = true
  } or {
    y = true
  } or {
    assume x
    assume !y
    newx: skip
  } or {
    assume y
    assume !x
    newy: skip
  }
}

never T(i)@newx && T(j)@newy
