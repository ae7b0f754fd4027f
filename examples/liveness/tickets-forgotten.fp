/* The ticket lock of tickets.fp, and who leaves calls its own number once more instead of the next one. No two threads
   are in the critical section: it is safe, since after the first one nobody ever gets in. */
shared next: int = 0
shared serving: int = 0

thread T[3] {
  local mine: int
  loop {
    mine = fetch_add(next, 1)
    wait: await serving == mine
    cs: skip
    serving = mine
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl live: G (T(i)@wait -> F T(i)@cs)
