/* Message passing for any number of threads, writers and readers. Asked: a reader finds the flag up and the old data. TSO
   does not allow it for any number: the store of the flag that it finds arrived after one of the data, and nothing
   takes the data back. */
shared data: bool = false, flag: bool = false

thread T[any] {
  choose {
    data = true
    flag = true
  } or {
    assume flag
    assume !data
    old: skip
  }
}

never T(i)@old
