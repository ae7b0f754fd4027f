/* filter.fp under TSO. */
#define N 4
#define CELLS (2 * N)
#define LEVEL(i) (1 + (i))
#define VICTIM(i) (1 + N + (i))
byte mem[CELLS + 1];
#include "tso.pml"

active [N] proctype P() {
  byte l = 1; byte k = 0;
set:   if :: d_step { ROOM -> STORE(LEVEL(_pid), l) } fi;
stay:  if :: d_step { ROOM -> STORE(VICTIM(l), _pid); k = 0 } fi;
order: FENCE;
scan:  if
       :: d_step { k < N && (k == _pid || READ(LEVEL(k)) < l) -> k++ }; goto scan
       :: k < N && !(k == _pid || READ(LEVEL(k)) < l) -> goto look
       :: d_step { k == N && l + 1 < N -> l++ }; goto set
       :: d_step { k == N && l + 1 == N -> l++ }; goto cs
       fi;
look:  if
       :: d_step { READ(VICTIM(l)) != _pid -> k = N }; goto scan
       :: READ(VICTIM(l)) == _pid -> goto scan
       fi;
cs:    if :: d_step { ROOM -> STORE(LEVEL(_pid), 0); l = 1 } fi; goto set
}

#include "drain.pml"
