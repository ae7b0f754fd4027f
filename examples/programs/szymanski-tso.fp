/* Szymanski's algorithm (1988) with the two fences that TSO needs; szymanski.fp tells how it works and what is
   checked.

   The first: a thread is seen outside (1) before it looks whether the door is open, or the last of a group does not
   see it and shuts the door while it comes in. The second: a thread is seen in the doorway (3) before it looks who is
   outside, or one that comes from there finds the door open afterwards.

   The 2 and the 4 may be late. Whoever waits for them waits longer. Until a late 4 arrives memory shows the 3 or the
   2 before it. A 3 keeps everybody back as well. A thread with a 2 was let in by another's 4, and that one stays
   until this 4 is in memory: it does not enter before those below it, and does not leave while one above it has a 2
   or a 3.

   On PSO the flags keep their order, as each thread has one cell only, but the last one overtakes the data.
   szymanski-pso.fp has another fence for that. */
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
    flag[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
