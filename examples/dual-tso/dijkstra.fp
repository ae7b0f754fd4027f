/* Dijkstra's algorithm (1965), as in examples/programs/dijkstra-tso.fp, and only mutual exclusion is asked. */
const N = 2

shared wants[N]: bool = false
shared claims[N]: bool = false
shared turn: 0..N - 1 = 0

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    wants[me] = true
    seek: while (turn != me) {
      if (!wants[turn]) {
        turn = me
      }
    }
    claims[me] = true
    fence
    check: j = 0
    while (j < N) {
      if (j != me && claims[j]) {
        if (turn == me) {
          goto check
        }
        claims[me] = false
        goto seek
      }
      j = j + 1
    }
    cs: skip
    claims[me] = false
    wants[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
