/** The commands of an edge against the machine: in random states they have the same successors. */

import { describe, expect, it } from 'vitest';
import { type Flattened, flatten } from '../../../src/engines/predicates/flatten.js';
import { residueOf } from '../../../src/engines/predicates/residues.js';
import type { Command, FlatSystem } from '../../../src/engines/predicates/system.js';
import { termValue } from '../../../src/logic/integer/formula.js';
import { PSO, SC, TSO } from '../../../src/memory/models.js';
import { type Configuration, makeMachine, next } from '../../../src/memory/operational/program/machine.js';
import { violationIn } from '../../../src/memory/operational/program/properties.js';
import { reduceProgram } from '../../../src/memory/reduction/index.js';
import { cellsOf } from '../../../src/models/program/cells.js';
import type { Edge, Expression, Program } from '../../../src/models/program/model.js';
import { templateOf } from '../../../src/models/program/parts.js';
import { isTrue } from '../../judges/integer-formula.js';
import { randomCase } from '../../random/explicit/generate.js';
import { Random } from '../../random/random.js';
import {
  apply,
  array,
  assign,
  at,
  BOOL,
  both,
  edge,
  INT,
  local,
  location,
  never,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { cases, least } from '../../support/size.js';

const UNKNOWNS = 16;

function flat(program: Program): Flattened {
  const made = flatten(program);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

/** Any values within their bounds; what nobody writes is as it was. */
function randomValues(random: Random, { variables, firstInput, initial, commands }: FlatSystem): number[] {
  const written = new Set(commands.flatMap(({ updates }) => [...updates.keys()]));
  const values: number[] = [];
  for (const [number, { low, high, residue }] of variables.slice(0, firstInput).entries()) {
    const first = initial[number] as number | 'any';
    if (residue !== undefined) values.push(residueOf(values[residue.of] as number, residue.modulus));
    else if (first !== 'any' && !written.has(number)) values.push(first);
    else values.push(random.between(low ?? (high ?? 0) - 3, high ?? (low ?? 0) + 3));
  }
  return values;
}

/** Without remainders, which are as they should be. */
function cellsIn({ variables, firstInput }: FlatSystem, values: readonly number[]): number[] {
  return values.slice(0, firstInput).filter((value, number) => {
    const { residue } = variables[number] as FlatSystem['variables'][number];
    if (residue !== undefined) expect(value).toBe(residueOf(values[residue.of] as number, residue.modulus));
    return residue === undefined;
  });
}

function configurationOf(program: Program, locations: readonly number[], values: readonly number[]): Configuration {
  const shared = cellsOf(program.shared).count;
  let first = shared;
  const locals = program.threads.map((_, thread) => {
    const { count } = cellsOf(templateOf(program, thread).locals);
    first += count;
    return values.slice(first - count, first);
  });
  return { memory: values.slice(0, shared), locations, locals, buffers: locations.map(() => []) };
}

interface Stepped {
  readonly possible: ReadonlySet<string>;
  readonly failing: ReadonlySet<string>;
}

/** By the machine: thread and edge, and the state after it. */
function byMachine(program: Program, configuration: Configuration): Stepped {
  const { successors, failures } = next(makeMachine(program, SC, null), configuration);
  const possible = successors.map(({ step, after }) => {
    if (step.kind === 'drain') throw new Error('nothing waits');
    return `${step.thread}.${step.edge}: ${after.locations}; ${[...after.memory, ...after.locals.flat()]}`;
  });
  return {
    possible: new Set(possible),
    failing: new Set(failures.map(({ step: { thread, edge: number } }) => `${thread}.${number}`)),
  };
}

/** Every list of values for the inputs of a command that are chosen. */
function choices(system: FlatSystem, command: Command): (readonly [number, number])[][] {
  const terms = [...command.updates.values()];
  const used = new Set([...command.guard.variables, ...terms.flatMap(({ variables }) => variables)]);
  const inputs = [...used].filter((number) => number >= system.firstInput + UNKNOWNS);
  return inputs.reduce<(readonly [number, number])[][]>(
    (lists, input) => {
      const { low, high } = system.variables[input] as { low: number; high: number };
      const values = Array.from({ length: high - low + 1 }, (_, k) => [input, low + k] as const);
      return lists.flatMap((list) => values.map((value) => [...list, value]));
    },
    [[]],
  );
}

function byCommands(system: FlatSystem, locations: readonly number[], values: readonly number[]): Stepped {
  const possible = new Set<string>();
  const failing = new Set<string>();
  for (const [thread, location] of locations.entries()) {
    for (const number of system.leaving[thread]?.[location] ?? []) {
      const command = system.commands[number] as Command;
      for (const chosen of choices(system, command)) {
        const known = [...values];
        for (const [input, value] of chosen) known[input] = value;
        if (!isTrue(command.guard, known)) continue;
        if (command.fails) failing.add(`${thread}.${command.edge}`);
        else {
          const after = [...values];
          for (const [target, term] of command.updates) after[target] = termValue(term, known);
          possible.add(`${thread}.${command.edge}: ${locations.with(thread, command.to)}; ${cellsIn(system, after)}`);
        }
      }
    }
  }
  return { possible, failing };
}

/** Some value is left open, so that commands do more than the program. */
function isOpen({ commands, firstInput }: FlatSystem): boolean {
  const unknown = (number: number) => number >= firstInput && number < firstInput + UNKNOWNS;
  return commands.some(
    ({ guard, updates }) =>
      guard.variables.some(unknown) || [...updates.values()].some(({ variables }) => variables.some(unknown)),
  );
}

function compare(program: Program, seed: number, states: number): 'same' | 'open' {
  const random = new Random(seed);
  const { system } = flat(program);
  if (isOpen(system)) return 'open';
  for (let k = 0; k < states; k++) {
    const locations = system.threads.map((thread) => random.between(0, thread.locations - 1));
    const values = randomValues(random, system);
    const expected = byMachine(program, configurationOf(program, locations, values));
    const found = byCommands(system, locations, values);
    const state = `seed ${seed}, at ${locations}: ${values}`;
    expect([...found.possible].sort(), state).toEqual([...expected.possible].sort());
    expect([...found.failing].sort(), state).toEqual([...expected.failing].sort());
  }
  return 'same';
}

describe('commands and the machine', () => {
  it('have the same successors and failures in random states of random programs', () => {
    const found = { same: 0, open: 0 };
    for (let seed = 7000; seed < 7000 + cases(50); seed++) found[compare(randomCase(seed).program, seed, 8)]++;
    expect(found.same).toBeGreaterThan(least(25));
  });

  it('also with remainders of numbers without bounds', () => {
    const number = (random: Random): Expression => {
      const cells = [shared(X), shared(1), local(0), local(1)];
      const term = random.pick(cells);
      switch (random.between(0, 4)) {
        case 0:
          return apply(term, '+', random.between(-3, 3));
        case 1:
          return apply(apply(term, '*', random.between(-2, 3)), '-', random.pick(cells));
        case 2:
          return apply(term, '%', random.pick([2, 3, -2]));
        case 3:
          return apply(apply(term, '+', random.pick(cells)), '%', random.pick([2, 3]));
        default:
          return term;
      }
    };
    let same = 0;
    for (let seed = 0; seed < cases(120); seed++) {
      const random = new Random(900 + seed);
      const targets = [shared(X), shared(1), local(0), local(1)];
      const edges = Array.from({ length: 4 }, () =>
        edge(random.between(0, 1), random.between(0, 1), {
          guard: apply(number(random), random.pick(['==', '!=', '<', '<='] as const), number(random)),
          updates: [assign(random.pick(targets), number(random)), assign(random.pick(targets), number(random))],
        }),
      );
      const locals = [scalar('i', range(-3, 3)), scalar('n', INT)];
      const program: Program = {
        shared: [sharing(scalar('x', INT)), sharing(scalar('y', INT), 1)],
        templates: [template('T', 0, locals, [location(), location()], edges)],
        threads: [{ name: 'T', template: 0, initial: [[0], [0]] }],
        never: [],
        outOfRange: 'failure',
      };
      if (compare(program, seed, 12) === 'same') same++;
    }
    expect(same).toBeGreaterThan(least(100));
  });

  it('also of reduced programs, whose buffers are variables', () => {
    let same = 0;
    for (let seed = 7000; seed < 7000 + cases(25); seed++) {
      const reduction = reduceProgram(randomCase(seed).program, seed % 2 === 0 ? TSO : PSO, 1 + (seed % 3));
      if ('refused' in reduction) continue;
      if (compare(reduction.program, seed, 6) === 'same') same++;
    }
    expect(same).toBeGreaterThan(least(9));
  });

  it('agree on what is bad', () => {
    let bad = 0;
    for (let seed = 7000; seed < 7000 + cases(40); seed++) {
      const { program } = randomCase(seed);
      const { system } = flat(program);
      const random = new Random(seed);
      const machine = makeMachine(program, SC, null);
      for (let k = 0; k < 10; k++) {
        const locations = system.threads.map((thread) => random.between(0, thread.locations - 1));
        const values = randomValues(random, system);
        const conditions = system.bad.map(({ condition }) => condition(locations));
        // A condition with a product of variables is true for some value of its input.
        if (conditions.some(({ variables }) => variables.some((number) => number >= system.firstInput))) continue;
        const found = conditions.some((formula) => isTrue(formula, values));
        expect(found).toBe(violationIn(machine, configurationOf(program, locations, values)) !== null);
        bad += Number(found);
      }
    }
    expect(bad).toBeGreaterThan(least(10));
  });
});

const X = 0;
const CELLS = 1;

function one(edges: readonly Edge[], outOfRange: Program['outOfRange'] = 'failure'): Program {
  const locals = [scalar('i', range(0, 3)), scalar('n', INT)];
  return {
    shared: [sharing(scalar('x', range(0, 9))), sharing(array('a', BOOL, 2)), sharing(scalar('rest', INT), 5)],
    templates: [template('T', 0, locals, [location(), location()], edges)],
    threads: [{ name: 'T', template: 0, initial: [[0], [0]] }],
    never: [],
    outOfRange,
  };
}

/** What nobody writes is a constant. */
const WRITES = [edge(1, 0, { updates: [assign(shared(X), 'any'), assign(local(0), 'any')] })];

describe('the commands of an edge', () => {
  const commandsOf = (program: Program) => flat(program).system.commands;

  it('are one for each disjunct of a guard', () => {
    const guard = apply(apply(shared(X), '==', 1), '||', apply(local(0), '==', 2));
    const commands = commandsOf(one([edge(0, 1, { guard }), ...WRITES])).filter(({ edge: number }) => number === 0);
    expect(commands).toHaveLength(2);
    expect(commands.every(({ guard: { kind } }) => kind === 'atom')).toBe(true);
  });

  it('are one for each cell of an array, and one that fails on each side', () => {
    const write = edge(0, 1, { updates: [assign(shared(CELLS, apply(local(0), '-', 1)), 1)] });
    const commands = commandsOf(one([write, ...WRITES])).filter(({ edge: number }) => number === 0);
    expect(commands.filter(({ fails }) => !fails).map(({ updates }) => [...updates.keys()])).toEqual([[1], [2]]);
    expect(commands.filter(({ fails }) => fails)).toHaveLength(2);
  });

  it('say nothing of values that do not fit where the edge is not enabled then', () => {
    const edges = [edge(0, 1, { updates: [assign(shared(X), apply(shared(X), '+', 1))] })];
    expect(commandsOf(one(edges)).some(({ fails }) => fails)).toBe(true);
    expect(commandsOf(one(edges, 'disabled')).some(({ fails }) => fails)).toBe(false);
    for (const { guard, fails } of commandsOf(one(edges))) {
      const values = Array.from({ length: 10 }, (_, x) => x);
      expect(values.filter((x) => isTrue(guard, [x])).every((x) => fails === (x === 9))).toBe(true);
    }
  });

  it('are one for each value of a small choice, and have an input for a large one', () => {
    const small = commandsOf(one([edge(0, 1, { updates: [assign(local(0), 'any')] })]));
    expect(small.map(({ choices: [first] }) => first?.constant)).toEqual([0, 1, 2, 3]);
    const { system } = flat(one([edge(0, 1, { updates: [assign(shared(X), 'any')] })]));
    expect(system.commands).toHaveLength(1);
    const [input] = system.commands[0]?.choices[0]?.variables ?? [];
    expect(input).toBeGreaterThanOrEqual(system.firstInput);
    expect(system.variables[input as number]).toMatchObject({ low: 0, high: 9 });
  });

  it('know the value of what nobody writes', () => {
    const [first] = commandsOf(one([edge(0, 1, { updates: [assign(local(1), shared(2))] })]));
    expect(first?.updates.get(5)).toMatchObject({ variables: [], constant: 5 });
  });

  it('leave open what may wrap', () => {
    const edges = [
      edge(0, 1, { updates: [assign(local(1), apply(local(1), '+', 1))] }),
      edge(1, 0, { updates: [assign(local(0), apply(apply(shared(X), '*', 2), '%', 4))] }),
      ...WRITES,
    ];
    const isLeftOpen = ({ system }: Flattened, number: number) =>
      system.commands
        .filter((command) => command.edge === number)
        .some(({ updates }) =>
          [...updates.values()].some(({ variables }) => (variables.at(-1) ?? 0) >= system.firstInput),
        );
    const exact = flat(one(edges));
    expect([0, 1].map((number) => isLeftOpen(exact, number))).toEqual([false, false]);
    const wrapping = flat({ ...one(edges), wraps: true });
    expect([0, 1].map((number) => isLeftOpen(wrapping, number))).toEqual([true, false]);
  });

  it('are refused where too much is left open', () => {
    const square = apply(local(1), '*', local(1));
    const many = Array.from({ length: 20 }, () => square).reduce((left, right) => apply(left, '+', right));
    expect(flatten(one([edge(0, 1, { updates: [assign(local(1), many)] })]))).toMatchObject({
      refused: expect.stringContaining('not linear'),
    });
    const large = Array.from({ length: 6 }).reduce<ReturnType<typeof local>>((e) => apply(e, '*', 1e9), local(1));
    expect(flatten(one([edge(0, 1, { updates: [assign(local(1), large)] })]))).toMatchObject({
      refused: expect.stringContaining('too large'),
    });
  });

  it('have names as people write them, and conditions on places are settled', () => {
    const program = {
      ...one([]),
      never: [never('there', both(at(0, 1), { kind: 'memory', variable: X, index: null }))],
    };
    const { system, formula } = flat(program);
    expect(system.variables.slice(0, system.firstInput).map(({ name }) => name)).toEqual([
      'x',
      'a[0]',
      'a[1]',
      'rest',
      'T.i',
      'T.n',
    ]);
    expect(system.bad[1]?.condition([0]).kind).toBe('false');
    expect(system.bad[1]?.condition([1])).toEqual(formula({ kind: 'memory', variable: X, index: null }));
    expect(() => formula(at(0, 1))).toThrow();
  });
});
