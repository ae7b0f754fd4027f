/** What people come with, and the example that answers it: `fencepost examples`, and the index in `examples/README.md`. */
export interface Topic {
  /** `I want to` comes before it. */
  readonly want: string;
  /** In the folder of examples. */
  readonly file: string;
  /** The command, with its words in front of the file and behind. */
  readonly command: readonly [before: string, behind: string];
}

export const TOPICS: readonly Topic[] = [
  {
    want: 'see what x86 does to a lock that is right on paper',
    file: 'programs/peterson.fp',
    command: ['compare', ''],
  },
  { want: 'find where the fences must go', file: 'programs/dekker.fp', command: ['fix', '--memory tso'] },
  { want: 'check a queue between two threads', file: 'programs/lamport-queue.fp', command: ['check', '--memory tso'] },
  { want: 'check a work-stealing deque', file: 'programs/chase-lev.fp', command: ['check', '--memory tso'] },
  {
    want: 'check a lock-free stack, and see the ABA problem',
    file: 'programs/treiber-stack-aba.fp',
    command: ['check', ''],
  },
  { want: 'check a queue lock (MCS)', file: 'programs/mcs-lock.fp', command: ['check', '--memory tso'] },
  { want: 'check readers that never wait (seqlock)', file: 'programs/seqlock.fp', command: ['compare', ''] },
  { want: 'check a lock for readers and writers', file: 'kernel/rwlock.fp', command: ['check', '--memory pso'] },
  { want: 'check a grace period (RCU)', file: 'kernel/rcu.fp', command: ['check', '--memory tso'] },
  { want: 'write procedures and records', file: 'kernel/mcs.fp', command: ['check', '--memory pso'] },
  {
    want: 'mend a program by barriers between stores',
    file: 'kernel/seqlock.fp',
    command: ['fix', '--memory pso --with store-fences'],
  },
  { want: 'check a barrier', file: 'programs/sense-barrier.fp', command: ['check', ''] },
  {
    want: 'ask whether a thread that waits gets in',
    file: 'liveness/lost-wakeup.fp',
    command: ['check', '--property live --fair-threads'],
  },
  {
    want: 'prove a lock for any number of threads under TSO',
    file: 'weak/spinlock.cub',
    command: ['check', '--memory tso'],
  },
  { want: 'prove a program for any number of threads', file: 'dual-tso/any-mp.fp', command: ['check', ''] },
  { want: 'prove a coherence protocol', file: 'german.cub', command: ['check', ''] },
  { want: 'prove a commit protocol', file: 'two-phase-commit.cub', command: ['check', ''] },
  { want: 'have tickets that grow without bound', file: 'predicates/bakery-tso.fp', command: ['check', ''] },
  { want: 'list every outcome of a few instructions', file: 'litmus/SB.litmus', command: ['litmus', ''] },
  { want: 'give somebody a proof to check', file: 'bakery.cub', command: ['certify', ''] },
  { want: 'check a model of DiVinE', file: 'dve/anderson.dve', command: ['check', ''] },
];

/** `fencepost compare peterson.fp`, for a copy of the file. */
export function commandOf({ file, command: [before, behind] }: Topic, path = nameOf(file)): string {
  return `fencepost ${before} ${path} ${behind}`.trimEnd();
}

/** Without its folders. */
export function nameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
