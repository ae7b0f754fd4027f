/* How a thread goes to sleep, and is not woken up. The pattern is that of wait queues and condition variables in
   operating systems; why it needs fences is told in the Linux kernel, Documentation/memory-barriers.txt, under "Sleep
   and wake-up functions".

   The consumer announces that it is going to sleep, looks once more whether there is work, and sleeps until the bell
   rings. The producer makes work, looks whether the consumer is asleep, and rings the bell if it is. Whoever comes
   second sees what the first one wrote: either the consumer finds the work, or the producer finds the consumer asleep.
   A bell that rings too late wakes the consumer for nothing, and it goes to sleep again.

   Modelling: one piece of work at a time; the producer waits until the last one is taken. Sleeping is waiting for the
   bell.

   Checked: the consumer takes work only where there is some (nothing_there), and work gets done (live).

   Under TSO it is safe and hangs. The announcement and the work wait in store buffers while each thread looks at what
   the other one is about to write: the consumer sees no work, the producer sees nobody asleep. Then both writes arrive,
   the consumer sleeps, the work is there, and nobody rings: no bad state was ever reached, and all writes have come to
   memory. A warning tells of the deadlock, and the temporal property is violated. lost-wakeup-tso.fp repairs it. */
shared work: bool = false
shared asleep: bool = false
shared bell: bool = false

thread Producer {
  loop {
    await !work
    work = true
    if (asleep) {
      bell = true
    }
  }
}

thread Consumer {
  loop {
    asleep = true
    if (!work) {
      sleep: await bell
      bell = false
    }
    asleep = false
    if (work) {
      take: work = false
    }
  }
}

never nothing_there: Consumer@take && !work
ltl live: G (work -> F !work)
