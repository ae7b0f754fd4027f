/** Universal parts of cubes: kept precisely they describe the predecessors in every instance, not only in small ones. */
import { describe, expect, it } from 'vitest';
import type { Cube } from '../../../src/engines/parameterized/cube.js';
import { admit, outside, products, prune, type UniversalPart } from '../../../src/engines/parameterized/universal.js';
import { Literals } from '../../../src/logic/literals.js';
import { isEnabled } from '../../../src/memory/operational/machine.js';
import { makeInstance } from '../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import { systemOf } from '../../memory/operational/models.js';
import { Random } from '../../random/random.js';
import { visitedNodes, type Workshop, withoutInit, workshop } from './cubes.js';
import { cubeHolds, statesOf, successorsOf } from './worlds.js';

/** One process at a time gets to C; all others were not there, and some of them are touched by later steps. */
const ONE = `type t = A | B | C  array P[proc] : t  var X : bool
  init (i) { P[i] = A } unsafe (i j) { P[i] = C && P[j] = B && X = True }
  transition t (i) requires { P[i] = A } { P[i] := B }
  transition u (i) requires { P[i] = B && forall_other k. P[k] = A } { P[i] := C; X := False }
  transition w (i) requires { X = False && forall_other k. P[k] <> B } { P[k] := case | k = i : A | P[k] = A : B | _ : P[k]; X := True }`;

/** Counts the states of an instance where stepping and the pre-images of a cube differ, one way or the other. */
function differences(
  shop: Workshop,
  cube: Cube,
  processes: number,
): { missed: number; spurious: number; both: number } {
  const { system, form, literals, preImages } = shop;
  const instance = makeInstance(system, processes);
  const counts = { missed: 0, spurious: 0, both: 0 };
  for (const [index, transition] of system.transitions.entries()) {
    const commands = form.commands.filter((c) => c.transition === index);
    const images = commands.flatMap((c) => preImages.of(cube, c, shop.precise));
    for (const state of statesOf(instance, 3000, new Random(1))) {
      const world = { literals, instance, state };
      if (cubeHolds(world, cube)) continue;
      const inImage = images.some((image) => cubeHolds(world, image.cube));
      const steps = [...distinctTuples(processes, transition.parameters.length)].some(
        (given) =>
          isEnabled(instance, state, transition, given) &&
          successorsOf(instance, state, transition, given)?.some((s) => cubeHolds({ ...world, state: s }, cube)),
      );
      if (steps && !inImage) counts.missed++;
      else if (!steps && inImage) counts.spurious++;
      else if (steps) counts.both++;
    }
  }
  return counts;
}

describe('pre-images with universal guards', () => {
  const system = withoutInit(systemOf(ONE));

  it('kept precisely are exact for more processes than they name', () => {
    const shop = workshop(system, true);
    let both = 0;
    const nodes = visitedNodes(shop, 6);
    expect(nodes.some(({ cube }) => cube.universals.length > 0)).toBe(true);
    for (const { cube } of nodes) {
      for (const processes of [2, 3, 4]) {
        const found = differences(shop, cube, processes);
        expect(found).toMatchObject({ missed: 0, spurious: 0 });
        both += found.both;
      }
    }
    expect(both).toBeGreaterThan(20);
  });

  it('otherwise miss nothing either, but forget those who are not named', () => {
    const shop = workshop(system, false);
    let spurious = 0;
    for (const { cube } of visitedNodes(shop, 6)) {
      expect(cube.universals).toEqual([]);
      for (const processes of [2, 3, 4]) {
        const found = differences(shop, cube, processes);
        expect(found.missed).toBe(0);
        spurious += found.spurious;
      }
    }
    expect(spurious).toBeGreaterThan(0);
  });
});

describe('universal parts', () => {
  const system = systemOf(
    'type t = A | B | C  array P[proc] : t  array M[proc, proc] : bool init { true } unsafe (i) { P[i] = A }',
  );
  const literals = new Literals(system, false);
  const at = (process: number, mask: number) => literals.mask(literals.cell(0, [process]), mask);
  const between = (p: number, q: number) => literals.mask(literals.cell(1, [p, q]), 1);
  const everybody: UniversalPart = { variables: 1, body: [[at(outside(0), 1)], [at(outside(0), 2), at(0, 4)]] };
  const pairs: UniversalPart = { variables: 2, body: [[between(outside(0), outside(1))]] };

  it('are instantiated on each process that joins, and stay for the others', () => {
    const { items, parts } = admit(literals, [everybody], [1, 2]) ?? { items: [], parts: [] };
    expect(items).toEqual([
      [[at(1, 1)], [at(1, 2), at(0, 4)]],
      [[at(2, 1)], [at(2, 2), at(0, 4)]],
    ]);
    expect(parts).toEqual([everybody]);
  });

  it('about pairs are instantiated on both places, in both orders', () => {
    const { items, parts } = admit(literals, [pairs], [3, 4]) ?? { items: [], parts: [] };
    expect(items.flat(2).sort()).toEqual([between(3, 4), between(4, 3)].sort());
    expect(parts.map((p) => [p.variables, p.body])).toEqual(
      expect.arrayContaining([
        [2, [[between(outside(0), outside(1))]]],
        ...[3, 4].flatMap((p) => [
          [1, [[between(outside(0), p)]]],
          [1, [[between(p, outside(0))]]],
        ]),
      ]),
    );
    expect(parts).toHaveLength(5);
  });

  it('that another one gives already are left out', () => {
    const stronger: UniversalPart = { variables: 1, body: [[at(outside(0), 1), at(0, 4)]] };
    const weaker: UniversalPart = { variables: 1, body: [[at(outside(0), 1)], [at(outside(0), 2)]] };
    expect(prune([weaker, stronger])).toEqual([stronger]);
    expect(prune([stronger, weaker, pairs])).toEqual([stronger, pairs]);
    expect(prune([weaker, weaker])).toEqual([weaker]);
  });

  it('multiply only up to a limit, the narrow ones first', () => {
    const item = (first: number, width: number) => Array.from({ length: width }, (_, k) => [at(first + k, 1)]);
    const all = (firsts: readonly number[], seconds: readonly number[]) =>
      firsts.flatMap((p) => seconds.map((q) => [at(0, 1), at(p, 1), at(q, 1)]));
    expect(products([at(0, 1)], [item(10, 5), item(1, 2), item(4, 3)], 10)).toEqual(all([1, 2], [4, 5, 6]));
    expect(products([at(0, 1)], [item(4, 4), item(1, 3)], 12)).toEqual(all([1, 2, 3], [4, 5, 6, 7]));
  });
});
