/* Peterson's algorithm for n threads (1981) with the fence that TSO needs; filter.fp tells how it works and what is
   checked.

   The fence, once for each level: what a thread announces is in memory before it reads what the others announced. The
   buffer keeps the order of level and last, and that of the data and the level that is given up.

   PSO keeps neither. As with two threads, `last` can be in memory before the level: others come later without seeing
   that somebody is there. filter-pso.fp has two more fences. */
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
      fence
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
