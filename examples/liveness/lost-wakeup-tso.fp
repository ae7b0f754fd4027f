/* The sleeper of lost-wakeup.fp with the two fences that it needs to be woken up: that is all they do, without them
   nothing goes wrong but that nothing happens.

   The announcement is in memory before the consumer looks for work, and the work is in memory before the producer looks
   for the consumer. Under PSO the same two are enough: what else the consumer has written is in memory, too, when it
   has passed its fence and looks once more, and a bell that rings too late only makes it look. */
shared work: bool = false
shared asleep: bool = false
shared bell: bool = false

thread Producer {
  loop {
    await !work
    work = true
    fence
    if (asleep) {
      bell = true
    }
  }
}

thread Consumer {
  loop {
    asleep = true
    fence
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
