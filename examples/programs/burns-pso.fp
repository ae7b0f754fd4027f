/* The one-bit algorithm of Burns and Lynch (1980) with the two fences that PSO needs; burns.fp tells how it works and
   what is checked.

   The first is that of burns-tso.fp: a thread's flag is in memory before the thread looks at the others for the
   second time. The second: what was done in the critical section is in memory before the flag goes down. */
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
    fence
    flag[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
