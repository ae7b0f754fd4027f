/* A barrier with sense reversal for two threads (after D. Hensgen, R. Finkel, U. Manber, 1988): a thread that arrives
   turns its flag and waits until the other flag is the same. Asked: both work, in different phases. TSO does not allow
   it without any fence: a thread that sees a flag too late only waits longer. With two flags alone it may wait for ever, as a
   warning tells: the fast thread turns its flag again before the slow one has looked. */
const N = 2

shared arrived[N]: bool = false

thread P(me: 0..N - 1) {
  local phase: bool = false
  loop {
    work: skip
    phase = !phase
    arrived[me] = phase
    await arrived[1 - me] == phase
  }
}

never P(i)@work && P(j)@work && P(i).phase != P(j).phase
