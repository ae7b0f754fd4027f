/** Stepping through examples by hand: choices, undo, runs, and the question whether it can still go wrong. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ByHand, type ByHandOptions, openByHand } from '../../../src/check/by-hand/index.js';
import { check } from '../../../src/check/check.js';
import type { CheckOptions } from '../../../src/check/options.js';
import { byHandVerdict, byHandView } from '../../../src/report/by-hand.js';

const examples = path.resolve(import.meta.dirname, '..', '..', '..', 'examples');

function example(name: string): string {
  return readFileSync(path.join(examples, name), 'utf8');
}

async function opened(name: string, options: ByHandOptions = {}): Promise<ByHand> {
  const result = await openByHand(example(name), { file: name, ...options });
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.session;
}

/** Takes the choice with these words. */
function take(session: ByHand, words: string): void {
  const labels = session.choices().map(({ name, label }) => `${name}: ${label}`);
  expect(labels).toContain(words);
  session.take(labels.indexOf(words));
}

describe('Peterson under TSO', () => {
  test('what can happen is offered, and happens', async () => {
    const session = await opened('programs/peterson.fp', { memory: 'tso' });
    expect(session.choices().map(({ name, label, place }) => `${name} ${label} ${place?.line}`)).toEqual([
      'P(0) flag[me] = true 22',
      'P(1) flag[me] = true 22',
    ]);
    take(session, 'P(0): flag[me] = true');
    const [p0] = session.state().threads;
    expect(p0?.buffers).toEqual([{ cell: null, writes: [{ cell: 'flag[0]', value: 'true' }] }]);
    expect(p0?.place).toMatchObject({ line: 23 });
    expect(session.state().memory).toContainEqual({ cell: 'flag[0]', value: 'false' });
    take(session, 'P(0): flag[0] = true reaches memory');
    expect(session.state().memory).toContainEqual({ cell: 'flag[0]', value: 'true' });
    expect(session.trace().steps.map(({ kind }) => kind)).toEqual(['transition', 'drain']);
  });

  test('steps are taken back and taken again', async () => {
    const session = await opened('programs/peterson.fp', { memory: 'tso' });
    take(session, 'P(0): flag[me] = true');
    take(session, 'P(1): flag[me] = true');
    const run = session.run();
    expect([session.undo(), session.undo(), session.undo()]).toEqual([true, true, false]);
    expect(session.trace().steps).toEqual([]);
    expect([session.redo(), session.redo(), session.redo()]).toEqual([true, true, false]);
    expect(session.run()).toBe(run);
    session.goTo(1);
    take(session, 'P(0): turn = other');
    expect(session.canRedo).toBe(false);
    expect(session.take(99)).toBe(false);
  });

  test('a run of a search is walked, and from each of its states it can still go wrong', async () => {
    const result = await check(example('programs/peterson.fp'), { memory: 'tso' });
    const run = result.ok ? result.outcome.run : null;
    if (run === null) throw new Error('Peterson needs fences');
    const session = await opened('programs/peterson.fp', { run });
    expect(session.violated()).toMatchObject({ property: 'mutex' });
    expect(byHandView(session)).toMatchObject({ violated: { property: 'mutex' }, run });
    for (let more = 0; session.length > 0; more++) {
      const answer = await session.ask();
      expect(answer).toMatchObject({ verdict: 'violated', violated: { property: 'mutex' } });
      expect(answer.verdict === 'violated' && answer.more).toBeLessThanOrEqual(more);
      session.undo();
    }
  });

  test('what cannot be loaded says why, and changes nothing', async () => {
    const session = await opened('programs/peterson.fp', { memory: 'tso' });
    take(session, 'P(0): flag[me] = true');
    const run = session.run();
    const wrong = await opened('programs/dekker.fp', { memory: 'tso' });
    expect(session.load(wrong.run())).toMatchObject({ ok: false, step: null });
    expect(session.load(run.slice(0, -1))).toMatchObject({ ok: false, message: expect.stringContaining('damaged') });
    expect(session.load('nonsense')).toMatchObject({ ok: false, message: expect.stringContaining('fp1') });
    const sc = await opened('programs/peterson.fp', { memory: 'sc' });
    expect(session.load(sc.run())).toMatchObject({ ok: false, message: expect.stringContaining('another memory') });
    expect(session.run()).toBe(run);
  });
});

test.each([
  ['programs/peterson-tso.fp', { memory: 'tso' }],
  ['programs/dekker.fp', { memory: 'pso' }],
  ['programs/lamport-queue.fp', { memory: 'pso' }],
  ['programs/lamport-queue-broken.fp', { memory: 'tso' }],
  ['programs/ticket-lock.fp', { memory: 'tso' }],
  ['programs/test-and-set.fp', { memory: 'tso', processes: 2 }],
  ['test-and-set-broken.cub', { processes: 2 }],
  ['test-and-set.cub', { processes: 2 }],
  ['litmus/SB.litmus', { memory: 'tso' }],
  ['litmus/MP.litmus', { memory: 'tso' }],
  ['dve/after-you.dve', { memory: 'tso' }],
] as const satisfies readonly (readonly [string, CheckOptions])[])(
  'from the start the answer is that of check: %s %j',
  async (name, options) => {
    const result = await check(example(name), { file: name, ...options });
    if (!result.ok) {
      expect((await openByHand(example(name), { file: name, ...options })).ok).toBe(false);
      return;
    }
    const session = await opened(name, options);
    const { verdict, buffer } = result.outcome;
    const answer = await session.ask();
    expect(answer.verdict).toBe(verdict);
    if (answer.verdict === 'holds') expect(answer.buffer).toBe(buffer);
    expect(byHandVerdict(answer).sentence).toMatch(
      { holds: /^No: /, violated: /^Yes: /, unknown: /^Not known: / }[verdict],
    );
  },
);

test('where the number of threads is open, two of each are taken', async () => {
  const session = await opened('weak/dekker-unfenced.cub');
  expect(session.state().threads.map(({ name }) => name)).toEqual(['#1', '#2']);
  expect(session.state().threads[0]?.place).toBeNull();
});

test('a step that fails is a choice, and ends the run', async () => {
  const text = 'shared x: 0..1 = 1\nthread A { x = x + 1 }\n';
  const result = await openByHand(text, { language: 'program', memory: 'sc' });
  if (!result.ok) throw new Error('it is a program');
  const { session } = result;
  session.take(0);
  expect(session.choices()).toMatchObject([{ fails: expect.stringContaining('does not fit') }]);
  session.take(0);
  expect(session.choices()).toEqual([]);
  expect(session.violated()).toMatchObject({ property: 'failure' });
  expect((await session.ask()).verdict).toBe('violated');
  const again = await openByHand(text, { language: 'program', run: session.run() });
  expect(again.ok && again.session.violated()).toMatchObject({ property: 'failure' });
});

test('a temporal property is not answered from a state', async () => {
  const session = await opened('liveness/lost-wakeup.fp', { memory: 'tso', property: 'live' });
  expect(await session.ask()).toMatchObject({ verdict: 'unknown', reasons: [{ code: 'outside' }] });
});

test('a text that is wrong has diagnostics', async () => {
  const result = await openByHand('thread {', { language: 'program' });
  expect(result).toMatchObject({ ok: false, diagnostics: [{ code: 'syntax' }] });
});
