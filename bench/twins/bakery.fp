/* L. Lamport, "A new solution of Dijkstra's concurrent programming problem" (1974). Tickets end at LAST: who sees the last
   one waits until it is given back, and begins anew. With the fences it is right under TSO, too. */
const N = 3
const LAST = 6

shared choosing[N]: bool = false
shared number[N]: 0..LAST = 0

thread P(me: 0..N - 1) {
  local j: 0..N = 0, seen: 0..LAST = 0, ticket: 0..LAST = 0
  start: choosing[me] = true
  ticket = 1
  j = 0
  order: fence
  draw: while (j < N) {
    seen = number[j]
    if (seen == LAST) {
      goto back
    }
    ticket = seen < ticket ? ticket : seen + 1
    j = j + 1
  }
  hold: number[me] = ticket
  ready: choosing[me] = false
  j = 0
  sync: fence
  next: while (j < N) {
    await !choosing[j]
    turn: seen = number[j]
    if (seen == 0 || ticket < seen || ticket == seen && me <= j) {
      j = j + 1
    } else {
      goto turn
    }
  }
  cs: number[me] = 0
  goto start
  back: choosing[me] = false
  wait: await number[j] != LAST
  goto start
}

never mutex: P(i)@cs && P(j)@cs
