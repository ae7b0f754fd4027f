/* The lock of ticket-lock.fp, where who leaves adds one to the number that is called, by a load and a store. Nobody
   else writes it, so this is the same number; that it is must be found out, too: a thread that leaves sees its own
   number called, also through its store buffer. */
shared next: int = 0
shared owner: int = 0

thread T[any] {
  local t: int
  loop {
    t = fetch_add(next, 1)
    wait: await owner == t
    cs: skip
    release: owner = owner + 1
  }
}

never mutex: T(i)@cs && T(j)@cs
