/* Dijkstra's algorithm (1965) with the fence that TSO needs; dijkstra.fp tells how it works and what is checked.

   The fence: a claim is in memory before the claims of the others are read. The turn needs none: it decides who tries
   again, not who enters. The data are in the buffer before the claim is withdrawn.

   PSO lets the claim that is withdrawn overtake the data. dijkstra-pso.fp has another fence for that. */
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
    claims[me] = false
    wants[me] = false
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl progress: G F (P(0)@cs || P(1)@cs || P(2)@cs)
