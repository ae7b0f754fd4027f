/** `check --replay`: what is printed, and the exit status, on real examples. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openByHand } from '../../src/check/by-hand/index.js';
import { check } from '../../src/check/check.js';
import type { CheckOptions } from '../../src/check/options.js';
import { replayRun } from '../../src/check/replay/index.js';
import { readRun, writeRun } from '../../src/evidence/run-text/text.js';
import { cli } from './replay-host.js';

const examples = path.resolve(import.meta.dirname, '..', '..', 'examples');
const BROKEN = 'fp1.tso.p.8a443411f2fe..a0_a1_a3_b0_b1_b3.9dccb8e6';
const SHORT = 'fp1.tso.p.8a443411f2fe..a0_a1.4c12d3b2';
const PETERSON = 'programs/peterson.fp';

function example(name: string): string {
  return readFileSync(path.join(examples, name), 'utf8');
}

/** The same run with something else in it, and a checksum that fits. */
function changed(run: string, change: (steps: string[]) => string[]): string {
  const read = readRun(run);
  if (!read.ok) throw new Error(read.message);
  const steps = change(read.run.steps.map((_, position) => `${position}`)).map(
    (position) => read.run.steps[Number(position)] as (typeof read.run.steps)[number],
  );
  return writeRun({ ...read.run, steps });
}

test.each([
  [PETERSON, { memory: 'tso' }],
  [PETERSON, { memory: 'pso' }],
  ['programs/lamport-queue-broken.fp', { memory: 'tso' }],
  ['programs/chase-lev.fp', { memory: 'tso' }],
  ['weak/dekker-unfenced.cub', {}],
  ['weak/naive-mutex-unfenced.cub', { processes: 2, engine: 'explicit' }],
  ['fischer-broken.cub', {}],
  ['test-and-set-broken.cub', {}],
  ['litmus/SB.litmus', {}],
  ['dve/after-you.dve', { memory: 'tso' }],
  ['liveness/lost-wakeup.fp', { memory: 'tso', property: 'live' }],
  [PETERSON, { memory: 'sc', property: 'live' }],
] as const satisfies readonly (readonly [string, CheckOptions])[])(
  'the run of every violation replays to the same end: %s %j',
  async (name, options) => {
    const text = example(name);
    const found = await check(text, { file: name, ...options });
    if (!found.ok || found.outcome.run === null) throw new Error(`${name} has no run`);
    const { run, trace } = found.outcome;
    expect(run).toMatch(/^[\w.~-]+$/);
    const { engine: _, ...asked } = options as CheckOptions;
    const replayed = await replayRun(text, run, { file: name, ...asked });
    if (!replayed.ok) throw new Error(JSON.stringify(replayed.diagnostics));
    const { performed } = replayed.replayed;
    expect(performed.kind).toBe('violated');
    expect(performed.trace.steps).toEqual(trace?.steps);
    if (performed.kind === 'violated') expect(performed.trace.violated).toEqual(trace?.violated);
  },
);

describe('the command line', () => {
  test('a run that breaks something is told as a violation', async () => {
    const { status, output } = await cli(['check', PETERSON, '--replay', BROKEN]);
    expect(status).toBe(1);
    expect(output).toContain('violated by this run with 2 threads under TSO, in 6 steps');
    expect(output).toContain('P(0)@cs && P(1)@cs');
  });

  test('a run that breaks nothing is no proof', async () => {
    const { status, output } = await cli(['check', PETERSON, '--replay', SHORT]);
    expect(status).toBe(0);
    expect(output).toContain('it is a run, not a proof');
    expect(output).toContain('still in the buffer of P(0): flag[0] = true (step 1), turn = 1 (step 2)');
  });

  test('what is damaged, of another text, or not possible is wrong', async () => {
    const damaged = await cli(['check', PETERSON, '--replay', BROKEN.slice(0, -2)]);
    expect([damaged.status, damaged.errors]).toEqual([
      2,
      expect.stringContaining('error[run]: the text of the run is damaged'),
    ]);
    const other = await cli(['check', 'programs/dekker.fp', '--replay', BROKEN]);
    expect([other.status, other.errors]).toEqual([2, expect.stringContaining('the run is of another model')]);
    const wrong = changed(BROKEN, ([first = '', second = '', ...rest]) => [second, first, ...rest]);
    const misfit = await cli(['check', PETERSON, '--replay', wrong]);
    expect(misfit.status).toBe(2);
    expect(misfit.errors).toContain('step 1 of the run does not fit: P(0): turn = other is not possible');
    expect(misfit.errors).toContain('possible there: P(0): flag[me] = true, P(1): flag[me] = true');
    const never = await cli(['check', 'programs/peterson-tso.fp', '--replay', 'fp2.x']);
    expect(never.errors).toContain('written in the form fp2');
  });

  test('steps behind the violation are not shown', async () => {
    const opened = await openByHand(example(PETERSON), { file: PETERSON, run: BROKEN });
    if (!opened.ok) throw new Error('it is a run');
    expect(opened.session.take(0)).toBe(true);
    const { output } = await cli(['check', PETERSON, '--replay', opened.session.run(), '--json']);
    const answer = JSON.parse(output) as { trace: unknown[] };
    expect(answer).toMatchObject({ replay: 'violated', steps: 7, more: 1 });
    expect(answer.trace).toHaveLength(8);
  });

  test('another memory is another question', async () => {
    const { status, errors } = await cli(['check', PETERSON, '--replay', BROKEN, '--memory', 'sc']);
    expect([status, errors]).toEqual([2, expect.stringContaining('does not fit')]);
  });

  test('options of a search are refused', async () => {
    for (const words of [
      ['--engine', 'explicit'],
      ['--max-states', '5'],
      ['--html', 'x.html'],
      ['--format', 'junit'],
    ]) {
      const { status, errors } = await cli(['check', PETERSON, '--replay', BROKEN, ...words]);
      expect([words, status, errors]).toEqual([words, 2, expect.stringContaining('--replay')]);
    }
  });

  test('--show-run prints the word, and --json has it', async () => {
    const { output } = await cli(['check', PETERSON, '--memory', 'tso', '--show-run']);
    const run = /^ {2}run: (fp1\S+)$/m.exec(output)?.[1];
    const json = JSON.parse((await cli(['check', PETERSON, '--memory', 'tso', '--json'])).output) as { run: string };
    expect(run).toBe(json.run);
  });
});
