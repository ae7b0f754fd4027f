/* lamport-fast.fp under sequential consistency. */
#define N 4
#define NOBODY N
byte wants[N]; byte x; byte y = NOBODY;

active [N] proctype P() {
  byte j = 0;
start:  wants[_pid] = 1;
name:   x = _pid;
fence1: true;
taken:  if
        :: y != NOBODY -> goto back
        :: y == NOBODY -> goto take
        fi;
back:   wants[_pid] = 0;
free:   y == NOBODY -> goto start;
take:   y = _pid;
fence2: true;
alone:  if
        :: x != _pid -> goto step
        :: x == _pid -> goto cs
        fi;
step:   if :: d_step { wants[_pid] = 0; j = 0 } fi;
others: if
        :: d_step { j < N && !wants[j] -> j++ }; goto others
        :: j == N -> goto mine
        fi;
mine:   if
        :: y != _pid -> goto free
        :: y == _pid -> goto cs
        fi;
cs:     y = NOBODY;
leave:  wants[_pid] = 0; goto start
}
