/* bakery.fp under TSO. */
#define N 3
#define LAST 6
#define CELLS (2 * N)
#define CHOOSING(i) (1 + (i))
#define NUMBER(i) (1 + N + (i))
#define PASSES(n) (n == 0 || ticket < n || (ticket == n && _pid <= j))
byte mem[CELLS + 1];
#include "tso.pml"

active [N] proctype P() {
  byte j = 0; byte seen = 0; byte ticket = 0;
start: if :: d_step { ROOM -> STORE(CHOOSING(_pid), 1); ticket = 1; j = 0 } fi;
order: FENCE;
draw:  if
       :: d_step { j < N && READ(NUMBER(j)) == LAST -> seen = LAST }; goto back
       :: d_step {
            j < N && READ(NUMBER(j)) != LAST ->
            seen = READ(NUMBER(j)); ticket = (seen < ticket -> ticket : seen + 1); j++
          };
          goto draw
       :: j == N -> goto hold
       fi;
hold:  if :: d_step { ROOM -> STORE(NUMBER(_pid), ticket) } fi;
ready: if :: d_step { ROOM -> STORE(CHOOSING(_pid), 0); j = 0 } fi;
sync:  FENCE;
next:  if
       :: j < N && READ(CHOOSING(j)) == 0 -> goto turn
       :: j == N -> goto cs
       fi;
turn:  if
       :: d_step { PASSES(READ(NUMBER(j))) -> seen = READ(NUMBER(j)); j++ }; goto next
       :: d_step { !PASSES(READ(NUMBER(j))) -> seen = READ(NUMBER(j)) }; goto turn
       fi;
cs:    if :: d_step { ROOM -> STORE(NUMBER(_pid), 0) } fi; goto start;
back:  if :: d_step { ROOM -> STORE(CHOOSING(_pid), 0) } fi;
wait:  READ(NUMBER(j)) != LAST -> goto start
}

#include "drain.pml"
