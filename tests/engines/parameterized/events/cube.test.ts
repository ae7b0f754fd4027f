/** Event cubes in normal form: numbers of events, superfluous events, containment, and how they are shown. */
import { describe, expect, it } from 'vitest';
import { EVERYBODY, type EventCube, EventCubes, pendingIn } from '../../../../src/engines/parameterized/events/cube.js';
import { describeEventCube } from '../../../../src/engines/parameterized/events/describe.js';
import { EventEmbedding } from '../../../../src/engines/parameterized/events/embed.js';
import { eachSatisfaction } from '../../../../src/engines/parameterized/events/satisfy.js';
import type { SearchNode } from '../../../../src/engines/parameterized/node.js';
import { Union } from '../../../../src/engines/parameterized/union.js';
import { Visited } from '../../../../src/engines/parameterized/visited.js';
import { Literals } from '../../../../src/logic/literals.js';
import { systemOf } from './drive.js';

const system = systemOf(`
  weak var X : bool weak var Y : bool array PC[proc] : bool
  init (i) { PC[i] = False && X = False && Y = False }
  unsafe (i) { PC[i] = True }
  transition t ([i]) { X := True }
`);
const literals = new Literals(system, false);
const cubes = new EventCubes(literals);
const [X, Y, PC] = [0, 1, 2];
const [NO, YES] = [1, 2];

/** Process p reads at event e. */
const reads = (e: number, p: number, symbol: number, mask: number) =>
  literals.mask(literals.cell(literals.view(symbol, e), [p]), mask);
const local = (p: number, mask: number) => literals.mask(literals.cell(PC, [p]), mask);

interface Rows {
  readonly events?: readonly number[];
  readonly reads?: readonly number[];
  readonly writes?: readonly number[];
  readonly cells?: readonly [number, number][];
  readonly behind?: readonly number[];
}

function draft(processes: number, threads: readonly number[], given: readonly number[], rows: Rows = {}): EventCube {
  const none: number[] = new Array(processes).fill(0);
  const own = none.map((_, p) => threads.reduce((row, thread, e) => (thread === p ? row | (1 << e) : row), 0));
  return {
    processes,
    literals: Int32Array.from(given).sort(),
    universals: [],
    threads,
    order: {
      events: rows.events ?? threads.map(() => 0),
      reads: rows.reads ?? own,
      writes: rows.writes ?? none,
      cells: new Map(rows.cells ?? []),
    },
    behind: rows.behind ?? none,
  };
}

const normal = (cube: EventCube) => cubes.normal(cube, false).cube;
const shown = (cube: EventCube) => describeEventCube(system, literals, cube);

const empty = () => new Visited(new EventEmbedding(literals), new Union(literals));

function contains(one: EventCube, other: EventCube): boolean {
  const visited = empty();
  visited.add({ cube: one } as SearchNode<EventCube>);
  return visited.covering(other) !== null;
}

describe('events', () => {
  it('are numbered by process, then in program order, whatever order they were met in', () => {
    // Met last: the first read of process 0.
    const cube = normal(
      draft(2, [0, 1, 0], [reads(2, 0, X, YES), reads(0, 0, X, NO), reads(1, 1, Y, YES)], { events: [0, 0, 0b001] }),
    );
    expect(cube.threads).toEqual([0, 0, 1]);
    expect(cube.order.events).toEqual([0b010, 0, 0]);
    expect(shown(cube)).toBe(
      'never (z1 z2) { e1: z1@X = True && e2: z1@X = False && e3: z2@Y = True && e1 before e2 }',
    );
  });

  it('that nobody asks about any more are forgotten, with their numbers and processes', () => {
    const cube = normal(
      draft(3, [0, 1, 2], [reads(1, 1, X, NO)], { writes: [0b101, 0b111, 0], cells: [[literals.cell(Y, []), 0b010]] }),
    );
    expect(cube.processes).toBe(1);
    expect(cube.threads).toEqual([0]);
    expect(cube.order.writes).toEqual([1]);
    expect(shown(cube)).toBe('never (z1) { e1: z1@X = False && writes of z1 before e1 && accesses to Y before e1 }');
  });

  it('keep the processes whose writes or reads come before them', () => {
    const cube = normal(draft(3, [0, 0], [reads(0, 0, X, NO)], { reads: [1, 0, 1], writes: [0, 0, 1] }));
    expect(cube.processes).toBe(2);
    expect(cube.order.writes).toEqual([0, 1]);
  });

  it('that happen with another one just as well are left out', () => {
    const twice = [reads(0, 0, X, NO), reads(1, 0, X, NO), reads(1, 0, Y, YES)];
    expect(normal(draft(1, [0, 0], twice, { events: [0, 1] })).threads).toEqual([0]);
    // Something lies between them.
    const apart = draft(2, [0, 1, 0], [...twice.slice(0, 1), reads(2, 0, X, NO), reads(1, 1, Y, YES)], {
      events: [0, 0b001, 0b011],
      reads: [0b111, 0b011],
    });
    expect(normal(apart).threads).toEqual([0, 0, 1]);
    // One comes after a fence and the other does not.
    const fenced = draft(1, [0, 0], twice, { events: [0, 1], writes: [1] });
    expect(normal(fenced).threads).toEqual([0, 0]);
  });

  it('with something in the buffer stay, read or not', () => {
    const cube = normal(draft(1, [0, 0], [local(0, YES)], { events: [0, 0], behind: [0b10] }));
    expect(cube.threads).toEqual([0]);
    expect(shown(cube)).toBe('never (z1) { PC[z1] = True && z1 has something in its buffer at e1 }');
  });

  it('of a conjunction are the tags of its views', () => {
    expect(pendingIn(literals, [local(0, YES), reads(3, 0, X, NO), reads(1, 2, Y, NO)])).toBe(0b1010);
  });
});

describe('the reads of a write', () => {
  const all = (events: number[], concerned: number, forced: number, possible: (e: number) => boolean) => {
    const out: number[] = [];
    eachSatisfaction(events, concerned, forced, possible, (satisfied) => out.push(satisfied));
    return out.sort((a, b) => a - b);
  };

  it('are the last ones of a process', () => {
    expect(all([0b110, 0b100, 0], 0b111, 0, () => true)).toEqual([0, 0b100, 0b110, 0b111]);
    expect(all([0b110, 0b100, 0], 0b101, 0, () => true)).toEqual([0, 0b100, 0b101]);
  });

  it('go as far back as the values allow', () => {
    expect(all([0b110, 0b100, 0], 0b111, 0, (e) => e !== 1)).toEqual([0, 0b100]);
  });

  it('include what is after the write in any case', () => {
    expect(all([0b110, 0b100, 0], 0b111, 0b100, () => true)).toEqual([0b100, 0b110, 0b111]);
    expect(all([0b110, 0b100, 0], 0b111, 0b100, (e) => e !== 2)).toEqual([]);
  });

  it('are chosen for each process', () => {
    expect(all([0, 0], 0b11, 0, () => true)).toEqual([0, 1, 2, 3]);
    expect(all([0b10, 0], 0b11, 0, () => true)).toEqual([0, 2, 3]);
  });
});

describe('containment', () => {
  const one = normal(draft(1, [0], [reads(0, 0, X, NO)]));
  const plainly = { events: [0b10, 0] };
  const inOrder = normal(draft(1, [0, 0, 0], [reads(0, 0, X, NO), reads(1, 0, X, YES)], plainly));
  const reversed = normal(draft(1, [0, 0, 0], [reads(0, 0, X, YES), reads(1, 0, X, NO)], plainly));
  const fenced = normal(draft(1, [0], [reads(0, 0, X, NO)], { writes: [1] }));

  it('asks for the reads', () => {
    expect(contains(one, inOrder)).toBe(true);
    expect(contains(inOrder, one)).toBe(false);
    expect(contains(one, normal(draft(1, [0], [reads(0, 0, X, YES)])))).toBe(false);
  });

  it('asks for their order', () => {
    expect(contains(inOrder, inOrder)).toBe(true);
    expect(contains(inOrder, reversed)).toBe(false);
  });

  it('finds two reads in one event', () => {
    const both = normal(draft(1, [0], [reads(0, 0, X, NO), reads(0, 0, Y, YES)]));
    const apart = normal(draft(1, [0, 0, 0], [reads(0, 0, X, NO), reads(1, 0, Y, YES)], plainly));
    expect(contains(apart, both)).toBe(true);
    expect(contains(both, apart)).toBe(false);
  });

  it('compares fences', () => {
    expect(contains(one, fenced)).toBe(true);
    expect(contains(fenced, one)).toBe(false);
  });

  it('compares what is before a read', () => {
    const marked = normal(draft(1, [0], [reads(0, 0, X, NO)], { cells: [[literals.cell(Y, []), 1]] }));
    expect(contains(one, marked)).toBe(true);
    expect(contains(marked, one)).toBe(false);
    const followed = normal(draft(2, [0], [reads(0, 0, X, NO), local(1, YES)], { reads: [1, 1] }));
    const alone = normal(draft(2, [0], [reads(0, 0, X, NO), local(1, YES)]));
    expect(contains(alone, followed)).toBe(true);
    expect(contains(followed, alone)).toBe(false);
  });

  it('renames processes', () => {
    const here = normal(draft(2, [0, 1], [reads(0, 0, X, NO), local(0, YES), reads(1, 1, Y, NO)]));
    const there = normal(draft(2, [0, 1], [reads(0, 0, Y, NO), local(1, YES), reads(1, 1, X, NO)]));
    expect(contains(here, there)).toBe(true);
    const swapped = normal(draft(2, [0, 1], [reads(0, 0, Y, NO), local(0, YES), reads(1, 1, X, NO)]));
    expect(contains(here, swapped)).toBe(false);
  });

  it('takes the end for any read, and no read for the end', () => {
    const end = normal(draft(1, [EVERYBODY], [reads(0, 0, X, NO)], { reads: [1] }));
    expect(contains(one, end)).toBe(true);
    expect(contains(end, one)).toBe(false);
    expect(contains(end, end)).toBe(true);
  });

  it('compares what is in buffers', () => {
    const waiting = normal(draft(1, [0], [reads(0, 0, X, NO)], { behind: [1] }));
    expect(contains(one, waiting)).toBe(true);
    expect(contains(waiting, one)).toBe(false);
  });

  it('is seen in unions when values are all there is to it', () => {
    const visited = empty();
    visited.add({ cube: normal(draft(1, [0], [reads(0, 0, X, NO), local(0, YES)])) } as SearchNode<EventCube>);
    visited.add({ cube: normal(draft(1, [0], [reads(0, 0, X, NO), local(0, NO)])) } as SearchNode<EventCube>);
    expect(visited.covering(one)).toBe(null);
    expect(visited.open(one, 2, 10).map((o) => o.missing)).toEqual([[local(0, YES)], [local(0, NO)]]);
    visited.add({ cube: fenced } as SearchNode<EventCube>);
    expect(visited.open(one, 2, 10).length).toBe(2);
  });
});
