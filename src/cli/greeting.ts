/** What `fencepost tour` begins with: three examples, and in a few words what their answers mean. */
import path from 'node:path';
import type { MemoryName } from '../memory/models.js';
import { textReport } from '../report/text.js';
import type { Host } from './host.js';
import { readInput } from './input.js';
import { memoryBounds, styleFor } from './surroundings.js';

interface Stop {
  readonly file: string;
  readonly memory: MemoryName;
  /** Before the answer. */
  readonly why: readonly string[];
  /** The answer in one line. */
  readonly short: boolean;
}

const STOPS: readonly Stop[] = [
  {
    file: 'programs/peterson.fp',
    memory: 'tso',
    why: [
      "Peterson's lock is right when every write is seen at once. On x86 a write first waits in a store buffer,",
      'and both threads get in. The run below was found, and replayed step by step on a machine with such buffers:',
    ],
    short: false,
  },
  {
    file: 'programs/peterson-tso.fp',
    memory: 'tso',
    why: [
      'With one fence in each thread it is right again, however long the buffers are: `fencepost fix` finds the place.',
    ],
    short: true,
  },
  {
    file: 'weak/spinlock.cub',
    memory: 'tso',
    why: ['Some locks are for any number of threads. No search of states ends there; this is a proof for all of them:'],
    short: true,
  },
];

/** Ends early when an example is not there: the tour tells that. */
export async function greet(host: Host): Promise<void> {
  const style = styleFor(host);
  const write = (...lines: readonly string[]): void => host.output.write(lines.map((line) => `${line}\n`).join(''));
  write(
    'Fencepost proves concurrent algorithms correct on the memory that processors have, or shows how they fail.',
    '',
  );
  for (const [index, { file, memory, why, short }] of STOPS.entries()) {
    const input = await readInput(host, path.join(host.root, 'examples', file));
    if (!input.ok || host.stop.aborted) return;
    const [first = '', ...others] = why.map((line) => line.replaceAll('`', ''));
    write(`${index + 1}. ${style.bold(first)}`, ...others.map((line) => `   ${style.bold(line)}`));
    const options = { file, memory, ...memoryBounds(host, null), signal: host.stop };
    const result = await host.services.check(input.text, options);
    if (!result.ok) return;
    const shown = { style, width: host.output.columns - 3, quiet: short, allInvariants: false };
    write(
      ...textReport(`examples/${file}`, result.outcome, shown)
        .split('\n')
        .map((line) => `   ${line}`),
      '',
    );
  }
}
