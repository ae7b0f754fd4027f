/* filter.fp under sequential consistency. */
#define N 4
byte level[N]; byte victim[N];

active [N] proctype P() {
  byte l = 1; byte k = 0;
set:   level[_pid] = l;
stay:  if :: d_step { victim[l] = _pid; k = 0 } fi;
order: true;
scan:  if
       :: d_step { k < N && (k == _pid || level[k] < l) -> k++ }; goto scan
       :: k < N && !(k == _pid || level[k] < l) -> goto look
       :: d_step { k == N && l + 1 < N -> l++ }; goto set
       :: d_step { k == N && l + 1 == N -> l++ }; goto cs
       fi;
look:  if
       :: d_step { victim[l] != _pid -> k = N }; goto scan
       :: victim[l] == _pid -> goto scan
       fi;
cs:    if :: d_step { level[_pid] = 0; l = 1 } fi; goto set
}
