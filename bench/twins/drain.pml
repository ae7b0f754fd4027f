/* One process takes the oldest entry out of any buffer. It comes after the threads, whose numbers are 0 to N - 1. */
active proctype Drain() {
  do
  :: DRAIN(0)
  :: DRAIN(1)
#if N > 2
  :: DRAIN(2)
#endif
#if N > 3
  :: DRAIN(3)
#endif
  od
}
