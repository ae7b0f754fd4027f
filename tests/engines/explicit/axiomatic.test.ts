/** Straight-line programs: the final states of the store-buffer machine, compiled or not, are those of the axioms. */
import { describe, expect, it } from 'vitest';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Edge, Expression, Program, StateExpression } from '../../../src/models/program/model.js';
import { finalConfigurations } from '../../memory/operational/program/explore.js';
import { Random } from '../../random/random.js';
import {
  apply,
  assign,
  at,
  both,
  edge,
  INT,
  local,
  location,
  never,
  number,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';
import { cases } from '../../support/size.js';
import {
  finalStates,
  type Operand,
  type Operation,
  type Program as StraightLine,
} from '../../support/straight-line.js';
import { randomProgram } from '../axiomatic/random-programs.js';
import { runEngine } from './compare.js';

interface Translated {
  readonly program: Program;
  /** For each cell how its value is asked for, in the order of the final states: `0:a`, `[x]`. */
  readonly observed: readonly { readonly name: string; readonly value: StateExpression }[];
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

function edgesOf(operation: Operation, from: number, registers: readonly string[], cells: readonly string[]): Edge[] {
  const cell = (name: string) => shared(cells.indexOf(name));
  const register = (name: string) => local(registers.indexOf(name));
  // A register that nothing loads is 0.
  const operand = (value: Operand): Expression => {
    if (typeof value === 'number') return number(value);
    return registers.includes(value.register) ? register(value.register) : number(0);
  };
  const one = (parts: Parameters<typeof edge>[2]) => [edge(from, from + 1, parts)];
  switch (operation.kind) {
    case 'load':
      return one({ updates: [assign(register(operation.register), cell(operation.location))] });
    case 'store':
      return one({ updates: [assign(cell(operation.location), operand(operation.value))] });
    case 'fence':
      return one({ fence: true });
    case 'exchange':
    case 'add': {
      const old = cell(operation.location);
      const value = operand(operation.value);
      const after = operation.kind === 'add' ? apply(old, '+', value) : value;
      return one({ atomic: true, updates: [assign(old, after), assign(register(operation.register), old)] });
    }
    case 'compareExchange': {
      const old = cell(operation.location);
      const expected = operand(operation.expected);
      const take = assign(register(operation.register), old);
      return [
        edge(from, from + 1, { atomic: true, guard: apply(old, '!=', expected), updates: [take] }),
        edge(from, from + 1, {
          atomic: true,
          guard: apply(old, '==', expected),
          updates: [take, assign(old, operand(operation.value))],
        }),
      ];
    }
    case 'transition': {
      const { reads, writes } = operation;
      // What is written may name what was just read.
      const fresh = (value: Operand): Expression => {
        const read = typeof value === 'number' ? undefined : reads.findLast((each) => each.register === value.register);
        return read === undefined ? operand(value) : cell(read.location);
      };
      const updates = [
        ...reads.map((read) => assign(register(read.register), cell(read.location))),
        ...writes.map((write) => assign(cell(write.location), fresh(write.value))),
      ];
      return one({ updates, atomic: reads.length > 0 && writes.length > 0 });
    }
  }
}

function translate(source: StraightLine): Translated {
  const cells = locationsOf(source);
  const templates = source.threads.map((operations, thread) => {
    const registers = registersOf(operations);
    const places = Array.from({ length: operations.length + 2 }, () => location());
    const edges = operations.flatMap((operation, from) => edgesOf(operation, from, registers, cells));
    const end = edge(operations.length, operations.length + 1, { fence: true });
    return template(
      `T${thread}`,
      0,
      registers.map((name) => scalar(name, INT)),
      places,
      [...edges, end],
    );
  });
  const program: Program = {
    shared: cells.map((name) => sharing(scalar(name, INT), source.initial?.[name] ?? 0)),
    templates,
    threads: templates.map(({ name, locals }, k) => ({ name, template: k, initial: locals.map(() => [0]) })),
    never: [],
    outOfRange: 'failure',
  };
  const observed = [
    ...templates.flatMap(({ locals }, thread) =>
      locals.map(({ name }, variable) => {
        return { name: `${thread}:${name}`, value: { kind: 'localOf', thread, variable, index: null } as const };
      }),
    ),
    ...cells.map((name, variable) => ({
      name: `[${name}]`,
      value: { kind: 'memory', variable, index: null } as const,
    })),
  ];
  return { program, observed };
}

function isFinal({ program, observed }: Translated, state: string): StateExpression {
  const values = new Map([...state.matchAll(/(\S+)=(-?\d+);/g)].map(([, name, value]) => [name, Number(value)]));
  const parts = observed.map(({ name, value }): StateExpression => {
    const right: StateExpression = { kind: 'constant', value: values.get(name) as number };
    return { kind: 'binary', operator: '==', left: value, right };
  });
  return [...ended(program), ...parts].reduce(both);
}

function ended({ templates }: Program): StateExpression[] {
  return templates.map(({ locations }, thread) => at(thread, locations.length - 1));
}

function storeFencesFilled(source: StraightLine): StraightLine {
  const threads = source.threads.map((operations) =>
    operations.map((operation): Operation => (operation.kind === 'fence' ? { kind: 'fence' } : operation)),
  );
  return { ...source, threads };
}

function shown({ program }: Translated, memory: MemoryName): string[] {
  const { ends } = finalConfigurations(program, memory);
  const states = ends.map((end) => {
    const registers = end.locals.flatMap((values, thread) =>
      values.map((value, k) => `${thread}:${program.templates[thread]?.locals[k]?.name}=${value};`),
    );
    return [...registers, ...end.memory.map((value, k) => `[${program.shared[k]?.name}]=${value};`)].join(' ');
  });
  return [...new Set(states)].sort();
}

const SHAPE = { threads: 2, operations: 4, locations: ['x', 'y'], plain: false };

describe('the final states of straight-line programs', () => {
  for (const memory of ['sc', 'tso', 'pso'] as const) {
    it(`are those of the axioms under ${memory}: interpreter`, () => {
      for (let seed = 0; seed < cases(60); seed++) {
        const random = new Random(seed);
        const source = storeFencesFilled(randomProgram(random, { ...SHAPE, threads: seed % 5 === 0 ? 3 : 2 }));
        expect(shown(translate(source), memory), `seed ${seed}`).toEqual(finalStates(source, memoryNamed(memory)));
      }
    });

    it(`are those of the axioms under ${memory}: engine`, () => {
      for (let seed = 100; seed < 100 + cases(20); seed++) {
        const source = storeFencesFilled(randomProgram(new Random(seed), SHAPE));
        const translated = translate(source);
        const conditions = finalStates(source, memoryNamed(memory)).map((state) => isFinal(translated, state));
        const ask = (condition: StateExpression) => {
          const program: Program = { ...translated.program, never: [never('final', condition)] };
          return runEngine({ program, memory: memoryNamed(memory), buffer: 8 }).answer;
        };
        for (const condition of conditions) expect(ask(condition).verdict, `seed ${seed}`).toBe('violated');
        const others = conditions.map((operand): StateExpression => ({ kind: 'unary', operator: '!', operand }));
        const rest = [...ended(translated.program), ...others].reduce(both);
        expect(ask(rest), `seed ${seed}`).toEqual({ verdict: 'holds', unbounded: true });
      }
    });
  }
});
