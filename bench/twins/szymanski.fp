/* B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait" (1988): a waiting room
   with two doors. The flags are looked at one after the other. With the fences it is right under TSO, too. */
const N = 4

shared flag[N]: 0..4 = 0

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  want: flag[me] = 1
  j = 0
  fence1: fence
  door: while (j < N) {
    await flag[j] < 3
    j = j + 1
  }
  inside: flag[me] = 3
  j = 0
  fence2: fence
  outside: while (j < N) {
    if (flag[j] == 1) {
      room: flag[me] = 2
      j = 0
      fence3: fence
      shut: while (flag[j] != 4) {
        j = (j + 1) % N
      }
      goto close
    }
    j = j + 1
  }
  close: flag[me] = 4
  j = 0
  fence4: fence
  turn: while (j < me) {
    await flag[j] < 2
    j = j + 1
  }
  cs: j = me + 1
  // One load tells 2 and 3 from 0, 1 and 4.
  leave: while (j < N) {
    await flag[j] % 4 < 2
    j = j + 1
  }
  open: flag[me] = 0
  goto want
}

never mutex: P(i)@cs && P(j)@cs
