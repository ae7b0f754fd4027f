/* A barrier with sense reversal and a counter: D. Hensgen, R. Finkel and U. Manber, "Two algorithms for barrier
   synchronization" (1988); J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable synchronization on
   shared-memory multiprocessors" (1991).

   Who arrives turns its own bit and counts itself. The last one clears the counter and then turns the common bit, which
   lets everybody go. As the meaning of the bits changes from phase to phase, a fast thread can arrive at the next barrier
   while a slow one has not yet left this one.

   No fence under TSO: the counter is cleared before the bit is turned, and stores reach memory in their order.

   Checked, for any number of threads: nobody leaves before all have arrived. Who works has the bit of its phase, and two
   that work have the same. The proof counts: the counter is the number of threads that have added themselves since it was
   cleared, so the one that finds count(T) - 1 is the last of all. ../programs/sense-barrier.fp is the same for three.

   barrier-broken.fp turns the bit first. */
shared arrived: int = 0
shared sense: bool = false

thread T[any] {
  local mine: bool = false
  loop {
    work: skip
    mine = !mine
    if (fetch_add(arrived, 1) == count(T) - 1) {
      arrived = 0
      sense = mine
    } else {
      await sense == mine
    }
  }
}

never T(i)@work && T(j)@work && T(i).mine != T(j).mine
