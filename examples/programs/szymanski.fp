/* B. K. Szymanski, "A simple solution to Lamport's concurrent programming problem with linear wait" (1988).

   A waiting room with two doors. Threads who want to enter (1) go into the doorway (3) while the door in is open,
   that is, nobody has 3 or 4. Who still sees others outside makes room (2) and waits until one has shut the door (4);
   the last of the group sees nobody outside and shuts it. Then the group enters in the order of its numbers, and the
   door in opens when the last one has left (0).

   Modelling: three threads, who enter again and again. The flags are read one after the other, in the order of the
   threads. `torn` is true while the data of the critical section are half changed: who comes in must find it false.

   Checked: no two threads are in the critical section (`mutex`), nobody sees torn data (the assert), and whoever
   waits gets in (`live`).

   There are no fences: right under sequential consistency, wrong with store buffers. Flags wait in buffers while
   their threads read that nobody is there. szymanski-tso.fp and szymanski-pso.fp repair it. */
const N = 3

shared flag[N]: 0..4 = 0
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0
  loop {
    flag[me] = 1
    wait: {
      j = 0
      while (j < N) {
        await flag[j] < 3
        j = j + 1
      }
      flag[me] = 3
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
