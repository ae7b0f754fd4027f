/* G. L. Peterson, "Myths about the mutual exclusion problem" (1981): N - 1 levels, and at each one thread stays behind.
   The others are looked at one after the other. With the fence it is right under TSO, too. */
const N = 4

shared level[N]: 0..N - 1 = 0
shared victim[N]: 0..N - 1 = 0

thread P(me: 0..N - 1) {
  local l: 1..N = 1, k: 0..N = 0
  set: level[me] = l
  stay: victim[l] = me
  k = 0
  order: fence
  scan: while (k < N) {
    if (k == me || level[k] < l) {
      k = k + 1
    } else {
      look: if (victim[l] != me) {
        k = N
      }
    }
  }
  l = l + 1
  if (l < N) {
    goto set
  }
  cs: level[me] = 0
  l = 1
  goto set
}

never mutex: P(i)@cs && P(j)@cs
