import { describe, expect, test } from 'vitest';
import { pageRun } from '../../../src/report/page/document.js';
import { hasPlaces, localsOf, type Run, type State, sharedOf } from '../../../src/report/view/run.js';
import { Source } from '../../../src/report/view/source.js';
import { effectsOf, endWords, textOf } from '../../../src/report/view/steps.js';
import { pageOf, pageOfText } from './pages.js';

async function runIn(name: string, options = {}): Promise<{ readonly run: Run; readonly source: Source }> {
  const page = await pageOf(name, options);
  const run = pageRun(page);
  if (run === null) throw new Error(`${name} has no run`);
  return { run, source: new Source(page.text, page.language) };
}

const RUNS: readonly (readonly [string, object])[] = [
  ['programs/peterson.fp', { memory: 'tso' }],
  ['programs/peterson.fp', { memory: 'pso' }],
  ['programs/lamport-queue-broken.fp', { memory: 'tso' }],
  ['programs/lamport-queue.fp', { memory: 'pso' }],
  ['programs/mcs-lock.fp', { memory: 'pso' }],
  ['programs/chase-lev.fp', { memory: 'tso' }],
  ['weak/dekker-unfenced.cub', {}],
  ['weak/ticket-lock-split.cub', {}],
  ['fischer-broken.cub', {}],
  ['litmus/SB.litmus', {}],
  ['liveness/lost-wakeup.fp', { memory: 'tso', property: 'live' }],
  ['dve/after-you.dve', { memory: 'tso' }],
];

/** What a thread reads is in its own buffer or in memory as the states say, and only the oldest write of a queue leaves. */
describe('the states of a run fit what its steps have read and written', () => {
  test.each(RUNS)('%s %j', async (name, options) => {
    const { run } = await runIn(name, options);
    expect(run.states).toHaveLength(run.steps.length + 1);
    for (const [index, step] of run.steps.entries()) {
      const before = run.states[index] as State;
      const after = run.states[index + 1] as State;
      for (const [cell, [was, is]] of Object.entries(step.changes)) {
        expect([cell, before.cells.get(cell), after.cells.get(cell)]).toEqual([cell, was, is]);
      }
      if (step.kind === 'drain') {
        const queue = before.buffers.get(step.process) ?? [];
        for (const [cell, value] of Object.entries(step.writes)) {
          expect(queue.find((each) => each.cell === cell)).toEqual({ cell, value, step: step.write });
          expect(after.cells.get(cell)).toBe(value);
        }
        expect(after.buffers.get(step.process)).toHaveLength(queue.length - Object.keys(step.writes).length);
        continue;
      }
      if (step.fence && step.actor !== null) expect(before.buffers.get(step.actor) ?? []).toEqual([]);
      for (const { reader, cell, value, from, write } of step.reads) {
        const own = (before.buffers.get(reader) ?? []).findLast((each) => each.cell === cell);
        expect([cell, from]).toEqual([cell, own === undefined ? 'memory' : 'buffer']);
        if (own === undefined) expect(before.cells.get(cell)).toBe(value);
        else expect([own.value, own.step]).toEqual([value, write]);
      }
    }
  });
});

test('cells of a program are places, locals or memory; those of an array system are its state', async () => {
  const program = (await runIn('programs/peterson.fp')).run;
  expect(hasPlaces(program)).toBe(true);
  expect(sharedOf(program)).toEqual(['flag[0]', 'flag[1]', 'turn', 'torn']);
  expect(localsOf(program, 'P(1)').map(({ name }) => name)).toEqual(['me', 'other']);
  const system = (await runIn('weak/dekker-unfenced.cub')).run;
  expect(hasPlaces(system)).toBe(false);
  expect(system.threads).toEqual(['#1', '#2']);
  expect(sharedOf(system)).toEqual(['Flag[#1]', 'Flag[#2]', 'Turn', 'At[#1]', 'At[#2]']);
});

describe('words of a step', () => {
  test('a program', async () => {
    const { run } = await runIn('programs/peterson.fp');
    const words = run.steps.map((step) => effectsOf(run, step).map((effect) => textOf(effect.words)));
    expect(words.slice(0, 3)).toEqual([
      ['flag[0] = true goes into its store buffer'],
      ['turn = 1 goes into its store buffer', 'comes to @wait'],
      ['reads flag[1] = false from memory (the initial value)', 'comes to @cs'],
    ]);
    expect(textOf(endWords(run))).toBe('mutex is violated: P(0)@cs && P(1)@cs is true now');
  });

  test('a run that goes on for ever, and one that ends where nothing can happen', async () => {
    const { run } = await runIn('programs/peterson.fp', { memory: 'sc', property: 'live' });
    expect(run.cycle).toBeLessThanOrEqual(run.steps.length);
    expect(textOf(endWords(run))).toContain(`repeats steps ${run.cycle} to ${run.steps.length} for ever`);
    const stuck = (await runIn('liveness/lost-wakeup.fp', { property: 'live' })).run;
    expect(textOf(endWords(stuck))).toContain('where nothing can happen any more');
  });

  test('a run to a deadlock that was asked for', async () => {
    const page = await pageOf('liveness/lost-wakeup.fp', { show: 'deadlock' });
    const run = pageRun(page) as Run;
    expect(page.answer.verdict).toBe('holds');
    expect(textOf(endWords(run))).toMatch(/^Deadlock: nothing can happen any more; stuck: Producer/);
  });
});

describe('places in the text', () => {
  test('of a program: statements, labels where a thread stays, the property', async () => {
    const { run, source } = await runIn('programs/peterson.fp');
    const lines = run.steps.map((step) => source.stepPlace(run, step)?.first);
    expect(lines).toEqual([22, 23, 24, 22, 23, 24]);
    expect(source.threadPlace(run, 0, 'P(1)')).toEqual({ first: 22, last: 22 });
    expect(source.threadPlace(run, 6, 'P(0)')).toEqual({ first: 25, last: 25 });
    expect(source.propertyPlace(run)).toEqual({ first: 34, last: 34 });
  });

  test('of an array system: whole transitions, and the unsafe states', async () => {
    const { run, source } = await runIn('weak/dekker-unfenced.cub');
    expect(source.stepPlace(run, run.steps[0] as Run['steps'][number])).toEqual({ first: 16, last: 21 });
    expect(source.propertyPlace(run)).toEqual({ first: 14, last: 14 });
  });

  test('of a litmus test: rows, in the column of the thread', async () => {
    const { run, source } = await runIn('litmus/SB.litmus');
    const rows = run.steps.slice(0, 4).map((step) => source.stepPlace(run, step)?.first);
    expect(rows).toEqual([5, 6, 5, 6]);
    expect(source.propertyPlace(run)).toEqual({ first: 7, last: 7 });
  });

  test('of an assertion that fails: its line', async () => {
    const { run, source } = await runIn('programs/lamport-queue-broken.fp');
    expect(run.violated?.property).toBe('failure');
    expect(source.propertyPlace(run)).toEqual({ first: 26, last: 26 });
  });

  test('nothing is looked for in comments', () => {
    const source = new Source('(* a (* b *)\ntransition c *) x\n(* y *) z', 'cubicle');
    expect(source.lines.map(({ code }) => code.trim())).toEqual(['', 'x', 'z']);
    expect(source.lines.map(({ comments }) => comments)).toEqual([[[0, 12]], [[0, 15]], [[0, 7]]]);
    const program = new Source('a // b\n/* c */ d /* e\nf */ g', 'program');
    expect(program.lines.map(({ code }) => code.trim())).toEqual(['a', 'd', 'g']);
  });
});

test('an answer without a run has none to play', async () => {
  const page = await pageOfText('a.fp', 'shared x: bool = false\nthread A { x = true }\nnever no: false\n');
  expect(page.answer.verdict).toBe('holds');
  expect(pageRun(page)).toBeNull();
});
