/**
 * One run of one model: a fresh process of the built program, so that no run profits from code or memory that another
 * one has warmed up, and none can take the benchmark down.
 */
import { spawn } from 'node:child_process';
import type { JsonError, JsonOutcome } from '../src/report/json.js';

/** Past its own time limit the program gets this long to say so. */
const GRACE_SECONDS = 10;

export interface SingleRun {
  readonly verdict: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly wall: number;
}

function lastObject(output: string): JsonOutcome | JsonError | null {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(line) as JsonOutcome | JsonError;
  } catch {
    return null;
  }
}

/** `more` are further options of `fencepost check`. */
export function runOnce(
  program: string,
  model: string,
  timeout: number,
  more: readonly string[] = [],
): Promise<SingleRun> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(
      process.execPath,
      [program, 'check', '--json', '--quiet', '--timeout', `${timeout}`, ...more, '--', model],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: (timeout + GRACE_SECONDS) * 1000,
        killSignal: 'SIGKILL',
      },
    );
    const pieces: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
    child.on('error', reject);
    child.on('close', () => {
      const wall = (performance.now() - begun) / 1000;
      const result = lastObject(pieces.join(''));
      if (result === null) resolve({ verdict: 'killed', counts: {}, seconds: wall, wall });
      else if ('diagnostics' in result) resolve({ verdict: result.verdict, counts: {}, seconds: wall, wall });
      else resolve({ verdict: result.verdict, counts: result.counts, seconds: result.seconds, wall });
    });
  });
}
