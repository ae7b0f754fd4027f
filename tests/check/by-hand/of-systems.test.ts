/**
 * Runs of models of arrays, which the engine for any number of processes finds, walked by hand: told in steps of the program
 * that the model is with so many processes, they are as long, end in the same violation, and are replayed as both words.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openByHand } from '../../../src/check/by-hand/index.js';
import { check } from '../../../src/check/check.js';
import { replayRun } from '../../../src/check/replay/index.js';
import { readRun } from '../../../src/evidence/run-text/text.js';
import type { MemoryName } from '../../../src/memory/models.js';
import type { Trace } from '../../../src/memory/trace.js';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { randomWeakModel } from '../../random/weak/generate.js';
import { cases, sized } from '../../support/size.js';

const examples = path.resolve(import.meta.dirname, '..', '..', '..', 'examples');

const WALKED = cases(200, 8);
const LIMITS = { maxCubes: 200, maxStates: 3000, maxProcesses: 6, processes: 'any' } as const;

/** `enter(#1)`, `#2: X`: what happened, without the steps that choose first values and those that look. */
function told(steps: Trace['steps']): string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'drain') return [`#${step.process}: ${step.writes.map(({ cell }) => cell).join(' ')}`];
    const processes = step.arguments.map((process) => `#${process}`).join(', ');
    const name = step.transition.includes('(') ? step.transition : `${step.transition}(${processes})`;
    return /^(init|look)\(/.test(name) ? [] : [name];
  });
}

async function walked(file: string, memory: MemoryName): Promise<void> {
  const text = readFileSync(path.join(examples, file), 'utf8');
  const result = await check(text, { file, memory });
  if (!result.ok || result.outcome.verdict !== 'violated') throw new Error(`${file} is broken`);
  const { run, trace } = result.outcome;
  expect(readRun(run ?? '')).toMatchObject({ ok: true, run: { kind: 'system' } });
  const opened = await openByHand(text, { file, run: run ?? '' });
  if (!opened.ok) throw new Error(JSON.stringify(opened.diagnostics));
  const { session } = opened;
  expect(told(session.trace().steps)).toEqual(told(trace?.steps ?? []));
  const { property = '', arguments: processes = [] } = trace?.violated ?? {};
  const among = processes.length === 0 ? '' : `(${processes.map((process) => `#${process}`).join(', ')})`;
  expect(session.violated()?.property).toBe(`${property}${among}`);
  // The word of the same steps by hand is replayed by the command line.
  const again = await replayRun(text, session.run(), { file });
  expect(again).toMatchObject({ ok: true, replayed: { memory, performed: { kind: 'violated', more: 0 } } });
  session.undo();
  expect(await session.ask()).toMatchObject({ verdict: 'violated' });
}

/** Of every kind a few; a long run has all that the table of examples calls violated and that can be stepped through. */
const FEW = [
  ['test-and-set-broken.cub', 'sc'],
  ['bakery-broken.cub', 'sc'],
  ['german-broken.cub', 'sc'],
  ['szymanski-broken.cub', 'sc'],
  ['weak/naive-mutex-unfenced.cub', 'tso'],
  ['weak/ticket-lock-split.cub', 'tso'],
  ['weak/lamport-unfenced.cub', 'tso'],
] as const;
/** No program says what these say: real numbers, any integer at the start, what two processes see at the same time. */
const BEYOND = ['fischer-broken.cub', 'leader-election-broken.cub', 'weak/msi-split.cub'];
const table = JSON.parse(readFileSync(path.join(examples, 'expected.json'), 'utf8')) as readonly {
  readonly file: string;
  readonly expected: Partial<Record<MemoryName, string>>;
}[];
const all = table
  .filter(({ file }) => file.endsWith('.cub') && !BEYOND.includes(file))
  .flatMap(({ file, expected }) =>
    (['sc', 'tso'] as const).flatMap((memory) => (expected[memory] === 'violated' ? [[file, memory] as const] : [])),
  );

test.each(sized<readonly (readonly [string, MemoryName])[]>(FEW, all))(
  'a run of any number of processes, by hand: %s under %s',
  walked,
);

/** Data, stored processes, open choices and several first states, which the examples have little of. */
test.each([
  ['sc', (seed: number) => printModel(randomModel(seed))],
  ['tso', (seed: number) => printModel(randomWeakModel(seed))],
] as const)('random models under %s', async (memory, textOf) => {
  const counts = { walked: 0, beyond: 0 };
  for (let seed = 1; counts.walked < WALKED; seed++) {
    const text = textOf(seed);
    const result = await check(text, { file: 'random.cub', memory, ...LIMITS });
    const { run = null, trace = null } = result.ok ? result.outcome : {};
    if (run === null || trace === null || trace.steps.length === 0) continue;
    const opened = await openByHand(text, { file: 'random.cub', run });
    if (!opened.ok) {
      // There is no program for some; for the others every run is one of the program.
      expect([seed, opened.diagnostics.at(-1)?.code]).toEqual([seed, 'unsupported']);
      counts.beyond++;
      continue;
    }
    const { session } = opened;
    // Whoever has to look empties its buffer first.
    const [steps, expected] = [told(session.trace().steps), told(trace.steps)];
    expect([seed, steps.slice(0, expected.length)]).toEqual([seed, expected]);
    expect([seed, steps.slice(expected.length).filter((step) => !/^#\d+: /.test(step))]).toEqual([seed, []]);
    expect([seed, session.violated()?.property.replace(/\(.*/, '')]).toEqual([seed, trace.violated.property]);
    counts.walked++;
  }
  expect(counts.beyond).toBeLessThan(counts.walked * 3);
});
