/* mcs.fp under TSO. The swap and the compare-and-swap need an empty buffer and write to memory. */
#define N 4
#define NOBODY N
#define CELLS (1 + 2 * N)
#define TAIL 1
#define NEXT(i) (2 + (i))
#define LOCKED(i) (2 + N + (i))
byte mem[CELLS + 1] = { 0, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, 0, 0, 0, 0 };
#include "tso.pml"

active [N] proctype P() {
  byte other = 0;
clear:  if :: d_step { ROOM -> STORE(NEXT(_pid), NOBODY) } fi;
append: if
        :: d_step { FENCE && mem[TAIL] != NOBODY -> other = mem[TAIL]; mem[TAIL] = _pid }; goto lock
        :: d_step { FENCE && mem[TAIL] == NOBODY -> other = NOBODY; mem[TAIL] = _pid }; goto cs
        fi;
lock:   if :: d_step { ROOM -> STORE(LOCKED(_pid), 1) } fi;
link:   if :: d_step { ROOM -> STORE(NEXT(other), _pid) } fi;
wait:   READ(LOCKED(_pid)) == 0;
cs:     if
        :: d_step { READ(NEXT(_pid)) == NOBODY -> other = NOBODY }; goto last
        :: d_step { READ(NEXT(_pid)) != NOBODY -> other = READ(NEXT(_pid)) }; goto pass
        fi;
last:   if
        :: d_step { FENCE && mem[TAIL] == _pid -> mem[TAIL] = NOBODY }; goto clear
        :: FENCE && mem[TAIL] != _pid -> goto late
        fi;
late:   READ(NEXT(_pid)) != NOBODY;
find:   other = READ(NEXT(_pid));
pass:   if :: d_step { ROOM -> STORE(LOCKED(other), 0) } fi; goto clear
}

#include "drain.pml"
