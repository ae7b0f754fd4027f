/* Peterson's algorithm for n threads (1981) with the three fences that PSO needs; filter.fp tells how it works and
   what is checked.

   The first: a level is in memory before its thread says that it is the last one there, or another can come later and
   not see it. The second, that of filter-tso.fp: `last` is in memory before the others' levels are read. The third:
   what was done in the critical section is in memory before the level is given up. */
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
      fence
      last[k] = me
      fence
      await last[k] != me || level[left] < k && level[right] < k
      k = k + 1
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    fence
    level[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
