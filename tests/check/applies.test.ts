import { describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.js';
import { compare } from '../../src/check/compare.js';
import type { Row } from '../../src/check/option.js';
import { LIBRARY_OPTIONS } from '../../src/check/options.js';
import { reduce } from '../../src/check/reduce.js';
import type { Diagnostic } from '../../src/languages/shared/diagnostics.js';
import { renderDiagnostics } from '../../src/languages/shared/render.js';
import { fix } from '../../src/repair/index.js';
import { ask, FENCED, UNFENCED } from './ask.js';

const LIVE = `${FENCED}ltl live: G (P(i)@wait -> F P(i)@cs)\n`;
const ANY =
  'shared lock: 0..1\nthread T[any] { await swap(lock, 1) == 0; cs: skip; lock = 0 }\nnever T(i)@cs && T(j)@cs';
const COUNTING = 'shared n: int = 0\nthread P { loop { n = n + 1 } }\nnever n == 0 - 1';
const MODEL = `
  type place = Outside | Inside
  weak var Taken : bool
  array At[proc] : place
  init (i) { At[i] = Outside && Taken = False }
  unsafe (i j) { At[i] = Inside && At[j] = Inside }
  transition enter ([i]) requires { At[i] = Outside && Taken = False } { At[i] := Inside; Taken := True }
`;
const DVE = `byte x;
process A { state s0, s1; init s0; trans s0 -> s1 { effect x = 1; }; }
system async;`;
const SB =
  'X86 SB\n{ }\nP0 | P1 ;\nMOV [x],$1 | MOV [y],$1 ;\nMOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)';

interface Failure {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

function faultsOf(result: { readonly ok: boolean } | Failure): readonly Diagnostic[] {
  return 'diagnostics' in result ? result.diagnostics : [];
}

/** The options that are refused, and why. */
async function refused(text: string, options: CheckOptions): Promise<[string, string][]> {
  const faults = faultsOf(await check(text, { file: 'program.fp', ...options }));
  for (const { code, line, column } of faults) expect([code, line, column]).toEqual(['usage', null, null]);
  return faults.map(({ option, message }) => [`${option}`, message]);
}

describe('an option that makes no difference is refused', () => {
  it('where no engine that is asked uses it', async () => {
    expect(await refused(UNFENCED, { cubes: 'events', maxCubes: 3 })).toEqual([
      [
        'cubes',
        'this option is for the parameterized engine; this is a program with 2 threads, which the explicit engine or the Dual-TSO engine answers',
      ],
      [
        'maxCubes',
        'this option is for the parameterized engine; this is a program with 2 threads, which the explicit engine or the Dual-TSO engine answers',
      ],
    ]);
    const [[, message = ''] = []] = await refused(MODEL, { file: 'lock.cub', buffer: 3 });
    expect(message).toContain('this is a model of arrays with any number of processes, which the parameterized engine');
    const [[, several = ''] = []] = await refused(ANY, { maxPredicates: 5 });
    expect(several).toContain('the Dual-TSO engine, the parameterized engine or the explicit engine answers');
    const [[, temporal = ''] = []] = await refused(LIVE, { property: 'live', maxDepth: 5 });
    expect(temporal).toContain('a temporal property is asked for, which the LTL engine answers');
  });

  it.each<[string, string, CheckOptions, string[]]>([
    [
      'the engine that was named',
      FENCED,
      { engine: 'dual-tso', bufferPerLocation: 1, reduce: true },
      ['bufferPerLocation', 'reduce'],
    ],
    ['the engine that was named', FENCED, { engine: 'predicates', memory: 'tso', reduce: false }, ['reduce']],
    ['memory without buffers', FENCED, { memory: 'sc', buffer: 3 }, ['buffer']],
    ['memory without buffers', LIVE, { memory: 'sc', property: 'live', fairBuffers: true }, ['fairBuffers']],
    ['memory without buffers', FENCED, { memory: 'sc', engine: 'predicates', extrapolate: 'cubes' }, ['extrapolate']],
    ['array systems', MODEL, { file: 'lock.cub', fairThreads: true }, ['fairThreads']],
    ['states', LIVE, { fairThreads: true, fairBuffers: false }, ['fairThreads', 'fairBuffers']],
    ['another language', FENCED, { atomicWaits: 'all', checkInvariants: true }, ['atomicWaits', 'checkInvariants']],
    ['another language', SB, { file: 'SB.litmus', ltl: 'F x' }, ['ltl']],
    ['another language', MODEL, { file: 'lock.cub', ltl: 'F x' }, ['ltl']],
    ['the usual memory of the language', DVE, { file: 'a.dve', atomicWaits: 'all' }, ['atomicWaits']],
    ['an option that is missing', LIVE, { propositions: { cs: 'P(0)@cs' } }, ['propositions']],
    ['an option that counts instead', LIVE, { ltl: 'G F P(0)@cs', property: 'live' }, ['property']],
    ['an option that counts instead', FENCED, { buffer: 2, bufferPerLocation: 1 }, ['buffer']],
    ['bounded integers', FENCED, { maxPredicates: 100 }, ['maxPredicates']],
    ['a bound on states', COUNTING, { maxPredicates: 100, maxStates: 1000 }, ['maxPredicates']],
  ])('%s: %#', async (_what, text, options, expected) => {
    expect((await refused(text, options)).map(([option]) => option)).toEqual(expected);
  });

  it.each<[string, CheckOptions]>([
    [UNFENCED, { buffer: 1, reduce: false, maxStates: 1000, maxMemory: 500, timeout: 20 }],
    [UNFENCED, { bufferPerLocation: 1 }],
    [UNFENCED, { memory: 'sc', reduce: true, cubes: undefined } as unknown as CheckOptions],
    [LIVE, { property: 'live', fairThreads: true, fairBuffers: true, buffer: 1 }],
    [LIVE, { ltl: 'G F cs', propositions: { cs: 'P(0)@cs' }, fairThreads: false }],
    [ANY, { cubes: 'views', maxCubes: 1000, approximate: true, buffer: 1 }],
    [ANY, { memory: 'sc', maxCubes: 1000 }],
    [MODEL, { file: 'lock.cub', cubes: 'events', checkInvariants: true, maxDepth: 100 }],
    [MODEL, { file: 'lock.cub', memory: 'pso', processes: 2, buffer: 1 }],
    [MODEL, { file: 'lock.cub', engine: 'explicit', processes: 2, buffer: 1, reduce: false }],
    [DVE, { file: 'a.dve', memory: 'tso', atomicWaits: 'all', reduce: true }],
    [FENCED, { engine: 'predicates', maxPredicates: 100, extrapolate: 'cubes', buffer: 1 }],
  ])('and one that does is not: %#', async (text, options) => {
    expect((await ask(text, options)).verdict).not.toBe('unknown');
  });

  it('with a diagnostic that shows no place', async () => {
    const diagnostics = faultsOf(await check(UNFENCED, { file: 'p.fp', fairThreads: true }));
    expect(renderDiagnostics(diagnostics, UNFENCED)).toBe(
      'p.fp: error[usage]: `fairThreads`: this option is for temporal properties; the question is which states can be reached',
    );
  });
});

describe('questions that are asked together', () => {
  it('leave an option out where it does not apply', async () => {
    const options = { file: 'p.fp', bufferPerLocation: 1 } as const;
    const result = await compare(FENCED, options);
    const outcomes = result.ok ? result.comparison.outcomes : [];
    expect(outcomes.map(({ perLocation }) => perLocation ?? false)).toEqual([false, true, true]);
    const arrays = await compare(MODEL, { file: 'lock.cub', processes: 2, buffer: 1 });
    expect(arrays.ok && arrays.comparison.outcomes.map(({ engine, buffer }) => [engine, buffer])).toEqual([
      ['parameterized', null],
      ['parameterized', 'unbounded'],
      ['explicit', expect.anything()],
    ]);
  });

  it('refuse one that applies to none', async () => {
    expect(faultsOf(await compare(FENCED, { file: 'p.fp', fairThreads: true }))).toMatchObject([
      { option: 'fairThreads' },
    ]);
    expect(faultsOf(await compare(MODEL, { file: 'lock.cub', bufferPerLocation: 1 }))).toMatchObject([
      { option: 'bufferPerLocation' },
    ]);
  });
});

describe('repair and reduction', () => {
  it('refuse options as a check does', async () => {
    expect(faultsOf(await fix(UNFENCED, { file: 'p.fp', fairThreads: true }))).toMatchObject([
      { option: 'fairThreads' },
    ]);
    expect(faultsOf(await fix(UNFENCED, { file: 'p.fp', maxCubes: 3 }))).toMatchObject([{ option: 'maxCubes' }]);
    expect(faultsOf(await fix(UNFENCED, { file: 'p.fp', mostSets: 3 }))).toMatchObject([{ option: 'mostSets' }]);
    expect(faultsOf(await reduce(FENCED, { file: 'p.fp', memory: 'sc', buffer: 1 }))).toMatchObject([
      { option: 'buffer' },
    ]);
    expect(faultsOf(await reduce(FENCED, { file: 'p.fp', atomicWaits: 'all' }))).toMatchObject([
      { option: 'atomicWaits' },
    ]);
  });

  it('take fairness for the temporal properties that a repair must keep', async () => {
    const text = `${UNFENCED}ltl live: G (P(i)@wait -> F P(i)@cs)\n`;
    expect(await fix(text, { file: 'p.fp', fairThreads: true })).toMatchObject({ ok: true, status: 'repaired' });
  });
});

describe('the column of the table', () => {
  it('names options that there are', () => {
    for (const { appliesTo } of Object.values<Row>(LIBRARY_OPTIONS)) {
      const { needs, replacedBy } = appliesTo ?? {};
      for (const pair of [needs, replacedBy]) if (pair !== undefined) expect(LIBRARY_OPTIONS).toHaveProperty(pair[0]);
    }
  });
});
