/* szymanski.fp under TSO. */
#define N 4
#define CELLS N
#define FLAG(i) (1 + (i))
byte mem[CELLS + 1];
#include "tso.pml"

active [N] proctype P() {
  byte j = 0;
want:    if :: d_step { ROOM -> STORE(FLAG(_pid), 1); j = 0 } fi;
fence1:  FENCE;
door:    if
         :: d_step { j < N && READ(FLAG(j)) < 3 -> j++ }; goto door
         :: j == N -> goto inside
         fi;
inside:  if :: d_step { ROOM -> STORE(FLAG(_pid), 3); j = 0 } fi;
fence2:  FENCE;
outside: if
         :: j < N && READ(FLAG(j)) == 1 -> goto room
         :: d_step { j < N && READ(FLAG(j)) != 1 -> j++ }; goto outside
         :: j == N -> goto close
         fi;
room:    if :: d_step { ROOM -> STORE(FLAG(_pid), 2); j = 0 } fi;
fence3:  FENCE;
shut:    if
         :: d_step { READ(FLAG(j)) != 4 -> j = (j + 1) % N }; goto shut
         :: READ(FLAG(j)) == 4 -> goto close
         fi;
close:   if :: d_step { ROOM -> STORE(FLAG(_pid), 4); j = 0 } fi;
fence4:  FENCE;
turn:    if
         :: d_step { j < _pid && READ(FLAG(j)) < 2 -> j++ }; goto turn
         :: j >= _pid -> goto cs
         fi;
cs:      j = _pid + 1;
leave:   if
         :: d_step { j < N && READ(FLAG(j)) % 4 < 2 -> j++ }; goto leave
         :: j == N -> goto open
         fi;
open:    if :: d_step { ROOM -> STORE(FLAG(_pid), 0) } fi; goto want
}

#include "drain.pml"
