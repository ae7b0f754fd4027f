/* Dijkstra's algorithm (1965) with the two fences that PSO needs; dijkstra.fp tells how it works and what is checked.

   The first is that of dijkstra-tso.fp: a claim is in memory before the claims of the others are read. The second:
   what was done in the critical section is in memory before the claim is withdrawn. Wish and claim may go in any
   order: a wish only keeps others from taking the turn. */
const N = 3

shared wants[N]: bool = false
shared claims[N]: bool = false
shared turn: 0..N - 1 = 0
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    wants[me] = true
    wait: {
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
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    fence
    claims[me] = false
    wants[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
