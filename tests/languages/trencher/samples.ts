/** Programs, and whether all their threads can be in final states at once under SC and under TSO. */
export interface Sample {
  readonly text: string;
  readonly sc: boolean;
  readonly tso: boolean;
}

function dekker(fence: boolean): string {
  const thread = (name: string, mine: number, other: number): string => `thread ${name}
initial start
final critical
transition start wrote write 1 ${mine}
transition wrote ready ${fence ? 'mfence' : 'noop'}
transition ready seen read flag ${other}
transition seen critical check == flag 0
end
`;
  return `# Two flags, no turn\n\n${thread('left', 10, 20)}#\n${thread('right', 20, 10)}`;
}

/** Two increments; a third thread sees 1 behind both. */
function increments(locked: boolean): string {
  const thread = (name: string): string => `thread ${name}
initial q0
final done
transition q0 q1 ${locked ? 'lock' : 'noop'}
transition q1 q2 read r 0
transition q2 q3 write + r 1 0
transition q3 q4 ${locked ? 'unlock' : 'mfence'}
transition q4 q5 lock
transition q5 q6 read n 1
transition q6 q7 write + n 1 1
transition q7 done unlock
end
`;
  const watcher =
    'thread watcher\ninitial a\nfinal c\ntransition a b read n 1\ntransition b b2 check == n 2\n' +
    'transition b2 b3 read x 0\ntransition b3 c check == x 1\nend\n';
  return thread('one') + thread('two') + watcher;
}

/** A list in memory: cell 0 points to a node, whose value is one further. */
const POINTER = `thread writer
initial a
final d
transition a b local node 6
transition b c write 1 + node 1
transition c d write node 0
end
thread reader
initial a
final e
transition a b read p 0
transition b c check != p 0
transition c d read v + p 1
transition d e check == v 0
end
`;

const LOOP = `thread filler
initial q0
final e
transition q0 q1 local i 1
transition q1 q2 check <= i 3
transition q2 q1b write * i i i
transition q1b q1 local i + i 1
transition q1 e check > i 3
end
thread reader
initial a
final c
transition a b read r 3
transition b c check && == r 9 == & r 12 8
end
`;

export const SAMPLES: Readonly<Record<string, Sample>> = {
  'two flags': { text: dekker(false), sc: false, tso: true },
  'two flags with fences': { text: dekker(true), sc: false, tso: false },
  'increments that lose one': { text: increments(false), sc: true, tso: true },
  'locked increments': { text: increments(true), sc: false, tso: false },
  'a node that is published late': { text: POINTER, sc: false, tso: false },
  'a loop over addresses': { text: LOOP, sc: true, tso: true },
};
