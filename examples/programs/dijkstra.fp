/* E. W. Dijkstra, "Solution of a problem in concurrent programming control" (1965): the first mutual exclusion of any
   number of threads by loads and stores.

   A thread that wants to enter tries to get the turn: it may take it from one that does not want to enter. Several
   can do so one after the other, so having the turn is not enough: the thread then claims the section, and enters if
   it finds no other claim. If it finds one it withdraws its own, unless it has the turn, and tries again.

   Modelling: three threads, who enter again and again. `wants` and `claims` are the paper's b and c, negated, and
   `turn` its k. The paper withdraws the claim in each round of the search for the turn; here this is done where there
   is a claim, since a store of what is there already only fills buffers. `torn` is true while the data of the
   critical section are half changed: who comes in must find it false.

   Checked: no two threads are in the critical section (`mutex`), nobody sees torn data (the assert), and some thread
   or other always gets in again (`progress`). A single one can starve.

   There are no fences: right under sequential consistency, wrong with store buffers. Claims wait in buffers while
   each thread reads that there is no other. dijkstra-tso.fp and dijkstra-pso.fp repair it. */
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
