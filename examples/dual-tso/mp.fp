/* Message passing to three readers: Writer stores the data and then the flag, each reader loads the flag and then the
   data. Asked: some reader finds the flag up and the old data. TSO does not allow it, as stores of a thread arrive in
   order and loads of a thread happen in order. */
shared data: bool = false, flag: bool = false

thread Writer {
  data = true
  flag = true
}

thread Reader(me: 0..2) {
  assume flag
  assume !data
  old: skip
}

never Reader(i)@old
