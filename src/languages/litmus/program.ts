/**
 * Litmus tests as programs: threads as automata (`models/program/model.ts`), for the engines that explore states.
 *
 * Each thread is unfolded (`unfold.ts`) into an automaton whose edges read and write certain values, so a program has one
 * sort, the enumeration of all values of the test, numbers and addresses alike, and no arithmetic. For that it must be known
 * what each location may hold. We begin with the initial values and unfold again and again, adding what is written:
 *
 *   - when nothing is added, all values are there;
 *   - where no store stands in a loop, an execution has at most as many stores as the text. The first one issued writes a
 *     value that follows from initial values, the second one that follows from these and the first, and so on: so after as
 *     many rounds as there are stores all values are there, even if the rounds, which don't know that a counter is
 *     incremented only once, would find more. Edges for values that no execution has are never taken.
 *
 * A thread that is at its end has passed a fence, so where all are at the end the store buffers are empty and memory and
 * registers are a final state of the test. The condition becomes the one property: a state where all threads are at the end,
 * the filter holds, and the outcome that the test asks about is there. `violated` says that it is reached.
 *
 * Registers are locals, which nothing but the property and readers of traces look at. Tests keep no lines: the place of an
 * edge is the number of its instruction in the thread, from 1.
 */

import type { Value } from '../../memory/axiomatic/event.js';
import { compare, conjunction, constant, readLocal, readShared } from '../../models/program/expression.js';
import type {
  Edge,
  NeverProperty,
  Program,
  Sort,
  StateExpression,
  Template,
  Update,
} from '../../models/program/model.js';
import { laterInstructions, writesMemory } from './control-flow.js';
import { observablesOf, showProposition } from './proposition.js';
import { registerFile } from './registers.js';
import { conditionOn } from './state-condition.js';
import type { LitmusTest, Proposition } from './test.js';
import { type LocalEdge, type Unfolding, unfold } from './unfold.js';

type LitmusProgram =
  | { readonly kind: 'program'; readonly program: Program }
  | { readonly kind: 'error'; readonly message: string };

/** Of one thread. */
const MOST_STATES = 20_000;
/** Of one location. */
const MOST_VALUES = 64;

export function litmusProgram(test: LitmusTest): LitmusProgram {
  const unfolded = unfoldAll(test);
  if (typeof unfolded === 'string') return { kind: 'error', message: unfolded };
  return { kind: 'program', program: new Assembly(test, unfolded).program() };
}

/** The threads with all values that memory may hold; the reason why not, when there are too many. */
function unfoldAll(test: LitmusTest): readonly Unfolding[] | string {
  const { threads, architecture } = test;
  const held = new Map<string, Set<Value>>();
  const valuesOf = (location: string): Set<Value> => {
    const known = held.get(location);
    if (known !== undefined) return known;
    const first = new Set<Value>([test.initial.get(location) ?? 0n]);
    held.set(location, first);
    return first;
  };
  const rounds = mostStores(test);
  for (let round = 0; ; round++) {
    const unfoldings: Unfolding[] = [];
    for (const [number, thread] of threads.entries()) {
      const unfolding = unfold(thread, architecture, valuesOf, MOST_STATES);
      if (unfolding === null) {
        return `the registers of P${number} take too many values: is there a loop that counts, without an end?`;
      }
      unfoldings.push(unfolding);
    }
    const before = [...held.values()].reduce((sum, { size }) => sum + size, 0);
    for (const { writes } of unfoldings.flatMap(({ edges }) => edges)) {
      for (const { location, value } of writes) valuesOf(location).add(value);
    }
    const after = [...held.values()].reduce((sum, { size }) => sum + size, 0);
    if (before === after || round === rounds) return unfoldings;
    for (const [location, { size }] of held) {
      if (size > MOST_VALUES) return `[${location}] takes too many values: is something counted there in a loop?`;
    }
  }
}

/** How many stores an execution has at most: infinitely many when one stands in a loop. */
function mostStores({ threads }: LitmusTest): number {
  let stores = 0;
  for (const { instructions } of threads) {
    const later = laterInstructions(instructions);
    for (const [at, instruction] of instructions.entries()) {
      if (!writesMemory(instruction)) continue;
      if (later[at]?.has(at)) return Number.POSITIVE_INFINITY;
      stores++;
    }
  }
  return stores;
}

/** What the test asks about: its proposition; for `forall` what would refute it. */
function outcomeOf({ quantifier, proposition }: LitmusTest): Proposition {
  return quantifier === 'forall' ? { kind: 'not', of: proposition } : proposition;
}

class Assembly {
  private readonly test: LitmusTest;
  private readonly unfoldings: readonly Unfolding[];
  private readonly outcome: Proposition;
  private readonly locations: readonly string[];
  /** For each thread the registers that are locals. */
  private readonly registers: readonly (readonly number[])[];
  /** By the numbers that stand for them. */
  private readonly values: readonly Value[];
  private readonly numbers: ReadonlyMap<Value, number>;
  private readonly sort: Sort;

  constructor(test: LitmusTest, unfoldings: readonly Unfolding[]) {
    this.test = test;
    this.unfoldings = unfoldings;
    this.outcome = outcomeOf(test);
    const observed = [this.outcome, ...(test.filter === null ? [] : [test.filter])].flatMap(observablesOf);
    const edges = unfoldings.flatMap((unfolding) => unfolding.edges);
    const accesses = edges.flatMap(({ reads, writes }) => [...reads, ...writes]);
    const asked = observed.flatMap((observable) => {
      if (observable.kind === 'register') return [];
      return observable.kind === 'array' ? observable.locations : [observable.location];
    });
    this.locations = [...new Set([...test.initial.keys(), ...asked, ...accesses.map((a) => a.location)])].sort();
    const { zero, sign, carry, names } = registerFile(test.architecture);
    this.registers = unfoldings.map((unfolding, thread) => {
      const changed = unfolding.edges.flatMap(({ registers }) => registers.map(({ register }) => register));
      const wanted = new Set(changed.filter((register) => ![zero, sign, carry].includes(register)));
      for (const o of observed) if (o.kind === 'register' && o.thread === thread) wanted.add(o.register);
      return [...wanted].sort((a, b) => a - b).filter((register) => register < names.length);
    });
    const values = new Set<Value>([
      ...this.locations.map((location) => this.first(location)),
      ...accesses.map(({ value }) => value),
      ...test.threads.flatMap(({ registers }) => registers),
      ...edges.flatMap(({ registers }) => registers.map(({ value }) => value)),
    ]);
    this.values = [...values].sort(byValue);
    this.numbers = new Map(this.values.map((value, number) => [value, number]));
    this.sort = { kind: 'enum', name: 'value', constructors: this.values.map((value) => `${value}`) };
  }

  program(): Program {
    const templates = this.unfoldings.map((unfolding, thread) => this.template(unfolding, thread));
    return {
      shared: this.locations.map((name) => {
        const place = { line: 1, column: 1 };
        return { name, sort: this.sort, size: null, place, initial: [this.number(this.first(name))] };
      }),
      templates,
      threads: templates.map(({ name }, thread) => ({
        name,
        template: thread,
        initial: (this.registers[thread] ?? []).map((register) => [
          this.number(this.test.threads[thread]?.registers[register] ?? 0n),
        ]),
      })),
      never: [this.property()],
      outOfRange: 'failure',
    };
  }

  private first(location: string): Value {
    return this.test.initial.get(location) ?? 0n;
  }

  private number(value: Value): number {
    const number = this.numbers.get(value);
    if (number === undefined) throw new Error(`the value ${value} was not found before`);
    return number;
  }

  private template({ states, edges }: Unfolding, thread: number): Template {
    const place = { line: 1, column: 1 };
    const { names } = registerFile(this.test.architecture);
    return {
      name: `P${thread}`,
      parameters: 0,
      locals: (this.registers[thread] ?? []).map((register) => {
        return { name: names[register] as string, sort: this.sort, size: null, place };
      }),
      locations: Array.from({ length: states }, (_, state) => {
        return { labels: state === states - 1 ? ['end'] : [], failure: null };
      }),
      entry: 0,
      edges: edges.map((edge) => this.edge(edge, thread)),
    };
  }

  private edge(edge: LocalEdge, thread: number): Edge {
    const { from, to, fence, storeFence, atomic, text, instruction } = edge;
    const cell = (location: string) => readShared(this.locations.indexOf(location));
    const tests = edge.reads.map(({ location, value }) => compare(cell(location), '==', this.number(value)));
    const updates = edge.writes.map(({ location, value }): Update => {
      return { target: cell(location), value: constant(this.number(value)) };
    });
    for (const { register, value } of edge.registers) {
      const variable = this.registers[thread]?.indexOf(register) ?? -1;
      if (variable >= 0) updates.push({ target: readLocal(variable), value: constant(this.number(value)) });
    }
    const guard = conjunction(tests);
    const parts = storeFence === true ? { storeFence } : {};
    return { from, to, guard, updates, fence, atomic, ...parts, text, place: { line: instruction + 1, column: 1 } };
  }

  private property(): NeverProperty {
    const { test, values } = this;
    const cells = {
      register: (thread: number, register: number): StateExpression => {
        return { kind: 'localOf', thread, variable: this.registers[thread]?.indexOf(register) ?? -1, index: null };
      },
      location: (location: string): StateExpression => {
        return { kind: 'memory', variable: this.locations.indexOf(location), index: null };
      },
    };
    const ended = this.unfoldings.map(({ states }, thread): StateExpression => {
      return { kind: 'at', thread, locations: [states - 1] };
    });
    const filter = test.filter === null ? [] : [conditionOn(test.filter, cells, values)];
    const outcome = conditionOn(this.outcome, cells, values);
    const condition = conjunction([...ended, ...filter, outcome]) as StateExpression;
    const name = test.quantifier === 'not exists' ? '~exists' : test.quantifier;
    return { name, condition, text: showProposition(this.outcome, test.registerNames), place: { line: 1, column: 1 } };
  }
}

/** Numbers before addresses, both in their order. */
function byValue(one: Value, other: Value): number {
  if (typeof one !== typeof other) return typeof one === 'bigint' ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
