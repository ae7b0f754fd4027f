/* Peterson's algorithm (1981), each thread once, as in examples/programs/peterson-tso.fp; only mutual exclusion is asked.
   peterson-loop.fp does it for ever. */
shared flag[2]: bool = false
shared turn: 0..1 = 0

thread P(me: 0..1) {
  local other = 1 - me
  flag[me] = true
  turn = other
  fence
  await !flag[other] || turn == me
  cs: skip
  flag[me] = false
}

never mutex: P(0)@cs && P(1)@cs
