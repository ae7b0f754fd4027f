/* The one-bit algorithm of Burns and Lynch (1980) with the fence that TSO needs; burns.fp tells how it works and what
   is checked.

   The fence: a thread's flag is in memory before the thread looks at the others for the second time. The first look
   needs none: it only saves work. A flag that goes down too late makes others wait, and the data are in the buffer
   before it.

   PSO lets the flag overtake the data. burns-pso.fp has another fence for that; the flags themselves need none, as
   each thread has one cell only. */
const N = 3

shared flag[N]: bool = false
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    wait: {
      retry: j = 0
      while (j < me) {
        if (flag[j]) {
          goto retry
        }
        j = j + 1
      }
      flag[me] = true
      fence
      j = 0
      while (j < me) {
        if (flag[j]) {
          flag[me] = false
          goto retry
        }
        j = j + 1
      }
      j = me + 1
      while (j < N) {
        await !flag[j]
        j = j + 1
      }
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    flag[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
