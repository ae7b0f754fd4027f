/**
 * What a program took of the processor, user and system, in all of its threads: what the shell says of a child that has ended.
 * Node tells this of itself alone.
 */
import { spawnSync } from 'node:child_process';

export interface Spent {
  readonly output: string;
  readonly seconds: number;
}

/** It is ended after so many seconds by the clock. */
export function spentBy(words: readonly string[], timeout: number): Spent {
  // The figures come after everything that the program wrote.
  const script = 'TIMEFORMAT=\'%3U %3S\'; time "$@" 2>/dev/null';
  const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'timeout', `${timeout}`, ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  if (user === undefined || system === undefined || Number.isNaN(user + system)) {
    throw new Error(`bash did not say what ${words[0]} took: ${stderr}`);
  }
  return { output: stdout, seconds: user + system };
}
