/* L. Lamport, "A new solution of Dijkstra's concurrent programming problem" (1974): the bakery algorithm.

   Who wants to enter draws a ticket with a larger number than all that it sees. The smallest goes first; of two equal
   ones, that of the thread with the smaller number. Nobody is passed while it is choosing, for it may come out with a
   smaller ticket.

   Modelling: three threads, who enter again and again. The tickets are bounded: a thread that sees the LAST one in
   somebody's hand draws none, says that it is not choosing any more, and begins anew when that one has been given
   back. (While it was choosing the other could not enter.) `torn` is true while the data of the critical section are
   half changed: who comes in must find it false.

   Checked: no two threads are in the critical section (`mutex`), nobody sees torn data (the assert), and whoever has
   a ticket gets in (`live`).

   There are no fences: right under sequential consistency, wrong with store buffers. Tickets wait in buffers while
   each thread reads that nobody else has one. bakery-tso.fp and bakery-pso.fp repair it. */
const N = 3
const LAST = 4

shared choosing[N]: bool = false
shared number[N]: 0..LAST = 0
shared torn: bool = false

thread P(me: 0..N - 1) {
  local j: 0..N = 0, seen: 0..LAST = 0, ticket: 0..LAST = 0
  loop {
    draw: choosing[me] = true
    ticket = 1
    j = 0
    while (j < N) {
      seen = number[j]
      if (seen == LAST) {
        choosing[me] = false
        await number[j] != LAST
        goto draw
      }
      ticket = seen < ticket ? ticket : seen + 1
      j = j + 1
    }
    number[me] = ticket
    choosing[me] = false
    wait: {
      j = 0
      while (j < N) {
        await !choosing[j]
        if (j != me) {
          seen = number[j]
          while (seen != 0 && (seen < ticket || seen == ticket && j < me)) {
            seen = number[j]
          }
        }
        j = j + 1
      }
    }
    cs: {
      assert !torn
      torn = true
      torn = false
    }
    number[me] = 0
  }
}

never mutex: P(i)@cs && P(j)@cs
ltl live: G (P(i)@wait -> F P(i)@cs)
