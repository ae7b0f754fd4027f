/* The heart of Dekker's algorithm: raise the own flag, enter if the other one is down, once. Who finds it up gives up.
   Asked: both are in the critical section. TSO allows it unless there is a fence between the two. */
shared flag[2]: bool = false

thread P(me: 0..1) {
  flag[me] = true
  fence
  assume !flag[1 - me]
  cs: skip
  flag[me] = false
}

never mutex: P(0)@cs && P(1)@cs
