/**
 * Which values a variable of type int can have, where they are few: then it becomes an enumeration or a range, which engines deal
 * with better than with numbers. As in Cubicle's subtyping: first values and all that is assigned, closed under copies and
 * what is computed of such values, without regard to the order of steps, but with regard to what steps ask of locals. A set that gets too large is given up.
 */
import { boundsOf, valuesOf } from './cells.js';
import { leavesOf } from './expression.js';
import { applyBinary, applyUnary } from './fold.js';
import type { Expression, Program, Variable } from './model.js';

/** Values that an enumeration may have: one bit of a mask for each. */
export const MOST_VALUES = 31;

/** Null: too many, or nobody knows. */
type Values = ReadonlySet<number> | null;

const TRUTH: Values = new Set([0, 1]);

export interface FiniteValues {
  ofShared(variable: number): Values;
  ofLocal(template: number, variable: number): Values;
}

/** `without`: locals of a template whose values are taken for unknown, from the first on. */
export function finiteValues(program: Program, without: (template: number) => number = () => 0): FiniteValues {
  const known = new Map<string, Values>();
  const valuesAt = (key: string): Values => (known.has(key) ? (known.get(key) as Values) : new Set());
  let changed = true;
  const add = (key: string, more: Values): void => {
    const before = valuesAt(key);
    if (before === null) return;
    const after = more === null ? null : new Set([...before, ...more]);
    if (after !== null && after.size === before.size && known.has(key)) return;
    known.set(key, after === null || after.size > MOST_VALUES ? null : after);
    changed = true;
  };
  const first = (key: string, sort: Parameters<typeof boundsOf>[0], initial: readonly (number | 'any')[]): void => {
    const bounds = boundsOf(sort);
    if (bounds === null) add(key, new Set(initial.filter((value) => value !== 'any')));
    else add(key, bounds.high - bounds.low < MOST_VALUES ? new Set(valuesOf(sort)) : null);
  };
  for (const [number, { sort, initial }] of program.shared.entries()) first(`shared ${number}`, sort, initial);
  for (const { template, initial } of program.threads) {
    for (const [local, values] of initial.entries()) {
      const sort = program.templates[template]?.locals[local]?.sort;
      if (local < without(template)) add(`local ${template} ${local}`, null);
      else if (sort !== undefined) first(`local ${template} ${local}`, sort, values);
    }
  }
  while (changed) {
    changed = false;
    for (const [template, { edges, locals }] of program.templates.entries()) {
      const any = (kind: 'local' | 'shared', variable: number): Values =>
        valuesAt(kind === 'shared' ? `shared ${variable}` : `local ${template} ${variable}`);
      for (const { target, value, guard } of edges.flatMap(({ updates, guard }) =>
        updates.map((update) => ({ ...update, guard })),
      )) {
        const read = underGuard(guard, any);
        const { sort } = (target.kind === 'shared' ? program.shared : locals)[target.variable] ?? { sort: null };
        // What does not fit a range never gets into it.
        if (value === 'any' || sort?.kind !== 'int') continue;
        const key = target.kind === 'shared' ? `shared ${target.variable}` : `local ${template} ${target.variable}`;
        add(key, valuesOfExpression(value, read));
      }
    }
  }
  return {
    ofShared: (variable) => valuesAt(`shared ${variable}`),
    ofLocal: (template, variable) => valuesAt(`local ${template} ${variable}`),
  };
}

/**
 * The program with ranges for integers that have few values. Numbers of threads are no such values: how many there are is not
 * for the text of a program to say.
 */
export function withRanges(program: Program): Program {
  const values = finiteValues(program, (template) => program.templates[template]?.parameters ?? 0);
  const narrowed = <V extends Variable>(variable: V, found: Values): V => {
    if (variable.sort.kind !== 'int' || found === null || found.size === 0) return variable;
    return { ...variable, sort: { kind: 'range', low: Math.min(...found), high: Math.max(...found) } };
  };
  return {
    ...program,
    shared: program.shared.map((variable, number) => narrowed(variable, values.ofShared(number))),
    templates: program.templates.map((template, number) => ({
      ...template,
      locals: template.locals.map((variable, local) => narrowed(variable, values.ofLocal(number, local))),
    })),
  };
}

type Reading = (kind: 'local' | 'shared', variable: number) => Values;

/** A step is taken where its guard is true: of a local that it tests, alone or with another, other values do not count. */
function underGuard(guard: Expression | null, any: Reading): Reading {
  if (guard === null) return any;
  const tests = conjunctsOf(guard).filter(isOfLocals);
  if (tests.length === 0) return any;
  return (kind, variable) => {
    const values = any(kind, variable);
    if (kind === 'shared' || values === null) return values;
    const left = [...values].filter((value) => tests.every((test) => mayHold(test, variable, value, any)));
    return new Set(left);
  };
}

function conjunctsOf(guard: Expression): Expression[] {
  if (guard.kind !== 'binary' || guard.operator !== '&&') return [guard];
  return [...conjunctsOf(guard.left), ...conjunctsOf(guard.right)];
}

function isOfLocals(test: Expression): boolean {
  return leavesOf(test).every(({ kind, index }) => kind === 'local' && index === null);
}

/** With one other local at most: all its values are tried. */
function mayHold(test: Expression, variable: number, value: number, any: Reading): boolean {
  const locals = new Set(leavesOf(test).map((leaf) => leaf.variable));
  if (!locals.has(variable)) return true;
  locals.delete(variable);
  const [other, ...more] = locals;
  if (more.length > 0) return true;
  const others = other === undefined ? new Set([0]) : any('local', other);
  if (others === null) return true;
  return [...others].some((each) => {
    const found = valueOfTree(test, (local) => (local === variable ? value : each));
    return found === null || found !== 0;
  });
}

/** Null: nobody knows. */
function valueOfTree(tree: Expression, local: (variable: number) => number): number | null {
  switch (tree.kind) {
    case 'constant':
      return tree.value;
    case 'local':
      return local(tree.variable);
    case 'unary': {
      const operand = valueOfTree(tree.operand, local);
      return operand === null ? null : applyUnary(tree.operator, operand);
    }
    case 'binary': {
      const [left, right] = [valueOfTree(tree.left, local), valueOfTree(tree.right, local)];
      return left === null || right === null ? null : applyBinary(tree.operator, left, right);
    }
    default:
      return null;
  }
}

function valuesOfExpression(
  expression: Expression,
  read: (kind: 'local' | 'shared', variable: number) => Values,
): Values {
  switch (expression.kind) {
    case 'constant':
      return new Set([expression.value]);
    case 'local':
    case 'shared':
      return read(expression.kind, expression.variable);
    case 'unary': {
      if (expression.operator === '!') return TRUTH;
      const operand = valuesOfExpression(expression.operand, read);
      return operand === null ? null : new Set([...operand].map((value) => applyUnary(expression.operator, value)));
    }
    case 'conditional': {
      const [one, other] = [expression.whenTrue, expression.whenFalse].map((part) => valuesOfExpression(part, read));
      return one === null || one === undefined || other === null || other === undefined
        ? null
        : new Set([...one, ...other]);
    }
    case 'binary': {
      const { operator } = expression;
      if (TRUTHS.has(operator)) return TRUTH;
      const left = valuesOfExpression(expression.left, read);
      const right = valuesOfExpression(expression.right, read);
      if (left === null || right === null) return null;
      // A division by zero is a failure, and gives nothing.
      const results = [...left].flatMap((one) => [...right].map((other) => applyBinary(operator, one, other)));
      return new Set(results.filter((value) => value !== null).map((value) => value + 0));
    }
  }
}

const TRUTHS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||']);
