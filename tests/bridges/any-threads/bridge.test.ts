import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parameterizedProgram } from '../../../src/bridges/any-threads/index.js';
import type { Run } from '../../../src/engines/answer.js';
import { SC, TSO } from '../../../src/memory/models.js';
import type { Trace } from '../../../src/memory/trace.js';
import { askParameterized, traceOf } from '../../support/engines.js';
import { quick } from '../../support/size.js';
import { askBridge, type BridgeMemory, compare, countOf, fileOf, QUICK } from './compare.js';
import { ANY_TEXTS, NUMBERED_TEXTS } from './texts.js';

const EXAMPLES = 'examples/dual-tso';

function made(text: string, memory: BridgeMemory = 'tso') {
  const found = parameterizedProgram(fileOf(text), memory === 'sc' ? SC : TSO);
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

function refusal(text: string): string {
  const found = parameterizedProgram(fileOf(text), TSO);
  return 'refused' in found ? found.refused : 'not refused';
}

/** A violation of the text, on the program's own machine. */
async function violation(text: string, memory: BridgeMemory = 'tso') {
  const model = memory === 'sc' ? SC : TSO;
  const found = executed(text, memory);
  if ('refused' in found) throw new Error(found.refused);
  const run: Run = { kind: 'program', ...found, memory: model, bound: null, perLocation: false };
  return { count: countOf(fileOf(text), found), trace: await traceOf(run) };
}

/** What the engine finds in the array system, as an execution of the program. */
function executed(text: string, memory: BridgeMemory) {
  const { system, executionOf } = made(text, memory);
  const { answer } = askParameterized({
    system,
    memory: memory === 'sc' ? SC : TSO,
    cubes: 'views',
    limits: { maxCubes: 10_000, maxDepth: 200, maxProcesses: 8, maxStates: 10_000 },
    approximate: true,
    trim: false,
  });
  if (answer.verdict !== 'violated') throw new Error(answer.verdict);
  return executionOf(answer.run);
}

describe('programs for any number of threads', () => {
  const isSlow = ({ name }: { readonly name: string }): boolean => name === 'a large range that is not left';
  for (const memory of ['sc', 'tso'] as const) {
    for (const { name, text, ...truth } of quick([...ANY_TEXTS, ...NUMBERED_TEXTS], isSlow)) {
      it(`${name}, ${memory}`, async () => {
        const { bridge, wrong } = await compare(text, memory, QUICK, memory === 'sc' ? 1 : 2);
        expect(bridge, bridge.reason).toMatchObject({ verdict: truth[memory] });
        expect(wrong).toBeNull();
      });
    }
  }

  it('the litmus tests of the Dual-TSO paper', async () => {
    if (!existsSync(EXAMPLES)) {
      console.log(`${EXAMPLES} is not there: skipped`);
      return;
    }
    const files = readdirSync(EXAMPLES).filter((file) => file.startsWith('any-'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const { bridge, wrong } = await compare(readFileSync(`${EXAMPLES}/${file}`, 'utf8'), 'tso', QUICK, 1);
      expect(bridge.verdict, file).toBe('holds');
      expect(wrong, file).toBeNull();
    }
  });

  it('with events as well as with views', async () => {
    for (const { text, tso } of ANY_TEXTS.slice(0, 6)) {
      expect((await askBridge(fileOf(text), 'tso', QUICK, 'events')).verdict).toBe(tso);
    }
  });
});

describe('what becomes of a program', () => {
  const SWAP = 'shared x: 0..1\nthread T[any] { swap(x, 1); done: skip }';

  it('shared variables are weak under TSO, and conditions on memory have an observer', () => {
    const text = `${SWAP}\nnever T(i)@done && x == 0`;
    expect(made(text).system.unsafe.map(({ parameters }) => parameters)).toEqual([['i'], ['t0', 'o']]);
    expect(made(text, 'sc').system.unsafe.map(({ parameters }) => parameters)).toEqual([['i'], ['t0']]);
    const weak = (memory: BridgeMemory) => made(text, memory).system.symbols.filter((symbol) => symbol.weak).length;
    expect([weak('tso'), weak('sc')]).toEqual([1, 0]);
  });

  it('a condition is one for all choices of threads', () => {
    const { system } = made(`${SWAP}\nnever T(i)@done && T(j)@done && !T(k)@done`);
    expect(system.unsafe).toHaveLength(2);
    expect(system.unsafe[1]?.parameters).toEqual(['t0', 't1', 't2']);
  });

  it('integers with few values are enumerations, and loads into them copies', () => {
    const { system } = made(
      'shared lock: int\nthread T[any] { local r: int\n r = swap(lock, 1); await r == 0; lock = 0 }',
    );
    expect(system.symbols.map(({ sort }) => sort.kind)).toEqual(['enum', 'enum', 'enum']);
    expect(system.transitions[0]?.updates.map(({ kind }) => kind)).toEqual(['assign', 'assign', 'assign']);
    expect(system.transitions).toHaveLength(2);
  });

  it('an atomic write reads what it writes, so that it is atomic; a plain one does not', () => {
    const guards = (statement: string) =>
      made(`shared x: 0..1\nthread T[any] { ${statement} }`).system.transitions.map(({ guard }) => guard.kind);
    expect(guards('atomic { x = 1 }')).toEqual(['and']);
    expect(guards('x = 1')).toEqual(['compare']);
  });

  it('what nobody assigns is no variable', () => {
    const { system } = made('shared x: 0..3\nthread T[any] { local k: 0..3 = 2\n x = k }');
    expect(system.symbols.map(({ name }) => name)).toEqual(['PC', 'X']);
  });
});

describe('violations', () => {
  const cells = ({ initial }: Trace) => initial.map(({ cell, value }) => `${cell} = ${value}`);

  it('are executions of the program, with its threads and its words', async () => {
    const { count, trace } = await violation(
      ANY_TEXTS.find(({ name }) => name === 'store buffering without fence')?.text ?? '',
    );
    expect(count).toBe(1);
    expect(trace.names).toEqual(['A(0)', 'B(0)']);
    expect(trace.violated.property).toBe('both');
    expect(trace.steps.filter(({ kind }) => kind === 'transition').length).toBeGreaterThanOrEqual(4);
  });

  it('begin with the values that they need', async () => {
    const text = `shared x: 0..3 = ?, y: 0..40 = ?
thread T[any] { local r: 0..3 = ?\n await x == 2 && r == 3 && y == 33; done: skip }
never T(i)@done`;
    for (const memory of ['sc', 'tso'] as const) {
      const { trace } = await violation(text, memory);
      expect(cells(trace).slice(0, 2)).toEqual(['x = 2', 'y = 33']);
    }
  });

  it('end with a step that fails', async () => {
    const { trace } = await violation('shared x: 0..1\nthread T[any] { x = x + 1 }');
    expect(trace.violated.property).toBe('failure');
    expect(trace.violated.condition).toContain('does not fit');
  });

  it('take the choices that lead there', async () => {
    const { trace } = await violation(
      'shared x: 0..3\nthread T[any] { x = ?; await x == 3; done: skip }\nnever T(i)@done',
    );
    expect(JSON.stringify(trace.steps)).toContain('"value":"3"');
  });

  it('keep the numbers that the program knows', async () => {
    const { count, trace } = await violation(`shared x: 0..1
thread T[any] { if (self == 2) { x = 1 } else { await x == 1; done: skip } }
never T(i)@done`);
    expect(count).toBe(3);
    expect(trace.names).toEqual(['T(0)', 'T(1)', 'T(2)']);
  });

  it('have as many threads as the condition names, though some do not matter', async () => {
    const { count } = await violation('thread T[any] { loop { here: skip } }\nnever T(i)@here && !T(j)@end');
    expect(count).toBe(2);
  });

  it('a condition that cannot be evaluated is none', async () => {
    const text = 'shared x: 0..1, a[1]: 0..1\nthread T[any] { x = 1 }\nnever a[x] == 1';
    expect(executed(text, 'tso')).toHaveProperty('refused');
  });
});

describe('what is refused, and why', () => {
  it.each([
    ['shared x: int\nthread T { x = 1 }', 'no thread is declared with [any]'],
    ['shared x: int\nthread T[any] { x = 1 }\nnever x > count(T)', 'a condition asks how many T there are'],
    ['shared x: int\nthread T[any] { local n: int = count(T)\n x = n }', 'a first value asks how many T there are'],
    ['shared x: int\nthread T[any] { x = count(U) }\nthread U[any] { x = 1 }', 'other threads with [any]'],
    ['thread T[any] { cs: skip }\nnever T(0)@cs', 'write T(i)'],
    ['shared x: int\nthread T[any] { x = self + 1 }', 'computes with a number of T'],
    ['shared x: int\nthread T[any] { await x < self; x = self }', 'by == and != only'],
    ['shared x: 0..9\nthread T[any] { x = self }', 'declare it as int'],
    ['shared x: int\nthread T[any] { local k = self / 100\n x = k }', 'computed from self'],
    ['shared x: int\nthread T[any] { x = self }\nthread U[any] { x = self }', 'keep them apart'],
    ['shared f[T]: bool, x: int\nthread T[any] { x = 2; x = self; f[x] = true }', '2 may be no T'],
    ['shared x: int, y: int\nthread T[any] { x = x + 1; y = y + 1; atomic { x = x * y } }', 'multiplies two integers'],
    ['shared x: int\nthread T[any] { x = x + 1; atomic { x = x / 2 } }', 'line 2'],
    ['shared x: int\nthread T[any] { x = x + 1; cs: skip }\nnever T(i)@cs && x == i', 'computes with a number of T'],
    ['shared x: int\nthread T[any] { cs: skip }\nthread U[any] { x = 1 }\nnever T(i)@cs && x == i', 'no such number'],
    ['shared x: int\nthread T[any] { x = self; cs: skip }\nnever T(i)@cs && x < i', 'compare it with a variable'],
  ])('%s', (text, why) => {
    expect(refusal(text)).toContain(why);
  });
});
