/**
 * Temporal properties of the examples, and what else is asked of programs instead of the usual: each answer as the list says,
 * with a run that shows what is wrong where something is. Then what the texts tell: which fences are there for liveness alone,
 * what is safe and hangs, how many writes there are, and which of them must be atomic.
 */
import { describe, expect, test } from 'vitest';
import type { ExampleProgram } from '../../src/cli/examples.js';
import { LtlEngine } from '../../src/engines/ltl/engine.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { dveFormula } from '../../src/languages/dve/formula.js';
import { readDve } from '../../src/languages/dve/index.js';
import type { DveModel } from '../../src/languages/dve/model.js';
import { type DveWrite, dveProgram } from '../../src/languages/dve/program.js';
import { print } from '../../src/languages/index.js';
import { FormulaText } from '../../src/languages/ltl/given.js';
import { type MemoryName, TSO } from '../../src/memory/models.js';
import type { Trace } from '../../src/memory/trace.js';
import { quick, share } from '../support/size.js';
import { EXAMPLES, outcomeOf, read } from './models.js';

const ASKING = EXAMPLES.filter(
  (example): example is ExampleProgram => example.kind === 'program' && (example.asked !== null || isDve(example.file)),
).map((example) => ({ ...example, asked: example.asked ?? {} }));
const FILES = [...new Set(ASKING.map(({ file }) => file))];

function isDve(file: string): boolean {
  return file.endsWith('.dve');
}

describe('each text is laid out and explains itself', () => {
  test.each(FILES)('%s', async (file) => {
    const text = read(file);
    expect(text).toMatch(/^\/\* /);
    expect(await print(text, { file })).toEqual({ ok: true, text });
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });
});

/** Who answers for programs with a given number of threads; the last two where buffers of any length are full. */
const OF_STATES = ['explicit', 'dual-tso', 'pso-queues'];

describe('each answer is as expected', () => {
  test.each(
    quick(share(ASKING, 10), ({ file }) => file === 'programs/bakery.fp').map(
      (example) => [`${example.file} ${JSON.stringify(example.asked)}`, example] as const,
    ),
  )('%s', async (_, { file, asked, expected }) => {
    for (const [memory, verdict] of expected) {
      const outcome = await outcomeOf(read(file), file, memory, asked);
      expect([memory, outcome.verdict]).toEqual([memory, verdict]);
      if (outcome.asked !== undefined) expect(outcome.engine).toBe('ltl');
      else if (asked.engine !== undefined) expect(outcome.engine).toBe(asked.engine);
      else expect(OF_STATES).toContain(outcome.engine);
      if (asked.ltl !== undefined) expect(outcome.asked?.formula).toBe(asked.ltl);
      if (verdict === 'violated') expectEvidence(outcome);
      else expect(outcome.trace).toBeNull();
    }
  });
});

/** A run to a state that must not be; of a temporal property also one that goes on for ever, or a step that fails. */
function expectEvidence({ trace, asked }: Outcome): void {
  if (trace === null) throw new Error('a violation without a run');
  const { cycle, steps, violated } = trace;
  if (cycle === undefined) {
    expect(violated.property).not.toBe(asked?.property);
    expect(steps.length).toBeGreaterThan(0);
    return;
  }
  expect(asked?.property).toBe(violated.property);
  expect(cycle).toBeGreaterThanOrEqual(0);
  expect(cycle).toBeLessThanOrEqual(steps.length);
  if (asked?.fairBuffers === true) expectDrained(trace, cycle);
}

/** What is written in the part that is repeated leaves the buffers there. */
function expectDrained({ steps, memory }: Trace, cycle: number): void {
  if (memory === 'sc') return;
  const waiting = new Map<number, number>();
  for (const step of steps.slice(cycle)) {
    if (step.kind === 'drain') waiting.set(step.process, (waiting.get(step.process) ?? 0) - step.writes.length);
    else if (step.actor !== null) waiting.set(step.actor, (waiting.get(step.actor) ?? 0) + step.buffered.length);
  }
  for (const count of waiting.values()) expect(count).toBe(0);
}

describe('what is safe, and hangs', () => {
  const HANGING: readonly (readonly [string, MemoryName, string])[] = [
    ['liveness/lost-wakeup.fp', 'tso', 'nothing_there'],
    ['liveness/lost-wakeup.fp', 'pso', 'nothing_there'],
    ['programs/sense-barrier-flags.fp', 'tso', 'too_early'],
    ['programs/mcs-lock.fp', 'pso', 'mutex'],
  ];

  test.each(HANGING)('%s under %s', async (file, memory, property) => {
    const text = read(file);
    expect((await outcomeOf(text, file, memory, { property })).verdict).toBe('holds');
    const live = { property: 'live', fairThreads: true };
    expect((await outcomeOf(text, file, 'sc', live)).verdict).toBe('holds');
    const { verdict, trace } = await outcomeOf(text, file, memory, live);
    expect(verdict).toBe('violated');
    // It hangs: in the end there is no step at all.
    expect(trace?.cycle).toBe(trace?.steps.length);
  });

  test.each(['tso', 'pso'] as const)(
    'each fence of lost-wakeup-tso.fp is there for liveness alone, under %s',
    async (memory) => {
      const file = 'liveness/lost-wakeup-tso.fp';
      const lines = read(file).split('\n');
      const fences = lines.flatMap((line, number) => (line.trim() === 'fence' ? [number] : []));
      expect(fences).toHaveLength(2);
      for (const fence of fences) {
        const cut = lines.filter((_, number) => number !== fence).join('\n');
        expect((await outcomeOf(cut, file, memory, { property: 'live', fairThreads: true })).verdict).toBe('violated');
        expect((await outcomeOf(cut, file, memory, { property: 'nothing_there' })).verdict).toBe('holds');
      }
    },
  );

  test('lost-wakeup.fp is lost-wakeup-tso.fp without its fences', () => {
    const code = (file: string) =>
      read(file)
        .replace(/^\/\*[\s\S]*?\*\/\n/, '')
        .replace(/^ *fence\n/gm, '');
    expect(code('liveness/lost-wakeup-tso.fp')).toBe(code('liveness/lost-wakeup.fp'));
  });
});

function modelOf(file: string): DveModel {
  const { model } = readDve(read(file), file);
  if (model === null) throw new Error(`${file} is no model`);
  return model;
}

/** The writes to global variables; with the state that they leave and the name of the variable. */
function writesOf({ processes, globals }: DveModel): (DveWrite & { readonly from: string; readonly name: string })[] {
  return processes.flatMap(({ transitions, states }, process) =>
    transitions.flatMap(({ from, effects }, transition) =>
      effects.flatMap(({ target }) => {
        if (target.owner !== null) return [];
        const name = globals[target.variable]?.name ?? '';
        return [{ process, transition, variable: target.variable, from: states[from]?.name ?? '', name }];
      }),
    ),
  );
}

/** Under TSO with a write for each location, as in the paper. */
function verdictWith(
  file: string,
  atomicWrites: readonly DveWrite[],
  ltl: string,
  named: Record<string, string>,
): string {
  const model = modelOf(file);
  const made = dveProgram(model, TSO, { atomicWrites });
  if ('refused' in made) throw new Error(made.refused);
  const property = dveFormula(new FormulaText(file, ltl, named), { name: 'asked', text: ltl }, model, made);
  const questions = property?.questions() ?? { refused: `${ltl} cannot be read` };
  if ('refused' in questions) throw new Error(questions.refused);
  const verdicts = questions.map((question) => {
    const limits = { maxStates: 1_000_000, maxMegabytes: 500 };
    const setting = { memory: TSO, buffer: 1, perLocation: true, fairThreads: false, fairBuffers: true } as const;
    const run = new LtlEngine({ program: made.program, ...setting, ...question, limits }).run();
    for (let step = run.next(); ; step = run.next()) if (step.done === true) return step.value.verdict;
  });
  return verdicts.find((verdict) => verdict !== 'holds') ?? 'holds';
}

describe('the models of the paper', () => {
  test.each([
    ['dve/peterson.dve', 8, 8],
    ['dve/anderson.dve', 9, 12],
    ['dve/lamport-fast.dve', 21, 27],
  ] as const)('%s has %i writes to global variables, %i assignments', (file, writes, assignments) => {
    const model = modelOf(file);
    expect(writesOf(model)).toHaveLength(writes);
    const effects = model.processes.flatMap(({ transitions }) =>
      transitions.flatMap((transition) => transition.effects),
    );
    expect(effects).toHaveLength(assignments);
  });

  test.each([
    ['dve/counters.dve', 'x', 'F (x == 2 && y > 0)', {}],
    ['dve/peterson.dve', 'turn', 'G !collision', { collision: 'P_0.CS and P_1.CS' }],
    ['dve/anderson.dve', 'last', 'G (wait -> F granted)', { wait: 'P_0.wait or P_0.seen', granted: 'P_0.CS' }],
  ] as const)('%s needs atomic writes to %s', (file, variable, ltl, named) => {
    const writes = writesOf(modelOf(file));
    const repairing = writes.filter(({ name }) => name === variable);
    expect(verdictWith(file, repairing, ltl, named)).toBe('holds');
    expect(verdictWith(file, [], ltl, named)).toBe('violated');
  });

  test('of the counters, y may lose a count and x may not', () => {
    const writes = writesOf(modelOf('dve/counters.dve')).filter(({ name }) => name === 'y');
    expect(writes).toHaveLength(2);
    expect(verdictWith('dve/counters.dve', writes, 'F (x == 2 && y > 0)', {})).toBe('violated');
  });
});
