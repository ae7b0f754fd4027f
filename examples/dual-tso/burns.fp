/* The one-bit algorithm of Burns and Lynch (1980), as in examples/programs/burns-tso.fp, and only mutual exclusion is
   asked. */
const N = 4

shared flag[N]: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
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
    cs: skip
    flag[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
