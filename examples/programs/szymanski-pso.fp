/* Szymanski's algorithm (1988) with the three fences that PSO needs; szymanski.fp tells how it works and what is
   checked.

   The first two are those of szymanski-tso.fp: a thread is seen outside before it looks whether the door is open, and
   in the doorway before it looks who is outside. The third: what was done in the critical section is in memory before
   the flag is 0. */
const N = 3

shared flag[N]: 0..4 = 0
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    flag[me] = 1
    fence
    wait: {
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
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    j = me + 1
    while (j < N) {
      await flag[j] < 2 || flag[j] > 3
      j = j + 1
    }
    fence
    flag[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
