/**
 * Obligations against the view machine: what a certificate says to be impossible is tried on configurations of instances of 1
 * to 3 processes. For a set of cubes, random and next to inductive, the obligations are put to Z3. A configuration outside
 * of all cubes that steps into one, is initial and in one, or is unsafe and in none, must show in an obligation that is not
 * answered `unsat`.
 */
import type { ViewCube } from '../../../src/engines/parameterized/views/cube.js';
import { viewedCube } from '../../../src/engines/parameterized/views/describe.js';
import { findInitFailure, satisfiesIn } from '../../../src/memory/operational/properties.js';
import {
  allSteps,
  type Configuration,
  firstJoint,
  showStep,
  viewOfReaders,
} from '../../engines/parameterized/views/view-machine.js';
import type { Bench, Workshop } from '../../engines/parameterized/views/workshop.js';
import { judge } from './proof.js';

export interface Tally {
  sets: number;
  proved: number;
  failed: number;
  /** Violations found by trying. */
  tried: number;
}

export async function examineCertificate(shop: Workshop, perCube: number, total: Tally): Promise<void> {
  const cubes = cubesOf(shop);
  if (cubes.length === 0) return;
  const { system, literals } = shop;
  const { failed, proved } = await judge({ system, cubes: cubes.map((cube) => viewedCube(system, literals, cube)) });
  const open = new Set(
    failed.map(({ label }) => {
      const [, kind, number, , name] = /^(\w+): \w+ (\d+)\S*\([^)]*\)(.* by (\w+)\()?/.exec(label) ?? [];
      return `${kind} ${number}${name === undefined ? '' : ` ${name}`}`;
    }),
  );
  total.sets++;
  total.proved += proved;
  total.failed += failed.length;
  const wrong = (what: string, bench: Bench, c: Configuration) => {
    total.tried++;
    if (!open.has(what)) {
      const shown = cubes.map((cube, k) => [`cube ${k + 1}`, shop.describe(cube)] as const);
      throw shop.fault(`accepted, but ${what} fails (${[...open].join(', ')})`, bench, c, ...shown);
    }
  };
  for (const processes of shop.sizes) {
    const bench = shop.bench(processes);
    for (const cube of cubes) {
      if (cube.processes > processes) continue;
      for (let n = 0; n < perCube; n++) {
        let c = shop.configurationFor(bench, cube);
        if (shop.random.chance(0.5)) c = bench.configurations.withoutLast(c);
        if (shop.random.chance(0.7)) c = bench.configurations.withOtherLocals(c);
        tryOut(shop, bench, cubes, c, wrong);
      }
    }
  }
}

/** A cube with some of its pre-images, and cubes like those. */
function cubesOf(shop: Workshop): ViewCube[] {
  const { random } = shop;
  const visited = shop.visited(3);
  const out: ViewCube[] = [];
  for (const cube of visited.slice(0, 2)) {
    const start = random.chance(0.6) ? cube : shop.variation(cube);
    if (!shop.isSmall(start)) continue;
    out.push(start);
    for (let command = 0; command < shop.form.commands; command++) {
      for (const image of shop.form.preImages(start, command)) {
        const kept = random.chance(0.75) ? image.cube : shop.variation(image.cube);
        if (random.chance(0.9) && shop.isSmall(kept) && out.length < 9) out.push(kept);
      }
    }
  }
  return out;
}

function tryOut(
  shop: Workshop,
  bench: Bench,
  cubes: readonly ViewCube[],
  c: Configuration,
  wrong: (what: string, bench: Bench, c: Configuration) => void,
): void {
  const { members, machine } = bench;
  const inside = (cube: ViewCube, at: Configuration) => cube.processes <= bench.processes && members.holds(cube, at);
  const initial = { ...c, history: [], positions: c.positions.map(() => 0) };
  if (isInitial(bench, initial)) {
    for (const [k, cube] of cubes.entries()) if (inside(cube, initial)) wrong(`initiation ${k + 1}`, bench, initial);
  }
  if (cubes.some((cube) => inside(cube, c))) return;
  for (const [k, unsafe] of shop.system.unsafe.entries()) {
    for (let position = firstJoint(c); position <= c.history.length; position++) {
      const view = viewOfReaders(machine, c, () => position);
      if (satisfiesIn(view, unsafe) !== null) wrong(`safety ${k + 1}`, bench, c);
    }
  }
  for (const step of allSteps(machine, c)) {
    for (const [k, cube] of cubes.entries()) {
      if (!inside(cube, step.after)) continue;
      const name = shop.system.transitions[step.transition]?.name;
      if (name === undefined) throw new Error(showStep(machine, step));
      wrong(`consecution ${k + 1} ${name}`, bench, c);
    }
  }
}

function isInitial({ machine }: Bench, { state }: Configuration): boolean {
  return findInitFailure(machine.instance, state) === null;
}
