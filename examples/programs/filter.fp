/* G. L. Peterson, "Myths about the mutual exclusion problem" (1981), the solution for n threads, which became known
   as the filter lock.

   There are n - 1 levels, and each keeps one thread back. A thread announces the level that it tries, and that it is
   the last to come there. It goes on when somebody came later, or when nobody else is at this level or above it.

   Modelling: three threads, who enter again and again. The two others are called left and right; their levels are
   read one after the other, and all begins anew when the condition turns out false. `torn` is true while the data of
   the critical section are half changed: who comes in must find it false.

   Checked: no two threads are in the critical section (`mutex`), nobody sees torn data (the assert), and whoever
   waits gets in (`live`).

   There are no fences: right under sequential consistency, wrong with store buffers. Levels wait in buffers while
   their threads read that nobody is there. filter-tso.fp and filter-pso.fp repair it. */
const N = 3

shared level[N]: 0..N - 1 = 0
shared last[N]: 0..N - 1 = 0
shared torn: bool = false

thread P(me: 0..N - 1) {
  local left = (me + 1) % N, right = (me + 2) % N
  local k: 1..N = 1
  loop {
    k = 1
    wait: while (k < N) {
      level[me] = k
      last[k] = me
      await last[k] != me || level[left] < k && level[right] < k
      k = k + 1
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    level[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
