/**
 * Straight-line programs as automata: one edge for each operation, and at the end a wait for empty buffers, so that memory
 * is final where all threads have ended. The cells are one array, so that steps find them by index.
 */

import type { Edge, Expression, Program, StateExpression, Update } from '../../../src/models/program/model.js';
import {
  apply,
  array,
  assign,
  at,
  edge,
  INT,
  local,
  location,
  number,
  range,
  scalar,
  shared,
  template,
} from '../../support/build.js';
import type { Operand, Operation, Program as StraightLine } from '../../support/straight-line.js';

interface Observed {
  /** As final states name it: `0:r1`, `[x]`. */
  readonly name: string;
  readonly value: StateExpression;
}

export interface Translated {
  readonly program: Program;
  readonly observed: readonly Observed[];
}

const CELLS = 0;

export function translate(source: StraightLine): Translated {
  const cells = locationsOf(source);
  const registers = source.threads.map(registersOf);
  const templates = source.threads.map((operations, thread) => {
    const names = registers[thread] as readonly string[];
    const edges = operations.flatMap((operation, from) => new Translation(cells, names).edges(operation, from));
    const end = edge(operations.length, operations.length + 1, { fence: true });
    const locations = Array.from({ length: operations.length + 2 }, () => location());
    const locals = names.map((name, k) => scalar(name, k % 2 === 0 ? INT : range(-100, 100)));
    return template(`T${thread}`, 0, locals, locations, [...edges, end]);
  });
  const initial = cells.map((name) => source.initial?.[name] ?? 0);
  const program: Program = {
    shared: cells.length === 0 ? [] : [{ ...array('cells', INT, cells.length), initial }],
    templates,
    threads: templates.map(({ name, locals }, k) => ({ name, template: k, initial: locals.map(() => [0]) })),
    never: [],
    outOfRange: 'failure',
  };
  const observed = [
    ...registers.flatMap((names, thread) =>
      names.map((name, variable): Observed => {
        return { name: `${thread}:${name}`, value: { kind: 'localOf', thread, variable, index: null } };
      }),
    ),
    ...cells.map((name, cell): Observed => {
      return {
        name: `[${name}]`,
        value: { kind: 'memory', variable: CELLS, index: { kind: 'constant', value: cell } },
      };
    }),
  ];
  return { program, observed };
}

function registersOf(operations: readonly Operation[]): string[] {
  const names = operations.flatMap((operation) => {
    if (operation.kind === 'transition') return operation.reads.map(({ register }) => register);
    return 'register' in operation ? [operation.register] : [];
  });
  return [...new Set(names)].sort();
}

function locationsOf({ threads, initial = {} }: StraightLine): string[] {
  const named = threads.flat().flatMap((operation) => {
    if (operation.kind === 'transition') return [...operation.reads, ...operation.writes].map((each) => each.location);
    return operation.kind === 'fence' ? [] : [operation.location];
  });
  return [...new Set([...named, ...Object.keys(initial)])].sort();
}

class Translation {
  private readonly cells: readonly string[];
  private readonly registers: readonly string[];

  constructor(cells: readonly string[], registers: readonly string[]) {
    this.cells = cells;
    this.registers = registers;
  }

  private cell(name: string): Expression {
    return shared(CELLS, number(this.cells.indexOf(name)));
  }

  private take(register: string, value: Expression): Update {
    return assign(local(this.registers.indexOf(register)), value);
  }

  /** A register that nothing loads is 0. */
  private operand(value: Operand): Expression {
    if (typeof value === 'number') return number(value);
    const register = this.registers.indexOf(value.register);
    return register < 0 ? number(0) : local(register);
  }

  edges(operation: Operation, from: number): Edge[] {
    const one = (parts: Parameters<typeof edge>[2]) => [edge(from, from + 1, parts)];
    if (operation.kind === 'fence') {
      const { fence = 'full' } = operation;
      // Loads keep their order in all three models: a fence for them is nothing.
      return one({ fence: fence === 'full', storeFence: fence === 'store' });
    }
    if (operation.kind === 'transition') return one(this.transition(operation));
    const cell = this.cell(operation.location);
    switch (operation.kind) {
      case 'load':
        return one({ updates: [this.take(operation.register, cell)] });
      case 'store':
        return one({ updates: [assign(cell, this.operand(operation.value))] });
      case 'exchange':
      case 'add': {
        const value = this.operand(operation.value);
        const after = operation.kind === 'add' ? apply(cell, '+', value) : value;
        return one({ atomic: true, updates: [assign(cell, after), this.take(operation.register, cell)] });
      }
      case 'compareExchange': {
        const expected = this.operand(operation.expected);
        const take = this.take(operation.register, cell);
        const write = assign(cell, this.operand(operation.value));
        return [
          ...one({ atomic: true, guard: apply(cell, '!=', expected), updates: [take] }),
          ...one({ atomic: true, guard: apply(cell, '==', expected), updates: [take, write] }),
        ];
      }
    }
  }

  /** What is written may name what was just read. */
  private transition({ reads, writes }: Operation & { kind: 'transition' }): Parameters<typeof edge>[2] {
    const fresh = (value: Operand): Expression => {
      const read = typeof value === 'number' ? undefined : reads.findLast((each) => each.register === value.register);
      return read === undefined ? this.operand(value) : this.cell(read.location);
    };
    const updates = [
      ...reads.map((read) => this.take(read.register, this.cell(read.location))),
      ...writes.map((write) => assign(this.cell(write.location), fresh(write.value))),
    ];
    return { updates, atomic: reads.length > 0 && writes.length > 0 };
  }
}

/** All threads have ended. */
export function ended({ templates }: Program): StateExpression[] {
  return templates.map(({ locations }, thread) => at(thread, locations.length - 1));
}

/** All threads have ended, and everything holds what `0:a=1; [x]=2;` says. */
export function endsAs({ program, observed }: Translated, state: string): StateExpression[] {
  const values = new Map([...state.matchAll(/(\S+)=(-?\d+);/g)].map(([, name, value]) => [name, Number(value)]));
  const parts = observed.map(({ name, value }): StateExpression => {
    const found = values.get(name);
    if (found === undefined) throw new Error(`${state} says nothing of ${name}`);
    return { kind: 'binary', operator: '==', left: value, right: { kind: 'constant', value: found } };
  });
  return [...ended(program), ...parts];
}
