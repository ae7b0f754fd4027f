/** The fixpoint test: one visited cube against all injections tried by hand, and both against concrete states. */
import { describe, expect, it } from 'vitest';
import type { Cube } from '../../../src/engines/parameterized/cube.js';
import type { SearchNode } from '../../../src/engines/parameterized/node.js';
import { PlainEmbedding } from '../../../src/engines/parameterized/plain/embed.js';
import { Union } from '../../../src/engines/parameterized/union.js';
import { outside } from '../../../src/engines/parameterized/universal.js';
import { Visited } from '../../../src/engines/parameterized/visited.js';
import { Conjunction } from '../../../src/logic/conjunction.js';
import { Facts } from '../../../src/logic/facts.js';
import { Literals } from '../../../src/logic/literals.js';
import { makeInstance } from '../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import { systemOf } from '../../memory/operational/models.js';
import { randomModel } from '../../random/generate.js';
import { Random } from '../../random/random.js';
import { printModel } from '../../random/text-model.js';
import { cases, least } from '../../support/size.js';
import { visitedNodes, withoutInit, workshop } from './cubes.js';
import { cubeHolds, cubeHoldsOf, showState, stateWithin } from './worlds.js';

const SYSTEM = systemOf(`type t = A | B | C  type d
  var X : t  var Y : t  var N : int  var T : proc  var D : d  array P[proc] : t  array Q[proc] : t  array M[proc, proc] : bool
  init { true } unsafe { X = A }`);
const symbol = (name: string) => SYSTEM.symbols.findIndex((s) => s.name === name);

const empty = (literals: Literals) => new Visited(new PlainEmbedding(literals), new Union(literals));

function node(id: number, cube: Cube): SearchNode<Cube> {
  return {
    id,
    cube,
    depth: 0,
    parent: null,
    step: null,
    property: null,
    approximates: null,
    assumed: false,
    deleted: false,
  };
}

/** A random satisfiable cube of a few literals of every kind, each process in at least one of them; null now and then. */
function randomCube(literals: Literals, random: Random, most: number): Cube | null {
  const processes = random.between(0, most);
  const conjunction = new Conjunction(literals);
  const scalar = (name: string) => literals.cell(symbol(name), []);
  const p = () => random.between(0, processes - 1);
  const some = {
    scalar: () => literals.mask(scalar(random.pick(['X', 'Y'])), random.between(1, 6)),
    related: () => literals.relation(random.pick(['=', '<>']), scalar('X'), scalar('Y')),
    array: () => literals.mask(literals.cell(symbol(random.pick(['P', 'Q'])), [p()]), random.between(1, 6)),
    matrix: () => literals.mask(literals.cell(symbol('M'), [p(), p()]), random.between(1, 2)),
    process: () => literals.relation(random.pick(['=', '<>', '<', '<=']), -p() - 1, scalar('T')),
    order: () => literals.relation('<', -p() - 1, -p() - 1),
    number: () =>
      literals.linear({
        variables: [scalar('N')],
        coefficients: [random.pick([1n, -1n])],
        relation: random.pick(['=', '<=', '<>']),
        constant: BigInt(random.between(-1, 2)),
      }),
  };
  for (let count = random.between(1, 4); count > 0; count--) {
    const kind = random.weighted(
      processes === 0
        ? { scalar: 4, related: 1, number: 1, array: 0, matrix: 0, process: 0, order: 0 }
        : { scalar: 2, related: 1, number: 1, array: 6, matrix: 3, process: 1, order: 1 },
    );
    if (!conjunction.add(some[kind]())) return null;
  }
  const normal = conjunction.finish();
  if (normal === null) return null;
  let used = 0;
  for (const l of normal) used |= literals.processes[l] as number;
  return used === (1 << processes) - 1 ? { processes, literals: normal, universals: [] } : null;
}

/** All injections, no index, no signature, no order of literals. */
function coversByHand(literals: Literals, wide: Cube, narrow: Cube): boolean {
  const facts = new Facts(literals);
  facts.load(narrow.literals);
  for (const tuple of distinctTuples(narrow.processes, wide.processes)) {
    const names = tuple.map((q) => q - 1);
    if (wide.literals.every((l) => facts.implies(literals.rename(l, names)))) return true;
  }
  return false;
}

describe('a visited cube that contains another', () => {
  it('is found exactly when some renaming makes its literals follow', () => {
    const random = new Random(11);
    const counts = { covered: 0, open: 0, removed: 0 };
    for (let round = 0; round < 150; round++) {
      const literals = new Literals(SYSTEM, false);
      const cubes: Cube[] = [];
      while (cubes.length < 24) {
        const cube = randomCube(literals, random, 3);
        if (cube !== null) cubes.push(cube);
      }
      const visited = empty(literals);
      const nodes = cubes.slice(0, 12).map((cube, id) => node(id, cube));
      for (const each of nodes) visited.add(each);
      for (const each of nodes.slice(0, 4)) {
        visited.remove(each);
        counts.removed++;
      }
      expect([...visited.nodes()]).toHaveLength(8);
      for (const cube of cubes) {
        const byHand = nodes.slice(4).filter((each) => coversByHand(literals, each.cube, cube));
        const found = visited.covering(cube)?.node ?? null;
        if (found === null) expect(byHand).toEqual([]);
        else expect(byHand).toContain(found);
        counts[found === null ? 'open' : 'covered']++;
      }
    }
    expect(counts.covered).toBeGreaterThan(1500);
    expect(counts.open).toBeGreaterThan(500);
  });

  it('holds wherever the other does, also with universal parts', () => {
    let compared = 0;
    for (let seed = 1; seed <= cases(60); seed++) {
      const random = new Random(seed);
      const text = printModel(randomModel(seed));
      const system = withoutInit(systemOf(text));
      const shop = workshop(system, seed % 2 === 0);
      const nodes = visitedNodes(shop, 12);
      const { literals, form, preImages } = shop;
      const visited = empty(literals);
      for (const each of nodes) visited.add(each);
      const images = nodes.flatMap(({ cube }) => form.commands.flatMap((c) => preImages.of(cube, c, seed % 2 === 0)));
      for (const { cube } of images.slice(0, 60)) {
        const found = visited.covering(cube)?.node ?? null;
        if (found === null) continue;
        for (const processes of [0, 1].map((more) => Math.max(1, cube.processes) + more)) {
          if (processes > 4 || (system.processes !== null && processes !== system.processes)) continue;
          const instance = makeInstance(system, processes);
          const names = Array.from({ length: cube.processes }, (_, p) => p + 1);
          const state = stateWithin(literals, instance, cube, names, random, 3);
          if (state === null) continue;
          const world = { literals, instance, state };
          if (!cubeHolds(world, found.cube)) throw new Error(`seed ${seed}: ${showState(world)}\n${text}`);
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(least(500));
  });
});

describe('a removed cube', () => {
  it('contains nothing any more, also if it had no literal to be found by', () => {
    const literals = new Literals(SYSTEM, false);
    const everybody = literals.mask(literals.cell(symbol('P'), [outside(0)]), 1);
    const cube: Cube = {
      processes: 0,
      literals: new Int32Array(0),
      universals: [{ variables: 1, body: [[everybody]] }],
    };
    const [first, second] = [node(1, cube), node(2, cube)];
    const visited = empty(literals);
    visited.add(first);
    expect(visited.covering(cube)?.node).toBe(first);
    visited.add(second);
    visited.remove(first);
    expect(visited.covering(cube)?.node).toBe(second);
    visited.remove(second);
    expect(visited.covering(cube)).toBeNull();
    expect([...visited.nodes()]).toEqual([]);
  });
});

describe('visited cubes that a new one makes redundant', () => {
  it('are contained in it', () => {
    const random = new Random(3);
    let covered = 0;
    for (let round = 0; round < 400; round++) {
      const literals = new Literals(SYSTEM, false);
      const visited = empty(literals);
      for (let id = 0; id < 15; id++) {
        const cube = randomCube(literals, random, 3);
        if (cube !== null) visited.add(node(id, cube));
      }
      const cube = randomCube(literals, random, 2);
      if (cube === null) continue;
      for (const each of visited.coveredBy(cube)) {
        expect(coversByHand(literals, cube, each.cube)).toBe(true);
        covered++;
      }
    }
    expect(covered).toBeGreaterThan(50);
  });
});

describe('instances that contain a cube but for a few literals', () => {
  it('contain the states of the cube that satisfy those literals', () => {
    const random = new Random(5);
    let compared = 0;
    for (let round = 0; round < 200; round++) {
      const literals = new Literals(SYSTEM, false);
      const visited = empty(literals);
      for (let id = 0; id < 10; id++) {
        const cube = randomCube(literals, random, 2);
        if (cube !== null) visited.add(node(id, cube));
      }
      const cube = randomCube(literals, random, 3);
      if (cube === null) continue;
      const processes = Math.max(1, cube.processes);
      const instance = makeInstance(SYSTEM, processes);
      const names = Array.from({ length: cube.processes }, (_, p) => p + 1);
      for (const { node: found, missing } of visited.open(cube, 2, 50)) {
        expect(missing.length).toBeLessThanOrEqual(2);
        const both = new Conjunction(literals);
        if (![...cube.literals, ...missing].every((l) => both.add(l))) continue;
        const normal = both.finish();
        if (normal === null) continue;
        const narrowed = { processes: cube.processes, literals: normal, universals: [] };
        const state = stateWithin(literals, instance, narrowed, names, random, 10);
        if (state === null) continue;
        expect(cubeHoldsOf({ literals, instance, state }, cube, names)).toBe(true);
        expect(cubeHolds({ literals, instance, state }, found.cube)).toBe(true);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });
});
