/* A spin lock with tickets (D. P. Reed and R. K. Kanodia, 1979), as in examples/programs/ticket-lock.fp, and only mutual
   exclusion is asked. Numbers count modulo the number of threads. It needs no fence: drawing a number is a locked
   instruction, and a store that lets the next one in only comes too late. */
const N = 3

shared next: 0..N - 1 = 0
shared serving: 0..N - 1 = 0

thread T[N] {
  local ticket: 0..N - 1
  loop {
    atomic {
      ticket = next
      next = (next + 1) % N
    }
    await serving == ticket
    cs: skip
    serving = (ticket + 1) % N
  }
}

never mutex: T(i)@cs && T(j)@cs
