/**
 * For each example that holds, states that it must reach if its proof is to mean something: processes compete, draw
 * equal numbers, share a line, come round a second time. Each is the rest of an `unsafe` declaration.
 */
export const SITUATIONS: Readonly<Record<string, readonly string[]>> = {
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
