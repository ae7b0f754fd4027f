/**
 * Which values registers and cells of memory can have: a sound analysis that finds the addresses a program uses.
 *
 * For each state of a thread and each register a set of values, for each address a set of contents whenever; unions
 * where paths meet; a set that grows beyond a few dozen becomes *unknown* (null), so the sets stop growing and the
 * analysis ends. An expression is evaluated for all combinations of the values of its registers; a `check` keeps the
 * combinations that pass, so a loop that counts to a bound is understood. Whatever a memory model does, a read gives the
 * initial value or one that was written somewhere to the same address: so the sets hold under all of them.
 */
import { applyBinary } from '../../models/program/fold.js';
import type { ExpressionSyntax, FileSyntax, Operator, Transition } from './syntax.js';

/** Null: any integer. */
export type Values = ReadonlySet<number> | null;

const MOST_VALUES = 64;
const MOST_COMBINATIONS = 1_024;
const TRUTHS: Values = new Set([0, 1]);
const ZERO: Values = new Set([0]);

export interface Analysis {
  /** Before a transition: for each register its values; null when the transition is never reached. */
  before(thread: number, transition: Transition): readonly Values[] | null;
  /** All values of a register, at any time. */
  register(thread: number, register: number): Values;
  /** All contents of an address, at any time. */
  cell(address: number): Values;
  /** Contents of addresses of which nothing is known. */
  anyCell(): Values;
}

export function analyseValues({ threads }: FileSyntax): Analysis {
  const environments = threads.map(({ states }) => states.map((): (readonly Values[] | null)[] => [null]));
  const cells = new Map<number, Values>();
  let elsewhere: Values = new Set();
  let changed = true;

  /** Unknown is a value here, and not the same as missing. */
  const written = (address: number): Values => (cells.has(address) ? (cells.get(address) as Values) : new Set());
  const cell = (address: number): Values => join(join(ZERO, written(address)), elsewhere);
  const anyCell = (): Values => [...cells.values()].reduce(join, join(ZERO, elsewhere));

  function arrive(thread: number, state: number, environment: readonly Values[]): void {
    const slot = environments[thread]?.[state] as (readonly Values[] | null)[];
    const known = slot[0] ?? null;
    if (known === null) {
      slot[0] = environment;
      changed = true;
      return;
    }
    const joined = known.map((values, register) => join(values, environment[register] as Values));
    if (joined.every((values, register) => sameSize(values, known[register] as Values))) return;
    slot[0] = joined;
    changed = true;
  }

  function store(address: number | null, values: Values): void {
    const known = address === null ? elsewhere : written(address);
    const joined = join(known, values);
    if (address === null) elsewhere = joined;
    else cells.set(address, joined);
    if (!sameSize(known, joined)) changed = true;
  }

  function follow(thread: number, { from, to, instruction }: Transition): void {
    const environment = environments[thread]?.[from]?.[0] ?? null;
    if (environment === null) return;
    switch (instruction.kind) {
      case 'local':
        return arrive(thread, to, environment.with(instruction.register, evaluateAll(instruction.value, environment)));
      case 'read': {
        const addresses = evaluateAll(instruction.address, environment);
        const values = addresses === null ? anyCell() : [...addresses].map(cell).reduce(join, new Set());
        return arrive(thread, to, environment.with(instruction.register, values));
      }
      case 'write': {
        const addresses = evaluateAll(instruction.address, environment);
        const values = evaluateAll(instruction.value, environment);
        if (addresses === null) store(null, values);
        else for (const address of addresses) store(address, values);
        return arrive(thread, to, environment);
      }
      case 'check': {
        const passed = filter(instruction.condition, environment);
        if (passed !== null) arrive(thread, to, passed);
        return;
      }
      default:
        return arrive(thread, to, environment);
    }
  }

  for (const [thread, { initial, registers }] of threads.entries()) {
    arrive(
      thread,
      initial,
      registers.map(() => ZERO),
    );
  }
  while (changed) {
    changed = false;
    for (const [thread, { transitions }] of threads.entries()) {
      for (const transition of transitions) follow(thread, transition);
    }
  }
  return {
    before: (thread, { from }) => environments[thread]?.[from]?.[0] ?? null,
    register: (thread, register) => {
      const states = environments[thread] ?? [];
      return states.reduce((all: Values, [known]) => (known ? join(all, known[register] as Values) : all), ZERO);
    },
    cell,
    anyCell,
  };
}

function join(left: Values, right: Values): Values {
  if (left === null || right === null) return null;
  return bounded(new Set([...left, ...right]));
}

function bounded(values: Set<number>): Values {
  return values.size > MOST_VALUES ? null : values;
}

function sameSize(left: Values, right: Values): boolean {
  return left === null || right === null ? left === right : left.size === right.size;
}

/** Null for a division by zero. Numbers of the format have no width, so `&` takes all their bits. */
function operate(operator: Operator, left: number, right: number): number | null {
  if (operator === '&') return Number(BigInt(left) & BigInt(right));
  const value = applyBinary(operator, left, right);
  // There is no negative zero.
  return value === null ? null : value + 0;
}

function evaluate(expression: ExpressionSyntax, values: ReadonlyMap<number, number>): number | null {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'register':
      return values.get(expression.register) as number;
    case 'not': {
      const value = evaluate(expression.of, values);
      return value === null ? null : value === 0 ? 1 : 0;
    }
    case 'binary': {
      const { operator } = expression;
      const left = evaluate(expression.left, values);
      if (left === null) return null;
      if (operator === '&&' && left === 0) return 0;
      if (operator === '||' && left !== 0) return 1;
      const right = evaluate(expression.right, values);
      return right === null || !safe(left) || !safe(right) ? null : operate(operator, left, right);
    }
  }
}

const safe = Number.isSafeInteger;

function registersIn(expression: ExpressionSyntax, into = new Set<number>()): Set<number> {
  if (expression.kind === 'register') into.add(expression.register);
  else if (expression.kind === 'not') registersIn(expression.of, into);
  else if (expression.kind === 'binary') {
    registersIn(expression.left, into);
    registersIn(expression.right, into);
  }
  return into;
}

/** All assignments to the registers of an expression; null when there are too many, or a value is unknown. */
function combinations(
  expression: ExpressionSyntax,
  environment: readonly Values[],
): ReadonlyMap<number, number>[] | null {
  let all: ReadonlyMap<number, number>[] = [new Map()];
  for (const register of registersIn(expression)) {
    const values = environment[register] as Values;
    if (values === null || values.size * all.length > MOST_COMBINATIONS) return null;
    all = all.flatMap((before) => [...values].map((value) => new Map(before).set(register, value)));
  }
  return all;
}

export function evaluateAll(expression: ExpressionSyntax, environment: readonly Values[]): Values {
  const all = combinations(expression, environment);
  if (all === null) return evaluateParts(expression, environment);
  const results = new Set<number>();
  for (const values of all) {
    const value = evaluate(expression, values);
    // A division by zero gives no value: the step fails. A number out of reach could be any.
    if (value !== null && !safe(value)) return null;
    if (value !== null) results.add(value);
  }
  return bounded(results);
}

/** Part by part, as if different registers and different uses of one had nothing to do with each other. */
function evaluateParts(expression: ExpressionSyntax, environment: readonly Values[]): Values {
  if (expression.kind === 'register') return environment[expression.register] as Values;
  if (expression.kind === 'not') return TRUTHS;
  if (expression.kind === 'number') return new Set([expression.value]);
  const { operator } = expression;
  if (!['+', '-', '*', '/', '%', '&'].includes(operator)) return TRUTHS;
  const left = evaluateAll(expression.left, environment);
  const right = evaluateAll(expression.right, environment);
  if (left === null || right === null) return null;
  const results = new Set<number>();
  for (const one of left) {
    for (const other of right) {
      const value = operate(operator, one, other);
      if (value !== null && !safe(value)) return null;
      if (value !== null) results.add(value);
    }
  }
  return bounded(results);
}

/** The environment behind a `check`; null when it never passes. */
function filter(condition: ExpressionSyntax, environment: readonly Values[]): readonly Values[] | null {
  const all = combinations(condition, environment);
  if (all === null) return narrow(condition, environment);
  const kept = new Map([...registersIn(condition)].map((register) => [register, new Set<number>()]));
  let passes = false;
  for (const values of all) {
    const value = evaluate(condition, values);
    if (value === 0 || value === null) continue;
    passes = true;
    for (const [register, known] of values) kept.get(register)?.add(known);
  }
  return passes ? environment.map((values, register) => kept.get(register) ?? values) : null;
}

/** `== r e`: whatever r was, it is one of the values of e now. */
function narrow(condition: ExpressionSyntax, environment: readonly Values[]): readonly Values[] {
  if (condition.kind !== 'binary' || condition.operator !== '==') return environment;
  let narrowed = environment;
  for (const [register, other] of [
    [condition.left, condition.right],
    [condition.right, condition.left],
  ] as const) {
    if (register.kind !== 'register' || environment[register.register] !== null) continue;
    const values = evaluateAll(other, environment);
    if (values !== null) narrowed = narrowed.with(register.register, values);
  }
  return narrowed;
}

/** For messages and tests: the addresses that a transition may access. */
export function addressesOf(thread: number, transition: Transition, analysis: Analysis): Values {
  const { instruction } = transition;
  const environment = analysis.before(thread, transition);
  if (environment === null || (instruction.kind !== 'read' && instruction.kind !== 'write')) return new Set();
  return evaluateAll(instruction.address, environment);
}
