/* Store buffers of two entries written out, as TSO has them; the file that includes this one says N (2 to 4) and CELLS.
   Shared variables are cells of mem, numbered from 1. Cell 0 says that an entry is vacant; then its value is 0, too. */
byte cell0[N]; byte value0[N];
byte cell1[N]; byte value1[N];

#define READ(a) (cell1[_pid] == (a) -> value1[_pid] : (cell0[_pid] == (a) -> value0[_pid] : mem[a]))
#define FENCE (cell0[_pid] == 0)
/* For d_step, in this order: is there room, and a store. */
#define ROOM (cell1[_pid] == 0)
#define STORE(a, v) \
  if \
  :: cell0[_pid] == 0 -> cell0[_pid] = a; value0[_pid] = v \
  :: else -> cell1[_pid] = a; value1[_pid] = v \
  fi

#define DRAIN(p) \
  d_step { \
    cell0[p] != 0 -> mem[cell0[p]] = value0[p]; \
    cell0[p] = cell1[p]; value0[p] = value1[p]; cell1[p] = 0; value1[p] = 0 \
  }
