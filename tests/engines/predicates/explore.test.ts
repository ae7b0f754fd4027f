/** Exploration of hand-made boolean programs: what covers what, what literals imply, and the paths that are shown. */
import { describe, expect, it } from 'vitest';
import type { BooleanCommand, BooleanProgram, BooleanUpdate } from '../../../src/engines/predicates/boolean-program.js';
import { Exploration, type Explored, type ExploreLimits } from '../../../src/engines/predicates/explore.js';
import type { Bad, Command, FlatSystem } from '../../../src/engines/predicates/system.js';
import type { Cube } from '../../../src/logic/integer/cubes.js';
import { atMost, constant, equal, FALSE, type Formula, TRUE, variable } from '../../../src/logic/integer/formula.js';
import { Prover } from '../../../src/logic/integer/prover.js';

/** x == 0, x == 1, y == 0, x <= 1: the predicates of all these programs. */
const [X, Y] = [0, 1];
const PREDICATES = [
  equal(variable(X), constant(0)),
  equal(variable(X), constant(1)),
  equal(variable(Y), constant(0)),
  atMost(variable(X), constant(1)),
];
const [X0, X1, Y0, SMALL] = [0, 1, 2, 3];
const yes = (predicate: number) => 2 * predicate;
const no = (predicate: number) => 2 * predicate + 1;
/** What the bounds and the atoms say, by hand. */
const CONTRADICTIONS: readonly Cube[] = [
  [yes(X0), yes(X1)],
  [yes(X0), no(SMALL)],
  [yes(X1), no(SMALL)],
];

interface Step {
  readonly from: number;
  readonly to: number;
  readonly thread?: number;
  readonly fails?: boolean;
  readonly guard?: Formula;
  readonly blocked?: readonly Cube[];
  readonly updates?: readonly BooleanUpdate[];
  readonly forgotten?: readonly number[];
}

function sets(predicate: number, whenTrue: readonly Cube[], whenFalse: readonly Cube[] = []): BooleanUpdate {
  return { predicate, assigned: true, whenTrue, whenFalse };
}

function teaches(predicate: number, whenTrue: readonly Cube[], whenFalse: readonly Cube[] = []): BooleanUpdate {
  return { predicate, assigned: false, whenTrue, whenFalse };
}

const LIMITS: ExploreLimits = { maxStates: 1000, paths: 6, excused: null };

interface Asked {
  readonly steps: readonly Step[];
  readonly locations?: readonly number[];
  readonly bad?: readonly Bad[];
  readonly initial?: readonly (number | 'any')[];
  readonly limits?: ExploreLimits;
}

function explore({ steps, locations = [3], bad = [], initial = [0, 0], limits = LIMITS }: Asked): {
  explored: Explored;
  exploration: Exploration;
} {
  const commands = steps.map(({ from, to, thread = 0, fails = false, guard = TRUE }, edge): Command => {
    return { thread, from, to, guard, updates: new Map(), edge, choices: [], inputs: new Map(), fails };
  });
  const variables = [X, Y].map((number) => ({ name: `v${number}`, low: 0, high: 3 }));
  const leaving = locations.map((count, thread) =>
    Array.from({ length: count }, (_, location) =>
      commands.flatMap((command, k) => (command.thread === thread && command.from === location ? [k] : [])),
    ),
  );
  const system: FlatSystem = {
    variables,
    firstInput: variables.length,
    initial,
    threads: locations.map((count, thread) => ({ name: `T${thread}`, locations: count, entry: 0 })),
    commands,
    leaving,
    bad,
    dead: locations.map((count) => Array.from({ length: count }, () => new Set<number>())),
  };
  const program: BooleanProgram = {
    predicates: PREDICATES,
    commands: steps.map(({ blocked = [], updates = [], forgotten = [] }): BooleanCommand => {
      return { blocked, updates, forgotten };
    }),
    contradictions: CONTRADICTIONS,
    cubes: [],
    excluding: () => [],
  };
  const exploration = new Exploration(system, program, new Prover(variables), limits);
  const work = exploration.run();
  for (let step = work.next(); ; step = work.next())
    if (step.done === true) return { explored: step.value, exploration };
}

/** By location, in the order of predicates: `X0 !X1`. */
function reached(explored: Explored): Record<string, readonly string[]> {
  if (explored.kind !== 'closed') throw new Error(explored.kind);
  const names = ['X0', 'X1', 'Y0', 'SMALL'];
  const shown = (cube: Cube) =>
    cube.map((literal) => `${literal % 2 === 0 ? '' : '!'}${names[literal >> 1]}`).join(' ');
  return Object.fromEntries(explored.reached.map(({ locations, cubes }) => [`${locations}`, cubes.map(shown)]));
}

function is(predicate: number, location: number): Bad {
  return {
    name: 'bad',
    condition: (locations) => (locations[0] === location ? (PREDICATES[predicate] as Formula) : FALSE),
  };
}

const FIRST = 'X0 !X1 Y0 SMALL';

describe('exploration', () => {
  it('begins with what is true of the first values, and one state for each way to begin', () => {
    expect(reached(explore({ steps: [] }).explored)).toEqual({ 0: [FIRST] });
    const { explored } = explore({ steps: [], initial: ['any', 0] });
    expect(reached(explored)[0]).toEqual([FIRST, '!X0 X1 Y0 SMALL', '!X0 !X1 Y0 !SMALL']);
  });

  it('writes down what literals imply', () => {
    // x := ?, and then a guard that says x == 1.
    const steps = [
      { from: 0, to: 1, updates: [sets(X0, []), sets(X1, []), sets(SMALL, [])] },
      { from: 1, to: 2, updates: [teaches(X1, [[]])] },
    ];
    expect(reached(explore({ steps }).explored)).toEqual({ 0: [FIRST], 1: ['Y0'], 2: ['!X0 X1 Y0 SMALL'] });
  });

  it('drops states that contradict themselves, and steps that are blocked', () => {
    const contradictory = { from: 0, to: 1, updates: [sets(X0, [[]]), sets(X1, [[yes(Y0)]])] };
    const blocked = { from: 0, to: 2, blocked: [[yes(X0), yes(Y0)]] };
    expect(reached(explore({ steps: [contradictory, blocked] }).explored)).toEqual({ 0: [FIRST] });
    const open = { from: 0, to: 2, blocked: [[yes(X0), no(Y0)]] };
    expect(reached(explore({ steps: [open] }).explored)).toEqual({ 0: [FIRST], 2: [FIRST] });
  });

  it('keeps what it knows where a guard teaches something else, and forgets what is dead', () => {
    const taught = { from: 0, to: 1, updates: [teaches(X0, [], [[]])] };
    expect(reached(explore({ steps: [taught] }).explored)[1]).toEqual([FIRST]);
    const dead = { from: 0, to: 1, forgotten: [Y0, X1] };
    expect(reached(explore({ steps: [dead] }).explored)[1]).toEqual(['X0 SMALL']);
  });

  it('lets a state that knows less cover those that know more, whichever comes first', () => {
    const more = { from: 0, to: 1 };
    const less = { from: 0, to: 1, updates: [sets(Y0, [])] };
    for (const steps of [
      [more, less],
      [less, more],
    ]) {
      const { explored, exploration } = explore({ steps });
      expect(reached(explored)[1]).toEqual(['X0 !X1 SMALL']);
      expect(exploration.states).toBe(steps[0] === more ? 3 : 2);
    }
    const other = { from: 0, to: 1, updates: [sets(Y0, [], [[]])] };
    expect(reached(explore({ steps: [more, other] }).explored)[1]).toEqual([FIRST, 'X0 !X1 !Y0 SMALL']);
  });

  it('interleaves threads', () => {
    const steps = [
      { from: 0, to: 1, thread: 0 },
      { from: 0, to: 1, thread: 1 },
    ];
    const { explored } = explore({ steps, locations: [2, 2] });
    expect(Object.keys(reached(explored)).sort()).toEqual(['0,0', '0,1', '1,0', '1,1']);
  });

  it('shows a shortest path to what may be bad, for each place one', () => {
    const steps = [
      { from: 0, to: 1, updates: [sets(X0, []), sets(X1, [])] },
      { from: 1, to: 2 },
      { from: 0, to: 2, updates: [sets(X0, [], [[]]), sets(X1, [])] },
    ];
    const { explored } = explore({ steps, bad: [is(X1, 2), is(Y0, 1)] });
    expect(explored).toEqual({
      kind: 'bad',
      paths: [
        { commands: [0], bad: 1 },
        { commands: [2], bad: 0 },
      ],
    });
    const never = explore({ steps: [{ from: 0, to: 2 }], bad: [is(X1, 2)] });
    expect(never.explored.kind).toBe('closed');
  });

  it('shows a step that may fail, where its guard may be true', () => {
    const failing = { from: 0, to: 1, fails: true, guard: PREDICATES[X1] as Formula };
    expect(explore({ steps: [failing] }).explored.kind).toBe('closed');
    const other = { ...failing, guard: atMost(variable(X), constant(2)) };
    expect(explore({ steps: [other] }).explored).toEqual({ kind: 'bad', paths: [{ commands: [0], bad: null }] });
  });

  it('ends when there are enough paths, or too many states', () => {
    const steps = [
      { from: 0, to: 1 },
      { from: 0, to: 2 },
    ];
    const bad = [is(X0, 1), is(X0, 2)];
    const { explored } = explore({ steps, bad, limits: { ...LIMITS, paths: 1 } });
    expect(explored).toEqual({ kind: 'bad', paths: [{ commands: [0], bad: 0 }] });
    expect(explore({ steps, limits: { ...LIMITS, maxStates: 1 } }).explored.kind).toBe('full');
  });

  it('excuses one kind of bad states, which are not followed and cover nothing', () => {
    const steps = [
      { from: 0, to: 1, updates: [sets(Y0, [])] },
      { from: 0, to: 1, updates: [sets(Y0, [], [[]])] },
      { from: 1, to: 2 },
    ];
    const bad = [is(Y0, 1), is(X1, 2)];
    expect(explore({ steps, bad }).explored).toMatchObject({ kind: 'bad', paths: [{ commands: [0], bad: 0 }] });
    const { explored } = explore({ steps, bad, limits: { ...LIMITS, excused: 0 } });
    expect(explored).toMatchObject({ kind: 'closed', excused: [{ commands: [0], bad: 0 }] });
    expect(reached(explored)).toEqual({ 0: [FIRST], 1: ['X0 !X1 !Y0 SMALL'], 2: ['X0 !X1 !Y0 SMALL'] });
    // What is bad otherwise counts.
    const other = explore({ steps, bad: [is(Y0, 1), is(X0, 2)], limits: { ...LIMITS, excused: 0 } });
    expect(other.explored).toEqual({ kind: 'bad', paths: [{ commands: [1, 2], bad: 1 }] });
  });

  it('tells which cubes of several literals it has used', () => {
    const steps = [
      { from: 0, to: 1, blocked: [[yes(Y0), yes(X1)]], updates: [sets(X0, [[yes(Y0), no(X1)]], [[yes(X1)]])] },
    ];
    expect([...explore({ steps }).exploration.used]).toEqual([[yes(Y0), no(X1)]]);
  });
});
