/* Store buffering in a ring. Each thread stores to its own cell and then loads that of the next one. Asked: all of them
   load the old value. TSO allows it, since all stores can wait; not with a fence between store and load, because the
   thread whose store arrives first is looked at after that by the one before it. */
const N = 5

shared x[N]: bool = false

thread P(me: 0..N - 1) {
  x[me] = true
  fence
  assume !x[(me + 1) % N]
  old: skip
}

never P(0)@old && P(1)@old && P(2)@old && P(3)@old && P(4)@old
