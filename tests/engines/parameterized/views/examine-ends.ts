/**
 * Where a search begins and where it may end (Theorem 2): the cubes of an unsafe condition are the configurations with a
 * joint position at which the condition holds, and a cube meets init when it has a configuration without history.
 */

import type { ViewCube } from '../../../../src/engines/parameterized/views/cube.js';
import { satisfiesIn } from '../../../../src/memory/operational/properties.js';
import type { Property } from '../../../../src/models/array-system/model.js';
import type { TemplateCell, TemplateLiteral, TemplateTerm } from '../../../../src/models/array-system/normal-form.js';
import { type NormalForm, type StateCommand, UNIVERSAL_SLOT } from '../../../../src/models/array-system/normal-form.js';
import { initialStates } from '../../../random/initial-states.js';
import { type Configuration, firstJoint, startOf, viewOfReaders } from './view-machine.js';
import type { Bench, Workshop } from './workshop.js';

export interface Ends {
  initial: { yes: number; no: number; states: number };
  unsafe: { inside: number; outside: number };
  moments: { inside: number; outside: number };
}

export function noEnds(): Ends {
  return {
    initial: { yes: 0, no: 0, states: 0 },
    unsafe: { inside: 0, outside: 0 },
    moments: { inside: 0, outside: 0 },
  };
}

const MOST_INITIAL = 400;

/** `meetsInitial` against all initial states of small instances; those with numbers left open are not looked at. */
export function examineInitial(shop: Workshop, cubes: number, total: Ends['initial']): void {
  const least = shop.system.processes ?? 1;
  const starts: Configuration[][] = [];
  for (const processes of shop.sizes) {
    const { machine } = shop.bench(processes);
    const { states, exact } = initialStates(machine.instance, MOST_INITIAL);
    if (!exact) return;
    starts[processes] = states.map((state) => startOf(machine, state));
    total.states += states.length;
  }
  const variations = (cube: ViewCube) => [cube, shop.variation(cube), shop.variation(cube)];
  for (const cube of shop.visited(cubes).flatMap(variations)) {
    if (!shop.isSmall(cube)) continue;
    const meets = shop.form.meetsInitial(cube);
    let found = false;
    for (const processes of shop.sizes) {
      if (processes < Math.max(least, cube.processes)) continue;
      const bench = shop.bench(processes);
      const start = starts[processes]?.find((c) => bench.members.holds(cube, c));
      if (start === undefined) continue;
      found = true;
      if (!meets) throw shop.fault('initial, and not noticed', bench, start, ['cube', shop.describe(cube)]);
    }
    if (meets !== found) throw new Error(`no initial configuration is in ${shop.describe(cube)}\n${shop.text}`);
    if (meets) total.yes++;
    else total.no++;
  }
}

/** The unsafe cubes, and those of a condition that is asked of each process at a moment of its own. */
export function examineUnsafe(shop: Workshop, configurations: number, total: Ends): void {
  const joint = shop.form.unsafe();
  const moments = shop.newForm(shop.normal, true).unsafe();
  for (const [property, declared] of shop.system.unsafe.entries()) {
    const exact = isExact(shop.normal, property);
    const cubesOf = (all: typeof joint) => all.filter((u) => u.property === property).map(({ cube }) => cube);
    for (const processes of shop.sizes) {
      // A process that has to exist, and of which nothing is said, is forgotten.
      if (processes < arityOf(shop.normal, property)) continue;
      const bench = shop.bench(processes);
      const examine = (
        cubes: readonly ViewCube[],
        holds: (c: Configuration) => boolean,
        counts: { inside: number; outside: number },
      ): void => {
        for (let n = 0; n < configurations && cubes.length > 0; n++) {
          const c = shop.configurationFor(bench, shop.random.pick(cubes));
          const wanted = holds(c);
          const found = cubes.some((cube) => bench.members.holds(cube, c));
          if (wanted) counts.inside++;
          else counts.outside++;
          if (wanted === found || (found && !exact)) continue;
          const said = wanted ? 'unsafe, but in no cube' : 'in a cube, but not unsafe';
          throw shop.fault(said, bench, c, ...cubes.map((cube) => ['unsafe cube', shop.describe(cube)] as const));
        }
      };
      examine(cubesOf(joint), (c) => holdsJointly(bench, declared, c), total.unsafe);
      examine(cubesOf(moments), (c) => holdsSometime(bench, declared, c), total.moments);
    }
  }
}

/** At one position for all. */
function holdsJointly({ machine }: Bench, property: Property, c: Configuration): boolean {
  for (let position = firstJoint(c); position <= c.history.length; position++) {
    if (
      satisfiesIn(
        viewOfReaders(machine, c, () => position),
        property,
      ) !== null
    )
      return true;
  }
  return false;
}

/** At some position for each. */
function holdsSometime({ machine }: Bench, property: Property, c: Configuration): boolean {
  const positions: number[] = [];
  const choose = (p: number): boolean => {
    if (p === c.positions.length) {
      return (
        satisfiesIn(
          viewOfReaders(machine, c, (reader) => positions[reader - 1] as number),
          property,
        ) !== null
      );
    }
    for (let position = c.positions[p] as number; position <= c.history.length; position++) {
      positions[p] = position;
      if (choose(p + 1)) return true;
    }
    return false;
  };
  return choose(0);
}

function arityOf({ unsafe }: NormalForm, property: number): number {
  return Math.max(0, ...unsafe.filter((u) => u.property === property).map(({ arity }) => arity));
}

/** What a universal condition says of the views of all others is not kept: then the cubes are larger. */
function isExact({ unsafe }: NormalForm, property: number): boolean {
  return unsafe.filter((u) => u.property === property).every((u) => !readsOfOthers(u));
}

function readsOfOthers({ universals }: StateCommand): boolean {
  const cells = (term: TemplateTerm): TemplateCell[] =>
    term.kind === 'cell' ? [term.cell] : term.kind === 'sum' ? term.summands.map((s) => s.cell) : [];
  const cellsOf = (l: TemplateLiteral): TemplateCell[] =>
    l.kind === 'mask' ? [l.cell] : l.kind === 'sum' ? cells(l.sum) : [...cells(l.left), ...cells(l.right)];
  return universals.some(({ body }) =>
    body.flat().some((l) => cellsOf(l).some(({ reader }) => reader !== null && reader >= UNIVERSAL_SLOT)),
  );
}
