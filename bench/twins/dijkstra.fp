/* E. W. Dijkstra, "Solution of a problem in concurrent programming control" (1965): `wants` and `claims` are the paper's b
   and c, negated, and `turn` its k. */
const N = 4

shared wants[N]: bool = false
shared claims[N]: bool = false
shared turn: 0..N - 1 = 0

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  want: wants[me] = true
  seek: j = turn
  if (j != me) {
    ask: if (!wants[j]) {
      take: turn = me
    }
    goto seek
  }
  claim: claims[me] = true
  j = 0
  check: while (j < N) {
    if (j != me && claims[j]) {
      back: claims[me] = false
      goto seek
    }
    j = j + 1
  }
  cs: claims[me] = false
  leave: wants[me] = false
  goto want
}

never mutex: P(i)@cs && P(j)@cs
