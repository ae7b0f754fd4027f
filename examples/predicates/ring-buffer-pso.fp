/* L. Lamport, "Proving the correctness of multiprocess programs" (1977): a queue in a ring of slots, with the two
   fences that PSO needs: the slot is in memory before the count says so. ring-buffer.fp tells how it works. */
const SIZE = 2

shared slot[SIZE]: 0..1 = 0
shared head: int = 0, tail: int = 0

thread Producer {
  local made: int = 0
  loop {
    await made - head < SIZE
    assert slot[made % SIZE] == 0
    slot[made % SIZE] = 1
    fence
    made = made + 1
    tail = made
  }
}

thread Consumer {
  local taken: int = 0
  loop {
    await taken < tail
    assert slot[taken % SIZE] == 1
    slot[taken % SIZE] = 0
    fence
    taken = taken + 1
    head = taken
  }
}
