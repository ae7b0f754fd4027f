/** What is told beside a proof for any number of threads, from a search with a few. */
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import type { CheckOptions } from '../../src/check/options.js';
import type { Outcome } from '../../src/evidence/outcome.js';
import { DASHED } from '../../src/report/remarks.js';
import { warningText } from '../../src/report/warnings.js';

async function outcomeOf(text: string, options: CheckOptions = {}): Promise<Outcome> {
  const result = await check(text, { language: 'program', ...options });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result.outcome;
}

async function sentences(text: string, options: CheckOptions = {}): Promise<readonly string[] | null> {
  const { verdict, processes, warnings } = await outcomeOf(text, options);
  expect([verdict, processes]).toEqual(['holds', 'any']);
  return warnings?.map((warning) => warningText(warning, DASHED)) ?? null;
}

const MEMORIES = ['sc', 'tso', 'pso'] as const;

const AB_BA = `shared a, b: bool = false
thread P[any] { atomic { await !a; a = true }
  p: atomic { await !b; b = true }
  cs: skip; b = false; a = false }
thread Q[any] { atomic { await !b; b = true }
  q: atomic { await !a; a = true }
  cs: skip; a = false; b = false }
never P(i)@cs && Q(j)@cs
`;

const NEVER_IN = `shared go: bool = false
thread T[any] { await go
  cs: skip }
never mutex: T(i)@cs && T(j)@cs
`;

describe('a proof for any number of threads', () => {
  it.each(MEMORIES)('tells where a few of them get stuck, with a run: %s', async (memory) => {
    const { verdict, warnings, stuckThreads, deadlock } = await outcomeOf(AB_BA, { memory, show: 'deadlock' });
    expect([verdict, stuckThreads]).toEqual(['holds', 'some']);
    expect(warnings?.[0]).toMatchObject({ code: 'stuck', others: false, number: { each: 2, of: ['P', 'Q'] } });
    expect(deadlock?.violated.property).toBe('deadlock');
    expect(deadlock?.steps).toHaveLength(2);
  });

  it.each(MEMORIES)('tells what nobody reaches, and what says nothing: %s', async (memory) => {
    expect(await sentences(NEVER_IN, { memory })).toEqual([
      'T(0) at line 2 (await go), T(1) at line 2 (await go): stuck for ever with 2 of `T`, after 0 steps; --show deadlock shows the run',
      'no run with 3 of `T` reaches line 3 of T: skip, so nobody is ever at `T@cs`',
      '`mutex` at line 4 says nothing: no run with 3 of `T` reaches `T(i)@cs`',
    ]);
  });

  it('tells nothing where there is nothing to tell', async () => {
    const lock = `shared lock: bool = false
      thread T[any] { loop { await !swap(lock, true)
        cs: skip
        lock = false } }
      never T(i)@cs && T(j)@cs`;
    for (const memory of MEMORIES) expect(await sentences(lock, { memory })).toEqual([]);
  });

  it('says with how many threads a place was not reached', async () => {
    const late = (number: number) => `shared n: 0..4 = 0
      thread T[any] { atomic { await n < 4; n = n + 1 }
        if (n == ${number}) { late: skip } }
      never n > 4`;
    expect(await sentences(late(3))).toEqual([]);
    expect(await sentences(late(4))).toEqual([
      'no run with 3 of `T` reaches line 3 of T: skip, so nobody is ever at `T@late`',
    ]);
  });

  it('says with which store buffers a place was not reached', async () => {
    const text = `shared x: 0..3 = 0
      thread T[any] { loop { x = 1
        x = 2
        if (x == 3) { x = 0 } } }
      never x == 3`;
    const warnings = (await outcomeOf(text)).warnings;
    expect(warnings).toMatchObject([{ code: 'unreached', buffer: 2, number: { of: ['T'] } }]);
  });

  it('has no warnings where they are switched off', async () => {
    expect(await sentences(NEVER_IN, { warnings: false })).toBeNull();
  });

  it.each(['dual-tso', 'parameterized'] as const)('has them where an engine is named: %s', async (engine) => {
    expect(await sentences(NEVER_IN, { engine })).toHaveLength(3);
  });
});

describe('a proof of an engine that knows nothing of it', () => {
  const closed = NEVER_IN.replace('[any]', '[2]');
  const named = [
    ['tso', 'dual-tso'],
    ['pso', 'pso-queues'],
    ['tso', 'predicates'],
  ] as const;

  it.each(named)('is followed by a short search of the states: %s, %s', async (memory, engine) => {
    const { verdict, warnings, stuckThreads } = await outcomeOf(closed, { memory, engine });
    expect([verdict, stuckThreads]).toEqual(['holds', 'some']);
    expect(warnings?.map(({ code }) => code)).toEqual(['stuck', 'unreached', 'vacuous']);
    expect((await outcomeOf(closed, { memory, engine, warnings: false })).warnings).toBeNull();
  });

  it('is not contradicted by buffers that are longer than those that were asked about', async () => {
    const late = `shared x, y, z: 0..1 = 0
      thread P { x = 1; z = 1; await y == 0
        in: skip }
      thread Q { y = 1; fence; await x == 0
        in: skip }
      never P@in && Q@in`;
    const asked = { engine: 'predicates', memory: 'tso' } as const;
    expect(await outcomeOf(late, { ...asked, buffer: 1 })).toMatchObject({ verdict: 'holds', stuckThreads: 'some' });
    expect((await outcomeOf(late, { ...asked, buffer: 2 })).verdict).toBe('violated');
  });
});

const LOCKED = (weak: string, actor: string): string => `type loc = Idle | Want | Crit
array PC[proc] : loc
${weak} var Lock : bool
init (z) { PC[z] = Idle && Lock = True }
unsafe (x y) { PC[x] = Crit && PC[y] = Crit }
transition ask (${actor})
requires { PC[i] = Idle }
{ PC[i] := Want }
transition enter (${actor})
requires { PC[i] = Want && Lock = False }
{ PC[i] := Crit; Lock := True }
transition leave (${actor})
requires { PC[i] = Crit }
{ PC[i] := Idle; Lock := False }
`;

const NOBODY_ENTERS = [
  '#1 at line 9 (enter(#1)), #2 at line 9 (enter(#2)): stuck for ever with 2 processes, after 2 steps; --show deadlock shows the run',
  'no run with 3 processes takes line 9: enter',
  'no run with 3 processes takes line 12: leave',
  '`unsafe[1]` at line 5 says nothing: no run with 3 processes reaches `PC[x] = Crit`',
];

describe('a proof for an array system', () => {
  it('says from which number on there is no initial state, and nothing of runs that are not there', async () => {
    const alone = `type place = A | B
      var Leader : proc
      array S[proc] : place
      init (i) { Leader = i && S[i] = A }
      unsafe (i j) { S[i] = B && S[j] = B }
      transition go (i j) requires { S[i] = A && S[j] = A } { S[i] := B; }`;
    const asked = async (options: CheckOptions) => {
      const { verdict, warnings, notes } = await outcomeOf(alone, { language: 'cubicle', ...options });
      return [verdict, warnings ?? [], notes];
    };
    expect(await asked({})).toEqual(['holds', [], [{ code: 'no initial state', from: 2 }]]);
    expect(await asked({ processes: 2 })).toEqual(['holds', [], [{ code: 'no initial state' }]]);
    expect(await asked({ processes: 2, engine: 'explicit' })).toEqual(['holds', [], [{ code: 'no initial state' }]]);
    expect((await asked({ processes: 1 }))[2]).toEqual([]);
  });

  it.each([
    ['SC', LOCKED('', 'i')],
    ['TSO', LOCKED('weak', '[i]')],
  ])('tells transitions that nobody takes, what says nothing, and where processes get stuck: %s', async (_, text) => {
    expect(await sentences(text, { language: 'cubicle' })).toEqual(NOBODY_ENTERS);
  });

  it('shows the run, in which processes wait for what they would do next', async () => {
    const { deadlock } = await outcomeOf(LOCKED('', 'i'), { language: 'cubicle', show: 'deadlock' });
    expect(deadlock?.steps).toHaveLength(2);
    expect(deadlock?.violated.condition).toBe(
      'nothing can happen any more; stuck: #1 at line 9 (enter(#1)), #2 at line 9 (enter(#2))',
    );
  });

  it('tells nothing of processes that have come to their end', async () => {
    const text = LOCKED('', 'i')
      .replace('Lock = True }', 'Lock = False }')
      .replace('PC[i] := Idle; ', 'PC[i] := Done; ');
    const ends = text.replace('| Crit', '| Crit | Done');
    expect(await sentences(ends, { language: 'cubicle' })).toEqual([]);
  });

  it('does not miss a transition that needs more processes than were tried', async () => {
    const text = LOCKED('', 'i')
      .replace('Lock = True }', 'Lock = False }')
      .replace(
        'transition leave (i)\nrequires { PC[i] = Crit }',
        'transition leave (i j k)\nrequires { PC[i] = Crit && PC[j] = Want && PC[k] = Want }',
      );
    expect(await sentences(text, { language: 'cubicle' })).toEqual([
      '#2 at line 9 (enter(#2)): stuck for ever with 2 processes, after 3 steps; --show deadlock shows the run',
    ]);
  });

  it('tells no number where the question has one', async () => {
    const { warnings } = await outcomeOf(LOCKED('', 'i'), { language: 'cubicle', processes: 2 });
    expect(warnings?.map((warning) => warningText(warning, DASHED))).toEqual(
      NOBODY_ENTERS.map((line) => line.replace(/ with [23] processes/, '')),
    );
  });

  it('contradicts no proof that rests on what the model assumes', async () => {
    const open = LOCKED('', 'i').replace('Lock = True }', 'Lock = False }').replace('; Lock := True }', ' }');
    const assumed = open.replace('unsafe', 'invariant (x y) { PC[x] = Crit && PC[y] = Crit }\nunsafe');
    const { verdict, warnings } = await outcomeOf(assumed, { language: 'cubicle' });
    expect([verdict, warnings]).toEqual(['holds', null]);
  });
});
