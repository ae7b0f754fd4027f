/** Cubes in the words of the model say what the cubes say, and are read back by the front end. */
import { describe, expect, it } from 'vitest';
import { propertyOf } from '../../../../src/engines/parameterized/plain/describe.js';
import { readCubicle } from '../../../../src/languages/cubicle/index.js';
import { bind, holds } from '../../../../src/memory/operational/evaluate.js';
import { type Instance, makeInstance, type State } from '../../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../../src/memory/operational/tuples.js';
import type { Property } from '../../../../src/models/array-system/model.js';
import { showProperty } from '../../../../src/models/array-system/show.js';
import { systemOf } from '../../../memory/operational/models.js';
import { randomModel } from '../../../random/generate.js';
import { Random } from '../../../random/random.js';
import { printModel } from '../../../random/text-model.js';
import { visitedNodes, withoutInit, workshop } from '../cubes.js';
import { cubeHolds, showState, statesOf, stateWithin } from '../worlds.js';

function propertyHolds(instance: Instance, state: State, { parameters, formula }: Property): boolean {
  for (const tuple of distinctTuples(instance.processes, parameters.length)) {
    if (holds(instance, state, formula, bind(parameters, tuple))) return true;
  }
  return false;
}

describe('cubes as declarations', () => {
  it('mean the cube, also after printing and reading', () => {
    const counts = { inside: 0, outside: 0, universal: 0 };
    for (let seed = 1; seed <= 50; seed++) {
      const random = new Random(seed);
      const text = printModel(randomModel(seed));
      const system = withoutInit(systemOf(text));
      const shop = workshop(system, seed % 2 === 0);
      const { literals } = shop;
      for (const { cube } of visitedNodes(shop, 6)) {
        const property = propertyOf(system, literals, cube, null);
        const shown = showProperty('invariant', property);
        // A value chosen freely that could not be eliminated has no name in the language.
        if (shown.includes('?')) continue;
        const { system: again, diagnostics } = readCubicle(`${text}\n${shown}\n`, 'again.cub');
        expect(
          diagnostics.filter((d) => d.severity === 'error'),
          `seed ${seed}: ${shown}`,
        ).toEqual([]);
        const read = again?.invariants.at(-1) as Property;
        if (cube.universals.length > 0) counts.universal++;
        const n = system.processes ?? Math.min(3, Math.max(1, cube.processes));
        const instance = makeInstance(system, n);
        const names = Array.from({ length: cube.processes }, (_, p) => p + 1);
        const within = cube.processes <= n ? stateWithin(literals, instance, cube, names, random, 4) : null;
        const states = statesOf(instance, 20, random);
        for (const state of within === null ? states : [within, ...states]) {
          const inside = cubeHolds({ literals, instance, state }, cube);
          const where = `seed ${seed}: ${shown} in ${showState({ literals, instance, state })}`;
          expect(propertyHolds(instance, state, property), where).toBe(inside);
          const readAgain = makeInstance(again as typeof system, n);
          expect(propertyHolds(readAgain, state, read), where).toBe(inside);
          counts[inside ? 'inside' : 'outside']++;
        }
      }
    }
    expect(counts.inside).toBeGreaterThan(200);
    expect(counts.outside).toBeGreaterThan(500);
    expect(counts.universal).toBeGreaterThan(5);
  });
});
