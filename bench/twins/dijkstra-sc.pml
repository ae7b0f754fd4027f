/* dijkstra.fp under sequential consistency. */
#define N 4
byte wants[N]; byte claims[N]; byte turn;

active [N] proctype P() {
  byte j = 0;
want:  wants[_pid] = 1;
seek:  if
       :: d_step { turn != _pid -> j = turn }; goto ask
       :: d_step { turn == _pid -> j = turn }; goto claim
       fi;
ask:   if
       :: wants[j] -> goto seek
       :: !wants[j] -> goto take
       fi;
take:  turn = _pid; goto seek;
claim: if :: d_step { claims[_pid] = 1; j = 0 } fi;
check: if
       :: j < N && j != _pid && claims[j] -> goto back
       :: d_step { j < N && (j == _pid || !claims[j]) -> j++ }; goto check
       :: j == N -> goto cs
       fi;
back:  claims[_pid] = 0; goto seek;
cs:    claims[_pid] = 0;
leave: wants[_pid] = 0; goto want
}
