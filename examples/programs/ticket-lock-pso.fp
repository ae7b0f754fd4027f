/* The ticket lock of ticket-lock.fp for PSO, with one fence before serving is written.

   Under PSO every variable has a buffer of its own. Without the fence the store that calls the next number can
   pass the store of data: the next thread comes in, reads the old count, and an update is lost. Drawing a number
   needs no fence; it is a locked instruction. */
const N = 3

shared next: 0..2 = 0
shared serving: 0..2 = 0
shared data: 0..2 = 0

thread T[N] {
  local ticket: 0..2, seen: 0..2
  loop {
    atomic {
      ticket = next
      next = (next + 1) % N
    }
    wait: await serving == ticket
    cs: {
      seen = data
      assert seen == ticket
      data = (seen + 1) % N
    }
    fence
    serving = (ticket + 1) % N
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl live: G (T(i)@wait -> F T(i)@cs)
