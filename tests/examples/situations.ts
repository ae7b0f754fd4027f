/**
 * For each example that holds, states that it must reach if its proof is to mean something: processes compete, draw
 * equal numbers, share a line, come round a second time; with weak memory, see different things. Each is the rest of an
 * `unsafe` declaration, asked under the weakest memory that the example is checked under.
 */
export const SITUATIONS: Readonly<Record<string, readonly string[]>> = {
  'weak/naive-mutex.cub': [
    '(p q) { At[p] = Critical && At[q] = Backing_off }',
    '(p q) { At[p] = Raised && At[q] = Raised && p@Flag[q] = False && q@Flag[p] = False }',
  ],
  'weak/lamport.cub': [
    '(p q) { At[p] = Critical && p@X = q }',
    '(p q) { At[p] = Critical && At[q] = Outside && q@Gate_shut = True }',
    '(p q) { At[p] = Read_X && At[q] = Read_X && p@Y = p && q@Y = q }',
  ],
  'weak/lamport-full.cub': [
    '(p q) { At[p] = Critical && At[q] = Look_around }',
    '(p q) { At[p] = Critical && p@X = q && At[q] = Await_gate }',
  ],
  'weak/lamport-any.cub': [
    '(p q) { At[p] = Critical && At[q] = Look_around }',
    '(p q) { At[p] = Critical && p@X = q && At[q] = Await_gate }',
  ],
  'weak/spinlock.cub': [
    '(p q r) { At[p] = Critical && At[q] = Spinning && At[r] = Spinning && r@Word = -2 }',
    '(p q) { At[p] = Acquiring && At[q] = Spinning && p@Word = 1 && q@Word = 0 }',
  ],
  'weak/mcs-lock.cub': [
    '(p q r) { At[p] = Critical && At[q] = Spin && At[r] = Spin }',
    '(p q) { At[p] = Hand_over && At[q] = Spin && After[p] = q && q@Locked[q] = True }',
  ],
  'weak/ticket-lock.cub': [
    '(p q r) { At[p] = Critical && At[q] = Waiting && At[r] = Waiting }',
    '(p q) { At[p] = Outside && At[q] = Waiting && p@Serving = 1 && q@Serving = 0 && Number[q] = 1 }',
  ],
  'weak/ticket-lock-counts.cub': [
    '(p q r) { At[p] = Critical && At[q] = Waiting && At[r] = Waiting }',
    '(p q) { At[p] = Outside && At[q] = Waiting && p@Serving = 1 && q@Serving = 1 && Number[q] = 1 }',
  ],
  'weak/dekker.cub': [
    '(p q) { At[p] = Critical && At[q] = Await_turn && q@Turn = p }',
    '(p q) { At[p] = Check_flag && At[q] = Check_flag && p@Flag[q] = False && q@Flag[p] = False }',
  ],
  'weak/peterson.cub': [
    '(p q) { At[p] = Critical && At[q] = Waiting }',
    '(p q) { At[p] = Waiting && At[q] = Waiting && p@Turn = q && q@Turn = p }',
  ],
  'weak/burns.cub': [
    '(p q) { At[p] = Critical && At[q] = Second_look }',
    '(p q) { p < q && At[p] = Look_above && At[q] = Retreat }',
    '(p q) { At[p] = Raised && At[q] = Raised && p@Flag[q] = False && q@Flag[p] = False }',
  ],
  'weak/barrier.cub': [
    '(p q) { Phase[p] = 2 && At[p] = Working && At[q] = Waiting && Phase[q] = 1 }',
    '(p q) { At[p] = Turning && At[q] = Turning && Phase[p] = 1 }',
    '(p q) { At[p] = Working && Phase[p] = 1 && q@Common = False }',
  ],
  'weak/arbiter-v1.cub': [
    '(p q a) { At[p] = Critical && At[q] = Asking && At[a] = Granted }',
    '(p a) { At[p] = Idle && At[a] = Granted && p@Left = True && a@Left = False }',
  ],
  'weak/arbiter-v2.cub': [
    '(p q a) { At[p] = Critical && At[q] = Asking && At[a] = Granted && q@Answer[q] = False }',
    '(p a) { At[p] = Idle && p@Request[p] = False && a@Request[p] = True }',
  ],
  'weak/two-phase-commit.cub': [
    '(p q) { State[p] = Committed && State[q] = Committed }',
    '(p q) { State[p] = Aborted && State[q] = Prepared && p@Vote[p] = No && q@Vote[p] = None }',
    '(p q) { State[p] = Prepared && Heard[p, q] = True && q@Decision = Abort }',
  ],
  'weak/msi.cub': [
    '(p q) { p@Line[p] = Shared && q@Line[q] = Shared }',
    '(p q) { p@Line[p] = Invalid && q@Line[p] = Modified }',
  ],
  'test-and-set.cub': ['(p q) { At[p] = Inside && At[q] = Waiting }'],
  'semaphore.cub': ['(p q r) { At[p] = Inside && At[q] = Inside && At[r] = Waiting && Permits = 0 }'],
  'ticket-lock.cub': [
    '(p q r) { At[p] = Critical && At[q] = Waiting && At[r] = Waiting }',
    '(p) { At[p] = Critical && Serving = 2 }',
  ],
  'mcs-lock.cub': ['(p q r) { At[p] = Critical && At[q] = Spin && At[r] = Spin && Next[p] = q && Next[q] = r }'],
  'dekker.cub': ['() { At[#1] = Critical && At[#2] = Await_turn }'],
  'peterson.cub': ['() { At[#1] = Waiting && At[#2] = Waiting }', '() { At[#1] = Waiting && At[#2] = Critical }'],
  'dijkstra.cub': [
    '(p q) { At[p] = Checking && At[q] = Checking }',
    '(p q) { At[p] = Critical && At[q] = Checking && Turn = q }',
  ],
  'bakery.cub': [
    '(p q) { At[p] = Critical && At[q] = Waiting && Number[p] = Number[q] }',
    '(p q) { At[p] = Critical && At[q] = Waiting && Number[p] = 2 }',
  ],
  'burns.cub': ['(p q) { At[p] = Critical && Flag[q] = True }', '(p q) { At[p] = Look_above && At[q] = Second_look }'],
  'lamport-fast.cub': [
    '(p q) { At[p] = Critical && X = q }',
    '(p q) { At[p] = Reread_Y && Y = p && At[q] = Await_gate }',
  ],
  'szymanski.cub': [
    '(p q r) { At[p] = Critical && At[q] = Door_shut && At[r] = In_room }',
    '(p q) { At[p] = Critical && p < q && At[q] = Door_shut }',
  ],
  'fischer.cub': ['(p q) { At[p] = Writing && At[q] = Writing }', '(p q) { At[p] = Critical && At[q] = Waiting }'],
  'readers-writer.cub': [
    '(p q) { At[p] = Reading && At[q] = Reading }',
    '(p q) { At[p] = Writing && At[q] = Collecting }',
  ],
  'readers-first.cub': [
    '(p q r) { At[p] = Reading && At[q] = Reading && At[r] = Reading }',
    '(p q) { At[p] = Writing && At[q] = Enter_counted }',
  ],
  'seqlock.cub': ['(p) { At[p] = Accepted && Version = 1 }', '(p) { At[p] = Check && Got_left[p] <> Got_right[p] }'],
  'hazard-pointers.cub': [
    '(t n) { At[t] = Using && Local[t] = n && Node[n] = Retired }',
    '(t n) { At[t] = Announced && Local[t] = n && Node[n] = Free }',
  ],
  'barrier.cub': ['(p q) { Phase[p] = 2 && At[p] = Working && At[q] = Waiting && Phase[q] = 1 }'],
  'philosophers.cub': [
    '(p q) { Mood[p] = Eating && Mood[q] = Hungry && Token[p, q] = True }',
    '(p q) { p < q && Mood[q] = Eating && Fork[p, q] = False }',
  ],
  'token-ring.cub': ['(p q) { p < q && At[p] = Critical && At[q] = Wanting }', '(p q) { p < q && Coming[p] = True }'],
  'ricart-agrawala.cub': [
    '(p q) { At[p] = Critical && At[q] = Waiting && Number[p] = Number[q] }',
    '(p q) { At[p] = Critical && Number[p] = 2 && Owes[p, q] = True }',
  ],
  'leader-election.cub': [
    '(p q) { Leader[p] = True && Awake[q] = True }',
    '(p q r) { Mail[p, q] = True && Mail[q, r] = True && p < q }',
  ],
  'two-phase-commit.cub': [
    '(p q) { State[p] = Committed && State[q] = Committed }',
    '(p q) { State[p] = Aborted && State[q] = Prepared && Decision = Abort }',
  ],
  'german.cub': [
    '(c d) { Line[c] = Shared && Line[d] = Shared && Copy[c] = Latest }',
    '(c d) { Line[c] = Exclusive && Copy[c] <> Memory && To_invalidate[c] = True && Client = d }',
  ],
  'mesi.cub': ['(c d) { Line[c] = Shared && Line[d] = Shared }', '(c) { Line[c] = Modified && Memory <> Latest }'],
  'moesi.cub': ['(c d) { Line[c] = Owned && Line[d] = Shared && Memory <> Latest }'],
  'dragon.cub': [
    '(c d) { Line[c] = Shared_dirty && Line[d] = Shared_clean && Memory <> Latest }',
    '(c d) { Line[c] = Shared_clean && Line[d] = Shared_clean && Memory = Latest }',
  ],
};
