/* Szymanski's algorithm (1988), as in examples/programs/szymanski-tso.fp, and only mutual exclusion is asked. */
const N = 2

shared flag[N]: 0..4 = 0

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    flag[me] = 1
    fence
    j = 0
    while (j < N) {
      await flag[j] < 3
      j = j + 1
    }
    flag[me] = 3
    fence
    j = 0
    while (j < N) {
      if (flag[j] == 1) {
        flag[me] = 2
        j = 0
        while (flag[j] != 4) {
          j = (j + 1) % N
        }
        break
      }
      j = j + 1
    }
    flag[me] = 4
    j = 0
    while (j < me) {
      await flag[j] < 2
      j = j + 1
    }
    cs: skip
    j = me + 1
    while (j < N) {
      await flag[j] < 2 || flag[j] > 3
      j = j + 1
    }
    flag[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
