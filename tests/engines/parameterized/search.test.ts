/** The loop as a whole: what its visited cubes are worth, with and without guesses, assumptions and trimming. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../src/check/check.js';
import type { SearchNode } from '../../../src/engines/parameterized/node.js';
import { Queue } from '../../../src/engines/parameterized/queue.js';
import { bind, holds } from '../../../src/memory/operational/evaluate.js';
import { isEnabled } from '../../../src/memory/operational/machine.js';
import { findInitFailure, findViolation } from '../../../src/memory/operational/properties.js';
import { type Instance, makeInstance, type State } from '../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import type { ArraySystem, Property } from '../../../src/models/array-system/model.js';
import { systemOf } from '../../memory/operational/models.js';
import { randomModel } from '../../random/generate.js';
import { Random } from '../../random/random.js';
import { printModel } from '../../random/text-model.js';
import { cubeProofOf, outcomeOf as outcome, settleTrimmed } from '../../support/ask.js';
import { cases, least } from '../../support/size.js';
import { workshop } from './cubes.js';
import { statesOf, successorsOf } from './worlds.js';

function excluded(instance: Instance, state: State, cubes: readonly Property[]): boolean {
  return cubes.some(({ parameters, formula }) =>
    [...distinctTuples(instance.processes, parameters.length)].some((tuple) =>
      holds(instance, state, formula, bind(parameters, tuple)),
    ),
  );
}

/** Whether the cubes are a proof, state by state, as far as the states of small instances go; null when they are. */
function faultOf(system: ArraySystem, cubes: readonly Property[], most: number, seed: number): string | null {
  const random = new Random(seed);
  for (const processes of system.processes === null ? [1, 2, 3] : [system.processes]) {
    const instance = makeInstance(system, processes);
    for (const state of statesOf(instance, most, random)) {
      const bad = excluded(instance, state, cubes);
      if (bad && findInitFailure(instance, state) === null) return 'an initial state is in a cube';
      if (bad || excluded(instance, state, system.invariants)) continue;
      if (findViolation(instance, state) !== null) return 'an unsafe state is in no cube';
      for (const transition of system.transitions) {
        for (const given of distinctTuples(processes, transition.parameters.length)) {
          if (!isEnabled(instance, state, transition, given)) continue;
          const after = successorsOf(instance, state, transition, given)?.slice(0, 40) ?? [];
          if (after.some((next) => excluded(instance, next, cubes))) return `${transition.name} leads into a cube`;
        }
      }
    }
  }
  return null;
}

describe('a proof', () => {
  it.each([true, false])('is one by looking at states, guesses: %s', async (approximate) => {
    let proofs = 0;
    for (let seed = 1; seed <= cases(90); seed++) {
      const text = printModel(randomModel(seed));
      const result = await cubeProofOf(text, { maxCubes: 200, maxStates: 2000, maxProcesses: 4, approximate });
      if (result === null) continue;
      // A sum over all processes is judged by certificates.
      if (result.sums !== null) continue;
      // A value chosen freely that could not be eliminated has no name in the model.
      if (result.outcome.invariants.some((i) => i.includes('?'))) continue;
      const fault = faultOf(result.system, result.invariant, 60, seed);
      if (fault !== null) throw new Error(`seed ${seed}: ${fault}\n${text}\n${result.outcome.invariants.join('\n')}`);
      proofs++;
    }
    expect(proofs).toBeGreaterThan(least(20));
  });

  it('contains its own pre-images', () => {
    const counts = { closed: 0, deleted: 0 };
    for (let seed = 1; seed <= cases(250); seed++) {
      const { search, cubes } = workshop(systemOf(printModel(randomModel(seed))), false, 150);
      const run = search.run();
      let step = run.next();
      while (!step.done) step = run.next();
      if (step.value.kind !== 'closed') continue;
      const index = cubes.visited();
      for (const node of step.value.visited) index.add(node);
      for (const { cube } of step.value.visited.filter((node) => !node.assumed)) {
        for (let command = 0; command < cubes.commands; command++) {
          const open = cubes.preImages(cube, command).filter((image) => index.cover(image.cube) === null);
          expect(open, `seed ${seed}`).toEqual([]);
        }
      }
      counts.closed++;
      counts.deleted += search.counts.deleted;
    }
    expect(counts.closed).toBeGreaterThan(least(100));
    expect(counts.deleted).toBeGreaterThan(0);
  });

  it('trimmed is no longer than the cubes visited', async () => {
    let shorter = 0;
    for (let seed = 1; seed <= cases(60, 15); seed++) {
      const text = printModel(randomModel(seed));
      const options = { maxCubes: 200, maxStates: 2000, maxProcesses: 4 };
      const [whole, trimmed] = [await check(text, options), await settleTrimmed(text, options)];
      if (!whole.ok || !trimmed.ok || whole.outcome.verdict !== 'holds') continue;
      expect(trimmed.outcome.verdict).toBe('holds');
      expect(trimmed.outcome.counts.cubes).toBe(whole.outcome.counts.cubes);
      expect(whole.outcome.invariants).toEqual(expect.arrayContaining([...trimmed.outcome.invariants]));
      if (trimmed.outcome.invariants.length < whole.outcome.invariants.length) shorter++;
    }
    expect(shorter).toBeGreaterThan(0);
  });

  it('keeps a cube that only says something of everybody', async () => {
    const text = `type t = A | B  array P[proc] : t
      init (i) { P[i] = A } unsafe { forall k. P[k] = B }
      transition t (i) requires { exists_other k. P[k] = A } { P[i] := B }`;
    const result = await cubeProofOf(text);
    if (result === null) throw new Error('it is not proved');
    expect(faultOf(result.system, result.invariant, 100, 1)).toBeNull();
    expect(result.outcome.invariants).toContain('never { (forall k1. P[k1] = B) }');
  });

  it('is the same each time', async () => {
    const text = printModel(randomModel(77));
    const first = await outcome(text, { maxCubes: 300 });
    const second = await outcome(text, { maxCubes: 300 });
    expect({ ...second, seconds: 0 }).toEqual({ ...first, seconds: 0 });
  });
});

describe('containment in a union', () => {
  it('ends a search that no single cube would end', async () => {
    // Below X = 5 lies X <= 4, which X <= 3 and X = 4 contain together and neither alone.
    const text = `var X : int  var B : bool  init { X = 9 && B = False }
      unsafe { X <= 3 } unsafe { X = 4 } unsafe { B = True && X <= 4 } transition t () { B := True }`;
    const { verdict, counts } = await outcome(text);
    expect(verdict).toBe('holds');
    expect(counts.fullFixpoints).toBeGreaterThan(0);
  });
});

describe('assumptions', () => {
  const lock = (invariant: string) => `type t = Out | In  var Lock : bool  array P[proc] : t
    init (i) { P[i] = Out && Lock = False } ${invariant} unsafe (i j) { P[i] = In && P[j] = In }
    transition enter (i) requires { P[i] = Out && Lock = False } { P[i] := In; Lock := True }
    transition leave (i) requires { P[i] = In } { P[i] := Out; Lock := False }`;

  it('shorten a proof, and are named', async () => {
    const without = await outcome(lock(''));
    const { verdict, assumptions, counts } = await outcome(lock('invariant (i) { P[i] = In && Lock = False }'));
    expect(verdict).toBe('holds');
    expect(assumptions).toEqual(['invariant (i) { P[i] = In && Lock = False }']);
    expect(counts.cubes).toBeLessThan(without.counts.cubes as number);
    expect(without.assumptions).toEqual([]);
  });

  it('are proved or refuted on demand', async () => {
    const options = { checkInvariants: true };
    const proved = await outcome(lock('invariant (i) { P[i] = In && Lock = False }'), options);
    expect(proved).toMatchObject({ verdict: 'holds', assumptions: [] });
    expect(proved.reason).toContain('invariant (i) { P[i] = In && Lock = False }');
    const wrong = lock('invariant wrong (i) { P[i] = In }');
    expect(await outcome(wrong)).toMatchObject({
      verdict: 'holds',
      assumptions: ['invariant wrong (i) { P[i] = In }'],
    });
    const refuted = await outcome(wrong, options);
    expect(refuted).toMatchObject({ verdict: 'violated', trace: { violated: { property: 'wrong' } } });
    expect(refuted.reason).toContain('P[i] = In');
  });

  it('with a universal condition exclude only what they say', async () => {
    // Alone with the lock is assumed away; two together are not.
    const text = lock('invariant (i) { P[i] = In && forall_other k. P[k] = Out }').replace(
      'Lock = False } { P[i]',
      'true } { P[i]',
    );
    expect((await outcome(text)).verdict).not.toBe('holds');
  });
});

describe('a model without initial states', () => {
  it('holds, and says why', async () => {
    const { verdict, reason } = await outcome(
      'var X : int init { X = 0 && X = 1 } unsafe { X = 5 } transition t () { X := X + 1 }',
    );
    expect(verdict).toBe('holds');
    expect(reason).toBe('no instance has an initial state: init contradicts itself');
  });
});

describe('the queue', () => {
  it('gives guesses first, then few processes, then few literals, then the oldest', () => {
    const node = (id: number, guess: boolean): SearchNode<string> => {
      const plain: SearchNode<string> = {
        id,
        cube: `${id}`,
        depth: 0,
        parent: null,
        step: null,
        property: null,
        approximates: null,
        assumed: false,
        deleted: false,
      };
      return guess ? { ...plain, approximates: plain } : plain;
    };
    const random = new Random(9);
    for (let round = 0; round < 50; round++) {
      const entries = Array.from({ length: random.between(1, 30) }, (_, id) => ({
        node: node(id, random.chance(0.3)),
        size: { processes: random.between(0, 3), literals: random.between(0, 4) },
      }));
      const queue = new Queue<string>();
      for (const { node: each, size } of random.shuffle(entries)) queue.push(each, size);
      expect(queue.size).toBe(entries.length);
      const popped: number[] = [];
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) popped.push(next.id);
      const key = (e: (typeof entries)[number]) => [
        e.node.approximates === null ? 1 : 0,
        e.size.processes,
        e.size.literals,
        e.node.id,
      ];
      const sorted = [...entries].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        const at = x.findIndex((value, k) => value !== y[k]);
        return at < 0 ? 0 : (x[at] as number) - (y[at] as number);
      });
      expect(popped).toEqual(sorted.map((e) => e.node.id));
    }
  });
});
