/**
 * Keys by which the threads of a group are sorted, as kernel code.
 *
 * The key of a thread is made of what belongs to it (location, locals, queues, its cells of arrays that are indexed by
 * identities) and of whether variables that belong to nobody point to it. Exchanging threads must not change the key that
 * goes with a thread, so an identity counts as the thread's own, somebody else's, or what it is if it is nobody's; one of
 * another group as somebody's. For two threads that is all there is to know: with equal keys an exchange changes nothing.
 * For more, when keys are equal, all are refined once by the keys of those that a thread points to, and of those that point
 * to it, as in colour refinement for graphs. A key that needs more than 32 bits is a hash.
 */
import type { Cells } from '../../../models/program/cells.js';
import { binary, type Code, choose, constant, get, let_, type Statement, set, when, ZERO } from '../code/code.js';
import { bitsOf, stateWord } from '../expressions.js';
import type { Layout } from '../layout.js';
import { type Field, isField, type Queue, type Stored } from '../packing.js';
import { codePointers, localPointer, memoryPointer, type Pointer, valuePointers } from './identity-fields.js';
import type { SymmetryGroup } from './symmetry.js';
import { exchangedCell } from './symmetry.js';

/** Bits of a key, and what they may point to: threads of the group, and of other groups. */
interface Part {
  readonly bits: Code;
  readonly width: number;
  readonly pointers: readonly Pointer[];
  readonly foreign: readonly Pointer[];
}

const ODD = 0x2c1b3c6d;
const OUTWARD = 0x297a2d39;

/** The variable with the key of the thread at this position in its group. */
export function keyName(position: number): string {
  return `key${position}`;
}

/** Sets the keys of all threads of a group. */
export function keysOf(layout: Layout, group: SymmetryGroup, others: readonly SymmetryGroup[]): Statement[] {
  return new Keys(layout, group, others).statements();
}

class Keys {
  private readonly layout: Layout;
  private readonly group: SymmetryGroup;
  private readonly others: readonly SymmetryGroup[];

  constructor(layout: Layout, group: SymmetryGroup, others: readonly SymmetryGroup[]) {
    this.layout = layout;
    this.group = group;
    this.others = others;
  }

  /** Sets key0, key1... */
  statements(): Statement[] {
    const positions = [...this.group.threads.keys()];
    const blocks = positions.map((position) => this.block(position));
    const keys = positions.map((position) => {
      const relative = (blocks[position] as Part[]).map((part) => this.relative(part, position));
      return set(keyName(position), combined([...relative, ...this.pointedAt(position)]));
    });
    return [...keys, ...this.refined(blocks)];
  }

  /** What belongs to a thread: that of the first one, with the two exchanged. */
  private block(position: number): Part[] {
    const { group } = this;
    const { special, packing } = this.layout;
    const thread = group.threads[position] as number;
    const first = group.threads[0] as number;
    const parts = this.stored(packing.locations[thread], () => []);
    const { cells } = special.threads[thread] as { cells: Cells };
    for (const places of this.places(cells, group.locals[thread] ?? [], [...cells.owners.keys()], position)) {
      parts.push(...this.each(places, (cell) => this.local(thread, cell)));
    }
    // Under PSO there is a queue for each cell, under TSO one for all.
    const queues = packing.queues[thread] ?? [];
    const written = (packing.queues[first] ?? []).map((queue) => queue.cells[0] as number);
    for (const places of this.places(special.shared, group.memory, written, position)) {
      const of = (cell: number) => queues.find((queue) => queue.cells.includes(cell)) as Queue;
      parts.push(...this.each(places, (cell) => this.queue(of(cell))));
    }
    const own = group.memory.flatMap(({ index }, variable) => {
      return index === null ? [] : [(special.shared.offsets[variable] as number) + (index[position] as number)];
    });
    for (const cell of own) parts.push(...this.memory(cell));
    return parts;
  }

  /** Cells of the first thread as cells of another: one by one, or together, where they belong to identities of others. */
  private places(cells: Cells, kinds: SymmetryGroup['memory'], all: readonly number[], position: number): number[][] {
    const found = new Map<string, number[]>();
    for (const cell of all) {
      const owner = cells.owners[cell] as number;
      const at = cell - (cells.offsets[owner] as number);
      const index = kinds[owner]?.index ?? null;
      const foreign = index?.includes(at) && at !== index[0];
      const key = foreign ? `others ${owner}` : `${cell}`;
      found.set(key, [...(found.get(key) ?? []), exchangedCell(cells, kinds, 0, position, cell)]);
    }
    return [...found.values()];
  }

  /** The parts of one place; of several, which have no order, a sum. */
  private each(places: readonly number[], partsOf: (place: number) => Part[]): Part[] {
    const [only] = places;
    if (places.length === 1) return partsOf(only as number);
    const bits = places
      .map((place) => combined(partsOf(place).map((part) => this.relative(part, null))))
      .reduce((sum, one) => binary('+', sum, binary('*', binary('^', one, constant(OUTWARD)), constant(ODD))), ZERO);
    return [{ bits, width: 32, pointers: [], foreign: [] }];
  }

  private stored(stored: Stored | undefined, pointers: (group: SymmetryGroup) => readonly Pointer[]): Part[] {
    if (stored === undefined || !isField(stored)) return [];
    const foreign = this.others.flatMap(pointers);
    return [{ bits: fieldBits(stored), width: stored.width, pointers: pointers(this.group), foreign }];
  }

  private local(thread: number, cell: number): Part[] {
    const { layout } = this;
    return this.stored(layout.packing.locals[thread]?.[cell], (group) =>
      present(localPointer(layout, group, thread, cell)),
    );
  }

  private memory(cell: number): Part[] {
    const { layout } = this;
    return this.stored(layout.packing.memory[cell], (group) => present(memoryPointer(layout, group, cell)));
  }

  private queue(queue: Queue): Part[] {
    const { layout } = this;
    return queue.slots
      .flat()
      .flatMap((entry) => [
        ...this.stored(entry.code, (group) => codePointers(layout, group, queue)),
        ...this.stored(entry.value, (group) => valuePointers(layout, group, queue, entry)),
        ...(entry.age.width === 0 ? [] : this.stored(entry.age, () => [])),
      ]);
  }

  /** The part as a thread sees it, or, for null, as nobody in particular does. */
  private relative({ bits, width, pointers, foreign }: Part, position: number | null): Part {
    if (pointers.length + foreign.length === 0) return { bits, width, pointers, foreign };
    const name = 'pointer';
    const somebody = foreign.reduce<Code>((otherwise, { targets, valid }) => {
      return choose(both(isOneOf(get(name), targets), valid), constant(targets[0] as number), otherwise);
    }, get(name));
    const seen = pointers.reduce<Code>((otherwise, { targets, valid }) => {
      const [self, another] = targets as [number, number];
      const points = constant(another);
      const whose = position === null ? points : choose(isTarget(get(name), targets, position), constant(self), points);
      return choose(both(isOneOf(get(name), targets), valid), whose, otherwise);
    }, somebody);
    return { bits: let_(name, bits, seen), width, pointers: [], foreign: [] };
  }

  /** How variables and threads outside the group see a thread. */
  private pointedAt(position: number): Part[] {
    const { group, layout } = this;
    const { special, packing } = layout;
    const parts: Part[] = [];
    /** Cells with this thread's index are its own; others may point to it. */
    const look = (cells: Cells, kinds: SymmetryGroup['memory'], cell: number, found: readonly Part[]): void => {
      const owner = cells.owners[cell] as number;
      const { index } = kinds[owner] as SymmetryGroup['memory'][number];
      const at = cell - (cells.offsets[owner] as number);
      if (index?.[position] === at) parts.push(...found.map((part) => this.relative(part, position)));
      if (!index?.includes(at)) pointing(found);
    };
    const pointing = (found: readonly Part[]): void => {
      for (const { bits, pointers } of found) {
        for (const { targets, valid } of pointers) {
          const points = both(isTarget(bits, targets, position), valid);
          parts.push({ bits: points, width: 1, pointers: [], foreign: [] });
        }
      }
    };
    for (const [thread, { cells }] of special.threads.entries()) {
      if (group.threads.includes(thread)) continue;
      for (const [cell] of cells.owners.entries()) {
        look(cells, group.locals[thread] ?? [], cell, this.local(thread, cell));
      }
      for (const queue of packing.queues[thread] ?? []) {
        const [cell, ...more] = queue.cells;
        // A queue for one cell belongs to whom the cell belongs; one for all cells of a thread to nobody.
        if (more.length === 0) look(special.shared, group.memory, cell as number, this.queue(queue));
        else pointing(this.queue(queue));
      }
    }
    for (const [cell, owner] of special.shared.owners.entries()) {
      const at = cell - (special.shared.offsets[owner] as number);
      // Cells with the index of a thread belong to it already.
      if (!group.memory[owner]?.index?.includes(at)) look(special.shared, group.memory, cell, this.memory(cell));
    }
    return parts;
  }

  /** Keys that are equal are told apart by those that point, and are pointed to. */
  private refined(blocks: readonly (readonly Part[])[]): Statement[] {
    const positions = [...blocks.keys()];
    if (positions.length < 3) return [];
    const told = blocks.flatMap((block, from) =>
      block.flatMap(({ bits, pointers }, ordinal) =>
        pointers.map(({ targets, valid }) => {
          const cases = positions
            .filter((to) => to !== from)
            .map((to) => {
              const [inward, outward] = [stirred(keyName(from), 2 * ordinal), stirred(keyName(to), 2 * ordinal + 1)];
              const noted = [add(refinement(to), inward), add(refinement(from), outward)];
              return when(isTarget(get('pointer'), targets, to), noted);
            });
          return [set('pointer', bits), when(both(isOneOf(get('pointer'), targets), valid), cases)];
        }),
      ),
    );
    if (told.length === 0) return [];
    const tie = positions
      .flatMap((one) => positions.slice(one + 1).map((other) => binary('==', get(keyName(one)), get(keyName(other)))))
      .reduce((sum, test) => binary('|', sum, test));
    return [
      when(tie, [
        ...positions.map((position) => set(refinement(position), ZERO)),
        ...told.flat(),
        ...positions.map((position) => add(keyName(position), get(refinement(position)))),
      ]),
    ];
  }
}

function refinement(position: number): string {
  return `refined${position}`;
}

function add(name: string, value: Code): Statement {
  return set(name, binary('+', get(name), value));
}

function present<T>(value: T | null): T[] {
  return value === null ? [] : [value];
}

function fieldBits(field: Field): Code {
  return bitsOf(field, stateWord(field.word));
}

function both(test: Code, valid: Code | null): Code {
  return valid === null ? test : choose(test, binary('!=', valid, ZERO), ZERO);
}

function isTarget(bits: Code, targets: readonly number[], position: number): Code {
  return binary('==', bits, constant(targets[position] as number));
}

function isOneOf(bits: Code, targets: readonly number[]): Code {
  const low = Math.min(...targets);
  if (Math.max(...targets) - low === targets.length - 1) {
    return binary('<u', binary('-', bits, constant(low)), constant(targets.length));
  }
  return targets.map((_, position) => isTarget(bits, targets, position)).reduce((sum, test) => binary('|', sum, test));
}

/** A key that other keys are refined by, and in which role. */
function stirred(key: string, role: number): Code {
  const product = binary('*', binary('+', get(key), constant(Math.imul(role + 1, OUTWARD))), constant(ODD));
  return let_('y', product, binary('*', binary('^', get('y'), binary('>>>', get('y'), constant(15))), constant(ODD)));
}

/** All parts in one number: side by side while there is room, else a hash. */
function combined(parts: readonly Part[]): Code {
  const words: { bits: Code; width: number }[] = [];
  for (const { bits, width } of parts) {
    if (width === 0) continue;
    const last = words.at(-1);
    if (last === undefined || last.width + width > 32) words.push({ bits, width });
    else {
      last.bits = binary('|', last.bits, binary('<<', bits, constant(last.width)));
      last.width += width;
    }
  }
  const [first, ...rest] = words;
  if (first === undefined) return ZERO;
  return rest.reduce<Code>((hash, { bits }) => {
    const folded = binary('^', get('y'), binary('>>>', get('y'), constant(15)));
    return let_('y', binary('*', hash, constant(ODD)), binary('*', binary('+', folded, bits), constant(ODD)));
  }, first.bits);
}
