/* Write-to-read causality for any number of threads: they store to x, or load the new x and store to y, or load the new y
   and then x. Asked: one of the last kind finds the old x. TSO does not allow it for any number: y is stored by a thread
   that found x in memory, and nothing takes it back. */
shared x: bool = false, y: bool = false

thread T[any] {
  choose {
    x = true
  } or {
    assume x
    y = true
  } or {
    assume y
    assume !x
    old: skip
  }
}

never T(i)@old
