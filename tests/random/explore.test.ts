import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import { replay } from '../../src/memory/operational/replay.js';
import { makeInstance } from '../../src/memory/operational/state.js';
import { systemOf } from '../memory/operational/models.js';
import { cases, least } from '../support/size.js';
import { explore } from './explore.js';
import { randomModel } from './generate.js';
import { initialStates } from './initial-states.js';
import { printModel } from './text-model.js';
import { readBack } from './trace-run.js';

const LIMITS = { states: 3000, initial: 3000, numbers: 6 };

function initialCount(text: string, processes: number): [number, boolean] {
  const { states, exact } = initialStates(makeInstance(systemOf(text), processes), 5000);
  return [states.length, exact];
}

describe('initial states', () => {
  it.each<[string, string, number, [number, boolean]]>([
    ['forced values', 'var X : int array A[proc] : bool init (i) { X = 3 && A[i] = True }', 3, [1, true]],
    ['an open array', 'array A[proc] : bool init { true }', 3, [8, true]],
    [
      'a disjunction about all processes',
      'var X : int array A[proc] : int init (i) { X = 0 && A[i] = 0 || X = 1 && A[i] = 1 }',
      3,
      [2, true],
    ],
    ['a range of integers', 'array A[proc] : int init (i) { 0 <= A[i] && not (2 <= A[i]) }', 2, [4, true]],
    ['an open integer, sampled', 'var X : int init { true }', 1, [4, false]],
    ['a process or nobody', 'var T : proc init { true }', 2, [3, true]],
    ['nobody', 'var T : proc init (i) { T <> i }', 2, [1, true]],
    [
      'nobodies told apart by equality or order',
      'var S : proc var T : proc init (i) { S <> i && T <> i && S < T }',
      1,
      [3, true],
    ],
    ['data up to renaming', 'type t var S : t var T : t var U : t init { true }', 1, [5, true]],
    ['no state', 'var T : proc init (i) { T = i }', 2, [0, true]],
  ])('%s', (_, text, processes, expected) => {
    const unsafe = ' unsafe (i) { i <> i }';
    expect(initialCount(text + unsafe, processes)).toEqual(expected);
  });
});

describe('exploration', () => {
  const ring = `type loc = Idle | Wait | Crit
    var Lock : bool  array PC[proc] : loc
    init (i) { PC[i] = Idle && Lock = False }
    unsafe (i j) { PC[i] = Crit && PC[j] = Crit }
    transition want (i) requires { PC[i] = Idle } { PC[i] := Wait }
    transition enter (i) requires { PC[i] = Wait && Lock = False } { PC[i] := Crit; Lock := True }
    transition leave (i) requires { PC[i] = Crit } { PC[i] := Idle; Lock := False }`;

  it('counts all reachable states of a safe instance', () => {
    // Every process idle or waiting (2^n), or one of them critical and the others not (n 2^(n-1)).
    expect([1, 2, 3, 4].map((n) => explore(systemOf(ring), n, LIMITS))).toMatchObject(
      [3, 8, 20, 48].map((states) => ({ verdict: 'safe', states })),
    );
  });

  it('finds a shortest run to an unsafe state, and it replays', () => {
    const system = systemOf(ring.replace('Lock := True', 'Lock := ?'));
    expect(explore(system, 1, LIMITS).verdict).toBe('safe');
    const { verdict, run } = explore(system, 2, LIMITS);
    expect(verdict).toBe('violated');
    expect(run?.steps).toHaveLength(4);
    expect(run === null ? null : replay(system, run)).toMatchObject({ ok: true });
  });

  it('says incomplete when it sampled or cut', () => {
    const counter = 'var X : int init { X = 0 } unsafe { X < 0 } transition up () { X := X + 1 }';
    expect(explore(systemOf(counter), 1, LIMITS)).toMatchObject({ verdict: 'incomplete', states: 8 });
    const chosen = 'var X : int init { X = 0 } unsafe { X = 77 } transition any () { X := ? }';
    expect(explore(systemOf(chosen), 1, LIMITS).verdict).toBe('incomplete');
    expect(explore(systemOf(ring), 4, { ...LIMITS, states: 10 })).toMatchObject({ verdict: 'incomplete', states: 10 });
  });

  it('gives runs of random models that replay, also when read back from the printed trace', () => {
    let violated = 0;
    for (let seed = 1; seed <= cases(60); seed++) {
      const system = systemOf(printModel(randomModel(seed)));
      const { run } = explore(system, system.processes ?? 2, { states: 200, initial: 200, numbers: 5 });
      if (run === null) continue;
      violated++;
      const first = replay(system, run);
      expect(first).toMatchObject({ ok: true });
      if (first.ok) expect(readBack(system, first.trace)).toEqual(first.trace);
    }
    expect(violated).toBeGreaterThan(least(10));
  });
});

const corpus = fileURLToPath(new URL('../../../shared/corpus/cubicle/', import.meta.url));

describe('the corpus at small sizes', () => {
  if (!existsSync(corpus)) {
    it.skip('is not on this machine', () => {});
    return;
  }
  const expected = JSON.parse(readFileSync(`${corpus}expected.json`, 'utf8')) as { file: string; verdict: string }[];
  it.each(expected.filter(({ verdict }) => verdict === 'safe'))('$file has no short violation', ({ file }) => {
    const { system } = readCubicle(readFileSync(corpus + file, 'utf8'), file);
    if (system === null) throw new Error(`${file} is not read`);
    const { verdict } = explore(system, system.processes ?? 2, { states: 150, initial: 150, numbers: 6 });
    expect(verdict).not.toBe('violated');
  });

  it.each([
    ['bakery_lamport_bogus.cub', 6],
    ['distrib_channels_int1.cub', 16],
    ['futurebus.cub', 6],
  ])('%s breaks with two processes in %i steps', (file, steps) => {
    const { system } = readCubicle(readFileSync(corpus + file, 'utf8'), file);
    if (system === null) throw new Error(`${file} is not read`);
    const { run } = explore(system, 2, LIMITS);
    expect(run?.steps).toHaveLength(steps);
    expect(run === null ? null : replay(system, run)).toMatchObject({ ok: true });
  });
});
