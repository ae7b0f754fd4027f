/**
 * The exchange of two threads of a group on configurations of the interpreter, and two judgements by brute force: whether it
 * changes nothing that matters, and how many orbits there are.
 */
import type { SymmetryGroup } from '../../../src/engines/explicit/reduce/symmetry.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  type Machine,
  next,
  start,
} from '../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../src/memory/operational/program/properties.js';
import type { Cells } from '../../../src/models/program/cells.js';
import { templateOf } from '../../../src/models/program/parts.js';

type Kinds = SymmetryGroup['memory'];

function swap(identity: readonly number[] | null | undefined, one: number, other: number, value: number): number {
  const position = identity?.indexOf(value) ?? -1;
  if (position === one) return identity?.[other] as number;
  return position === other ? (identity?.[one] as number) : value;
}

/** Positions in the group. */
export function exchange(
  { program, shared, locals }: Machine,
  group: SymmetryGroup,
  one: number,
  other: number,
  configuration: Configuration,
): Configuration {
  const threads = configuration.locations.map((_, thread) => swap(group.threads, one, other, thread));
  const cellOf = (cells: Cells, kinds: Kinds, cell: number): number => {
    const owner = cells.owners[cell] as number;
    const offset = cells.offsets[owner] as number;
    return offset + swap(kinds[owner]?.index, one, other, cell - offset);
  };
  const imageOf = (cells: Cells, kinds: Kinds, cell: number, value: number): number =>
    swap(kinds[cells.owners[cell] as number]?.value, one, other, value);
  const moved = (cells: Cells, kinds: Kinds, values: readonly number[]): number[] => {
    const after: number[] = [];
    for (const [cell, value] of values.entries())
      after[cellOf(cells, kinds, cell)] = imageOf(cells, kinds, cell, value);
    return after;
  };
  /** What a thread never assigns it keeps: parameters are part of its code. */
  const own = (thread: number, image: number): number[] => {
    const cells = locals[thread] as Cells;
    const { edges } = templateOf(program, thread);
    const targets = edges.flatMap(({ updates }) => updates.map(({ target }) => target));
    const first = program.threads[image]?.initial.flat() ?? [];
    const values = moved(cells, group.locals[thread] as Kinds, configuration.locals[thread] as readonly number[]);
    return values.map((value, cell) => {
      const assigned = targets.some(({ kind, variable }) => kind === 'local' && variable === cells.owners[cell]);
      const given = first[cell] as number | 'any';
      return assigned || given === 'any' ? value : given;
    });
  };
  const buffer = (thread: number): Configuration['buffers'][number] =>
    (configuration.buffers[thread] ?? [])
      .map(({ place, batches }) => ({
        place: place === null ? null : cellOf(shared, group.memory, place),
        batches: batches.map((batch) =>
          batch.map((write) => ({
            place: cellOf(shared, group.memory, write.place),
            value: imageOf(shared, group.memory, write.place, write.value),
          })),
        ),
      }))
      .sort((left, right) => (left.place ?? 0) - (right.place ?? 0));
  return {
    memory: moved(shared, group.memory, configuration.memory),
    locations: threads.map((thread) => configuration.locations[thread] as number),
    locals: threads.map(own),
    buffers: threads.map(buffer),
  };
}

/** All configurations that can be reached, whatever is violated; null when there are more than the limit. */
export function reachable(machine: Machine, limit: number): Configuration[] | null {
  const seen = new Map<string, Configuration>();
  const work = initialValues(machine).map((values) => start(machine, values));
  for (let current = work.pop(); current !== undefined; current = work.pop()) {
    const key = configurationKey(current);
    if (seen.has(key)) continue;
    seen.set(key, current);
    if (seen.size > limit) return null;
    for (const { after } of next(machine, current).successors) work.push(after);
  }
  return [...seen.values()];
}

/** Neighbours: they generate all permutations. */
function exchanges(groups: readonly SymmetryGroup[]): [SymmetryGroup, number, number][] {
  return groups.flatMap((group) =>
    group.threads.slice(1).map((_, one): [SymmetryGroup, number, number] => [group, one, one + 1]),
  );
}

/** All that one can know of a configuration, but for the names of steps. */
function fateOf(machine: Machine, configuration: Configuration): { after: Configuration[]; fate: string } {
  const { successors, failures, full } = next(machine, configuration);
  const fate = `${full} ${failures.length} ${violationIn(machine, configuration)?.kind ?? 'fine'}`;
  return { after: successors.map(({ after }) => after), fate };
}

/** Null when exchanging threads changes nothing that matters in any of the configurations. */
export function asymmetry(
  machine: Machine,
  groups: readonly SymmetryGroup[],
  configurations: readonly Configuration[],
): string | null {
  const keys = (all: readonly Configuration[]) => all.map(configurationKey).sort().join('\n');
  for (const configuration of configurations) {
    const here = fateOf(machine, configuration);
    for (const [group, one, other] of exchanges(groups)) {
      const image = (each: Configuration) => exchange(machine, group, one, other, each);
      const key = configurationKey(configuration);
      if (configurationKey(image(image(configuration))) !== key) return `there is no way back to ${key}`;
      const there = fateOf(machine, image(configuration));
      if (here.fate !== there.fate || keys(here.after.map(image)) !== keys(there.after)) {
        return `exchanging ${one} and ${other} matters in ${key}`;
      }
    }
  }
  return null;
}

/** How many orbits the configurations are from. */
export function orbitsOf(
  machine: Machine,
  groups: readonly SymmetryGroup[],
  configurations: readonly Configuration[],
): number {
  const known = new Set<string>();
  const all = exchanges(groups);
  let orbits = 0;
  for (const configuration of configurations) {
    if (known.has(configurationKey(configuration))) continue;
    orbits++;
    const work = [configuration];
    for (let current = work.pop(); current !== undefined; current = work.pop()) {
      const key = configurationKey(current);
      if (known.has(key)) continue;
      known.add(key);
      for (const [group, one, other] of all) work.push(exchange(machine, group, one, other, current));
    }
  }
  return orbits;
}
