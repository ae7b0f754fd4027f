/* The lock of ticket-lock.fp with the fetch-and-add taken apart into a load and a store: two threads draw the same
   number and go in together, on any memory. Store buffers make it more likely, and no fence helps: between the
   load and the store another thread can always come. */
const N = 3

shared next: 0..2 = 0
shared serving: 0..2 = 0
shared data: 0..2 = 0

thread T[N] {
  local ticket: 0..2, seen: 0..2
  loop {
    ticket = next
    next = (ticket + 1) % N
    wait: await serving == ticket
    cs: {
      seen = data
      assert seen == ticket
      data = (seen + 1) % N
    }
    serving = (ticket + 1) % N
  }
}

never mutex: T(i)@cs && T(j)@cs
ltl live: G (T(i)@wait -> F T(i)@cs)
