/** Promela twins of programs: the same steps, so that the numbers of states are equal (without dead variables zeroed). */

/** The filter lock under sequential consistency. */
export function filterPromela(n: number): string {
  return `#define N ${n}
byte level[N]; byte victim[N];
active [N] proctype P() {
  byte L; byte k;
ncs:  L = 1;
set:  level[_pid] = L;
      atomic { victim[L] = _pid; k = 0 };
      true;
wait: if
      :: atomic { k == _pid -> k++ }; goto wait
      :: atomic { k < N && k != _pid && level[k] < L -> k++ }; goto wait
      :: k < N && k != _pid && level[k] >= L -> goto look
      :: atomic { k == N && L < N - 1 -> L++ }; goto set
      :: k == N && L == N - 1 -> goto cs
      fi;
look: if
      :: victim[L] == _pid -> goto wait
      :: atomic { victim[L] != _pid -> k = N }; goto wait
      fi;
cs:   level[_pid] = 0; goto ncs
}
`;
}

/** The filter lock with fences under TSO: a buffer of `length` entries for each thread, and a process that drains it. */
export function filterTsoPromela(n: number, length: number): string {
  const slots = Array.from({ length }, (_, k) => k);
  const forwarded = slots.reduce(
    (older, k) => `(bn[_pid] > ${k} && ba[_pid * K + ${k}] == (a) -> bv[_pid * K + ${k}] : ${older})`,
    'mem',
  );
  const moved = slots
    .slice(1)
    .map((k) => `ba[p * K + ${k - 1}] = ba[p * K + ${k}]; bv[p * K + ${k - 1}] = bv[p * K + ${k}];`)
    .join(' ');
  return `#define N ${n}
#define K ${length}
#define LEVEL(i) (1 + (i))
#define VICTIM(i) (1 + N + (i))
#define READ(a, mem) ${forwarded}
#define ROOM (bn[_pid] < K)
#define PUT(a, v) ba[_pid * K + bn[_pid]] = a; bv[_pid * K + bn[_pid]] = v; bn[_pid]++
byte level[N]; byte victim[N];
byte ba[N * K]; byte bv[N * K]; byte bn[N];
active [N] proctype P() {
  byte L; byte k;
ncs:  L = 1;
set:  atomic { ROOM -> PUT(LEVEL(_pid), L) };
      atomic { ROOM -> PUT(VICTIM(L), _pid); k = 0 };
      bn[_pid] == 0;
wait: if
      :: atomic { k == _pid -> k++ }; goto wait
      :: atomic { k < N && k != _pid && READ(LEVEL(k), level[k]) < L -> k++ }; goto wait
      :: k < N && k != _pid && READ(LEVEL(k), level[k]) >= L -> goto look
      :: atomic { k == N && L < N - 1 -> L++ }; goto set
      :: k == N && L == N - 1 -> goto cs
      fi;
look: if
      :: READ(VICTIM(L), victim[L]) == _pid -> goto wait
      :: atomic { READ(VICTIM(L), victim[L]) != _pid -> k = N }; goto wait
      fi;
cs:   atomic { ROOM -> PUT(LEVEL(_pid), 0) }; goto ncs
}
#define p (_pid - N)
active [N] proctype Drain() {
  do
  :: d_step {
       bn[p] > 0 ->
       if
       :: ba[p * K] <= N -> level[ba[p * K] - 1] = bv[p * K]
       :: else -> victim[ba[p * K] - 1 - N] = bv[p * K]
       fi;
       ${moved} bn[p]--; ba[p * K + bn[p]] = 0; bv[p * K + bn[p]] = 0
     }
  od
}
`;
}
