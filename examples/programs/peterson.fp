/* G. L. Peterson, "Myths about the mutual exclusion problem" (1981): two threads, two flags, and a word that says who
   gives way.

   A thread raises its flag and then gives the turn to the other. It waits until the other's flag is down or the turn
   has been given back: of two who want to enter, the one that was polite last waits.

   Modelling: the threads enter again and again. `torn` is true while the data of the critical section are half
   changed: who comes in must find it false.

   Checked: the two are never both in the critical section (`mutex`), nobody sees torn data (the assert), and whoever
   waits gets in (`live`).

   There are no fences: right under sequential consistency, wrong with store buffers. Both flags wait in buffers while
   each thread reads that the other's is down. peterson-tso.fp and peterson-pso.fp repair it. */
shared flag[2]: bool = false
shared turn: 0..1 = 0
shared torn: bool = false

thread P(me: 0..1) {
  local other = 1 - me
  loop {
    flag[me] = true
    turn = other
    wait: await !flag[other] || turn == me
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    flag[me] = false
  }
}

never mutex: P(0)@cs && P(1)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
