/**
 * A program to be run under sequential consistency as a flat system: every cell of memory and every local of every thread is
 * an integer variable, every edge some guarded commands.
 *
 * An edge becomes a command for each case of its guard (one for each disjunct, so that a guard is a conjunction and what it
 * says is learned), of its indices and of its values; and commands that fail, for when a value does not fit its variable, an
 * index is out of bounds or a divisor is 0. A value 'any' of a small sort is a command for each value, otherwise an input.
 * Cells that nobody writes are constants.
 */
import {
  and,
  atMost,
  constant,
  FALSE,
  type Formula,
  type Linear,
  not,
  or,
  TooLarge,
  TRUE,
  variable,
} from '../../logic/integer/formula.js';
import { boundsOf, type Cells, cellName, cellsOf, offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import type { Edge, Expression, Program, StateExpression, Update } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { deadVariables } from './dead.js';
import { residueOf, residuesNeeded } from './residues.js';
import type { Bad, Command, FlatSystem, IntegerVariable } from './system.js';
import { type Case, type Definition, Evaluator, MOST_VALUES, type Tree } from './values.js';

/** A guard with more disjuncts stays as it is. */
const MOST_DISJUNCTS = 24;
/** A choice among more values is an input. */
const MOST_CHOICES = 8;
/** So many values of one step or condition may be other than linear. */
const MOST_INPUTS = 16;

/** More of a program than this engine can leave open. */
class NotLinear extends Error {}

export interface Flattened {
  readonly system: FlatSystem;
  /** A condition on states, which must not speak of locations, in the terms of the system; true where it cannot be said. */
  formula(condition: StateExpression): Formula;
}

export function flatten(program: Program): Flattened | { readonly refused: string } {
  if (program.wraps === true)
    return { refused: 'its numbers have 32 bits and wrap, and predicates are about integers' };
  try {
    return new Flattening(program).result();
  } catch (error) {
    if (error instanceof NotLinear) return { refused: 'too much of one step is not linear arithmetic' };
    if (error instanceof TooLarge) return { refused: 'its numbers are too large' };
    throw error;
  }
}

class Flattening {
  private readonly program: Program;
  private readonly shared: Cells;
  private readonly locals: readonly Cells[];
  /** For each thread the number of its first variable. */
  private readonly firstLocals: readonly number[];
  private readonly variables: IntegerVariable[] = [];
  private readonly initial: (number | 'any')[] = [];
  private readonly written: ReadonlySet<number>;
  private readonly evaluator: Evaluator;
  private readonly firstInput: number;
  /** By variable its remainders. */
  private readonly companions = new Map<number, readonly { readonly variable: number; readonly modulus: number }[]>();
  private unknowns = 0;
  private definitions = new Map<number, Definition>();

  constructor(program: Program) {
    this.program = program;
    this.shared = cellsOf(program.shared);
    this.locals = program.threads.map((_, thread) => cellsOf(templateOf(program, thread).locals));
    this.declare(
      this.shared,
      '',
      program.shared.flatMap(({ initial }) => initial),
    );
    this.firstLocals = program.threads.map((thread, number) => {
      const first = this.variables.length;
      this.declare(this.locals[number] as Cells, `${thread.name}.`, thread.initial.flat());
      return first;
    });
    this.written = this.writtenVariables();
    this.declareResidues();
    this.firstInput = this.variables.length;
    for (let pool = 0; pool < MOST_INPUTS; pool++) this.input({ name: 'any value', low: null, high: null });
    this.evaluator = new Evaluator(
      (number) => this.variables[number] as IntegerVariable,
      (definition) => this.unknown(definition),
      ({ of, modulus }) => this.companions.get(of)?.find((each) => each.modulus === modulus)?.variable ?? null,
    );
  }

  result(): Flattened {
    const { program, variables, firstInput, initial } = this;
    const commands: Command[] = [];
    for (const [thread] of program.threads.entries()) {
      for (const [number, edge] of templateOf(program, thread).edges.entries())
        commands.push(...this.commandsOf(thread, number, edge));
    }
    const threads = program.threads.map(({ name }, thread) => {
      const { locations, entry } = templateOf(program, thread);
      return { name, locations: locations.length, entry };
    });
    const leaving = threads.map(({ locations }) => Array.from({ length: locations }, (): number[] => []));
    for (const [number, { thread, from }] of commands.entries()) leaving[thread]?.[from]?.push(number);
    const bad = this.bad();
    const observed = new Set(program.never.flatMap(({ condition }) => this.variablesRead(condition)));
    const dead = threads.map(({ locations }, thread) => {
      const first = this.firstLocals[thread] as number;
      const cells = (this.locals[thread] as Cells).owners.map((_, cell) => first + cell);
      const own = cells.flatMap((cell) => [cell, ...(this.companions.get(cell) ?? []).map((each) => each.variable)]);
      const wanted = own.filter((number) => !observed.has(this.variables[number]?.residue?.of ?? number));
      return deadVariables(
        commands.filter((command) => command.thread === thread),
        locations,
        wanted,
      );
    });
    const system = { variables, firstInput, initial, threads, commands, leaving, bad, dead };
    return { system, formula: (condition) => this.formula(condition) };
  }

  private formula(condition: StateExpression): Formula {
    try {
      return this.test(condition, null).holds;
    } catch (error) {
      if (error instanceof NotLinear || error instanceof TooLarge) return TRUE;
      throw error;
    }
  }

  private declare(cells: Cells, prefix: string, initial: readonly (number | 'any')[]): void {
    for (const [cell, owner] of cells.owners.entries()) {
      const { sort } = variableAt(cells, owner);
      const bounds = boundsOf(sort) ?? { low: null, high: null };
      const first = initial[cell];
      if (first === undefined) throw new Error(`${cellName(cells, cell)} has no first value`);
      this.variables.push({ name: `${prefix}${cellName(cells, cell)}`, low: bounds.low, high: bounds.high, sort });
      this.initial.push(first);
    }
  }

  /** Companions of variables that have more values than are told apart one by one. */
  private declareResidues(): void {
    const cells = (thread: number | null, number: number) => {
      const { first, size } = this.range(thread === null ? 'shared' : 'local', thread ?? 0, number);
      return Array.from({ length: size }, (_, cell) => first + cell);
    };
    const isOpen = (number: number) => {
      const { low, high } = this.variables[number] as IntegerVariable;
      return this.written.has(number) && (low === null || high === null || high - low >= MOST_VALUES);
    };
    for (const residue of residuesNeeded(this.program, cells, isOpen)) {
      const { of, modulus } = residue;
      const { name } = this.variables[of] as IntegerVariable;
      const first = this.initial[of] as number | 'any';
      const known = this.companions.get(of) ?? [];
      this.companions.set(of, [...known, { variable: this.variables.length, modulus }]);
      this.variables.push({ name: `${name} % ${modulus}`, low: 0, high: modulus - 1, residue });
      this.initial.push(first === 'any' ? 'any' : residueOf(first, modulus));
    }
  }

  private input(declared: IntegerVariable): Linear {
    this.variables.push(declared);
    return variable(this.variables.length - 1);
  }

  /** A value that terms cannot say. Each formula and each edge has its own, and begins anew. */
  private unknown(definition?: Definition): Linear {
    if (this.unknowns === MOST_INPUTS) throw new NotLinear();
    const number = this.firstInput + this.unknowns++;
    if (definition !== undefined) this.definitions.set(number, definition);
    return variable(number);
  }

  /** Variables that some edge may write. */
  private writtenVariables(): ReadonlySet<number> {
    const written = new Set<number>();
    for (const [thread] of this.program.threads.entries()) {
      for (const { updates } of templateOf(this.program, thread).edges) {
        for (const { target } of updates) {
          const { first, size } = this.range(target.kind, thread, target.variable);
          for (let cell = 0; cell < size; cell++) written.add(first + cell);
        }
      }
    }
    return written;
  }

  private range(kind: 'local' | 'shared', thread: number, number: number): { first: number; size: number } {
    const cells = kind === 'shared' ? this.shared : (this.locals[thread] as Cells);
    const base = kind === 'shared' ? 0 : (this.firstLocals[thread] as number);
    return { first: base + offsetOf(cells, number), size: sizeOf(variableAt(cells, number)) };
  }

  private cellTerms(kind: 'local' | 'shared', thread: number, number: number): Linear[] {
    const { first, size } = this.range(kind, thread, number);
    return Array.from({ length: size }, (_, cell) => {
      const value = this.initial[first + cell] as number | 'any';
      return value === 'any' || this.written.has(first + cell) ? variable(first + cell) : constant(value);
    });
  }

  private tree(thread: number, expression: Expression): Tree {
    const again = (part: Expression) => this.tree(thread, part);
    switch (expression.kind) {
      case 'constant':
        return expression;
      case 'local':
      case 'shared': {
        const cells = this.cellTerms(expression.kind, thread, expression.variable);
        return { kind: 'cell', cells, index: expression.index === null ? null : again(expression.index) };
      }
      case 'unary':
        return { ...expression, operand: again(expression.operand) };
      case 'binary':
        return { ...expression, left: again(expression.left), right: again(expression.right) };
      case 'conditional': {
        const { condition, whenTrue, whenFalse } = expression;
        return {
          kind: 'conditional',
          condition: again(condition),
          whenTrue: again(whenTrue),
          whenFalse: again(whenFalse),
        };
      }
    }
  }

  /** `locations` is null for a condition that must not ask for them. */
  private stateTree(condition: StateExpression, locations: ArrayLike<number> | null): Tree {
    const again = (part: StateExpression) => this.stateTree(part, locations);
    switch (condition.kind) {
      case 'constant':
        return condition;
      case 'at':
        if (locations === null) throw new Error('a predicate speaks of locations');
        return {
          kind: 'truth',
          formula: condition.locations.includes(locations[condition.thread] as number) ? TRUE : FALSE,
        };
      case 'memory':
      case 'localOf': {
        const thread = condition.kind === 'localOf' ? condition.thread : 0;
        const cells = this.cellTerms(condition.kind === 'memory' ? 'shared' : 'local', thread, condition.variable);
        return { kind: 'cell', cells, index: condition.index === null ? null : again(condition.index) };
      }
      case 'unary':
        return { ...condition, operand: again(condition.operand) };
      case 'binary':
        return { ...condition, left: again(condition.left), right: again(condition.right) };
    }
  }

  private variablesRead(condition: StateExpression): number[] {
    switch (condition.kind) {
      case 'constant':
      case 'at':
        return [];
      case 'memory':
        return condition.index === null ? [] : this.variablesRead(condition.index);
      case 'localOf': {
        const { first, size } = this.range('local', condition.thread, condition.variable);
        const own = Array.from({ length: size }, (_, cell) => first + cell);
        return condition.index === null ? own : [...own, ...this.variablesRead(condition.index)];
      }
      case 'unary':
        return this.variablesRead(condition.operand);
      case 'binary':
        return [...this.variablesRead(condition.left), ...this.variablesRead(condition.right)];
    }
  }

  private bad(): Bad[] {
    const { program } = this;
    const failed: Bad = {
      name: 'failure',
      condition: (locations) =>
        program.threads.some((_, thread) => {
          const { failure } = templateOf(program, thread).locations[locations[thread] as number] ?? { failure: null };
          return failure !== null;
        })
          ? TRUE
          : FALSE,
    };
    const stated = program.never.map(({ name, condition }): Bad => {
      const named = threadsNamed(condition);
      const asked = new Map<string, Formula>();
      return {
        name,
        condition: (locations) => {
          const key = named.map((thread) => locations[thread]).join();
          const known = asked.get(key);
          if (known !== undefined) return known;
          const { holds, fails } = this.test(condition, locations);
          const formula = or([holds, fails]);
          asked.set(key, formula);
          return formula;
        },
      };
    });
    // What cannot be said is found out now: that does not depend on where the threads are.
    const entries = program.threads.map((_, thread) => templateOf(program, thread).entry);
    for (const { condition } of stated) condition(entries);
    return [failed, ...stated];
  }

  private test(condition: StateExpression, locations: ArrayLike<number> | null) {
    this.unknowns = 0;
    return this.evaluator.truth(this.stateTree(condition, locations));
  }

  private commandsOf(thread: number, number: number, edge: Edge): Command[] {
    this.unknowns = 0;
    this.definitions = new Map();
    const { from, to, guard, updates } = edge;
    const test = guard === null ? { holds: TRUE, fails: FALSE } : this.evaluator.truth(this.tree(thread, guard));
    const failures = [test.fails];
    let enabled = and([test.holds, not(test.fails)]);
    let ways: readonly Way[] = [{ when: TRUE, updates: new Map(), choices: [] }];
    for (const update of updates) {
      const { target } = update;
      const { first, size } = this.range(target.kind, thread, target.variable);
      const place = this.evaluator.place(size, target.index === null ? null : this.tree(thread, target.index));
      const { cases, fails } = this.valuesOf(thread, update, first);
      const outside = or(cases.map(({ when, value }) => and([when, this.outside(value, first)])));
      failures.push(and([enabled, or([place.fails, fails])]));
      enabled = and([enabled, not(place.fails), not(fails)]);
      if (this.program.outOfRange === 'failure') failures.push(and([enabled, outside]));
      enabled = and([enabled, not(outside)]);
      ways = ways.flatMap((way) =>
        place.cases.flatMap(({ when: at, cell }) =>
          cases.map(({ when, value }) => ({
            when: and([way.when, at, when]),
            updates: new Map([...way.updates, [first + cell, value]]),
            choices: update.value === 'any' ? [...way.choices, value] : way.choices,
          })),
        ),
      );
    }
    const common = { thread, from, to, edge: number, inputs: this.definitions };
    return [
      ...disjunctsOf(or(failures)).map((when) => ({
        ...common,
        guard: when,
        updates: new Map(),
        // Any value of the sort: what fails does not depend on it.
        choices: updates.flatMap(({ target, value }) => {
          const { first } = this.range(target.kind, thread, target.variable);
          return value === 'any' ? [constant((this.variables[first] as IntegerVariable).low ?? 0)] : [];
        }),
        fails: true,
      })),
      ...ways
        .flatMap((way) => this.withResidues(way))
        .flatMap(({ when, ...rest }) =>
          disjunctsOf(and([enabled, when])).map((guarded) => ({ ...common, ...rest, guard: guarded, fails: false })),
        ),
    ];
  }

  /** The same with the remainders of what is written: by case, or left open where the value is. */
  private withResidues(way: Way): readonly Way[] {
    let ways: readonly Way[] = [way];
    for (const [target, value] of way.updates) {
      for (const { variable: companion, modulus } of this.companions.get(target) ?? []) {
        const cases = this.evaluator
          .residues(value, modulus)
          ?.map(({ when, residue }) => ({ when, value: constant(residue) }));
        const open = () => this.input({ name: `any ${target} % ${modulus}`, low: 0, high: modulus - 1 });
        const known = cases ?? [{ when: TRUE, value: open() }];
        ways = ways.flatMap(({ when: before, updates, choices }) =>
          known.map(({ when, value: residue }) => ({
            when: and([before, when]),
            updates: new Map([...updates, [companion, residue]]),
            choices,
          })),
        );
      }
    }
    return ways;
  }

  private valuesOf(thread: number, { value }: Update, first: number): { cases: readonly Case[]; fails: Formula } {
    if (value !== 'any') return this.evaluator.value(this.tree(thread, value));
    const declared = this.variables[first] as IntegerVariable;
    const { low, high } = declared;
    if (low === null || high === null) throw new Error(`${declared.name} has no list of values`);
    const values =
      high - low < MOST_CHOICES
        ? Array.from({ length: high - low + 1 }, (_, i) => constant(low + i))
        : [this.input({ ...declared, name: `any ${declared.name}` })];
    return { cases: values.map((chosen) => ({ when: TRUE, value: chosen })), fails: FALSE };
  }

  private outside(value: Linear, target: number): Formula {
    const { low, high } = this.variables[target] as IntegerVariable;
    // A copy of a variable with the same bounds, or an input made for this one, fits.
    const [source] = value.variables;
    if (source !== undefined && value.variables.length === 1 && value.coefficients[0] === 1 && value.constant === 0) {
      const bounds = this.variables[source] as IntegerVariable;
      if (bounds.low === low && bounds.high === high) return FALSE;
    }
    return or([
      low === null ? FALSE : atMost(value, constant(low - 1)),
      high === null ? FALSE : atMost(constant(high + 1), value),
    ]);
  }
}

function threadsNamed(condition: StateExpression): number[] {
  switch (condition.kind) {
    case 'constant':
    case 'memory':
    case 'localOf':
      return condition.kind !== 'constant' && condition.index !== null ? threadsNamed(condition.index) : [];
    case 'at':
      return [condition.thread];
    case 'unary':
      return threadsNamed(condition.operand);
    case 'binary':
      return [...new Set([...threadsNamed(condition.left), ...threadsNamed(condition.right)])];
  }
}

interface Way {
  readonly when: Formula;
  readonly updates: ReadonlyMap<number, Linear>;
  readonly choices: readonly Linear[];
}

/** The formula as a disjunction of conjunctions, where that is short. */
function disjunctsOf(formula: Formula): readonly Formula[] {
  const found = disjuncts(formula);
  return found === null ? [formula] : [...new Map(found.map((part) => [part.key, part])).values()];
}

function disjuncts(formula: Formula): readonly Formula[] | null {
  if (formula.kind === 'false') return [];
  if (formula.kind === 'or') {
    const parts = formula.operands.map(disjuncts);
    if (parts.some((part) => part === null)) return null;
    const all = parts.flatMap((part) => part ?? []);
    return all.length > MOST_DISJUNCTS ? null : all;
  }
  if (formula.kind !== 'and') return [formula];
  let all: readonly Formula[] = [TRUE];
  for (const operand of formula.operands) {
    const parts = disjuncts(operand);
    if (parts === null || all.length * parts.length > MOST_DISJUNCTS) return null;
    all = all.flatMap((left) => parts.map((right) => and([left, right]))).filter((part) => part !== FALSE);
  }
  return all;
}
