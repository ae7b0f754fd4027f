/* J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on shared-memory multiprocessors" (1991):
   waiting threads form a list, and each spins on a word of its own. The node of a thread is the thread. */
const N = 4
const NOBODY = N

shared tail: 0..N = NOBODY
shared next[N]: 0..N = NOBODY
shared locked[N]: bool = false

thread P(me: 0..N - 1) {
  local other: 0..N = 0
  clear: next[me] = NOBODY
  append: other = swap(tail, me)
  if (other != NOBODY) {
    lock: locked[me] = true
    link: next[other] = me
    wait: await !locked[me]
  }
  cs: other = next[me]
  if (other == NOBODY) {
    last: if (cas(tail, me, NOBODY)) {
      goto clear
    }
    late: await next[me] != NOBODY
    find: other = next[me]
  }
  pass: locked[other] = false
  goto clear
}

never mutex: P(i)@cs && P(j)@cs
