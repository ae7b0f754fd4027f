/**
 * Locked instructions that only count: `fetch_add(ops, 1)` where no thread reads `ops`, but a property does. They are fences,
 * too, so a program that counts like that may hold where the one without it is violated. A ghost counts and does nothing else.
 */
import { leavesOf } from '../../models/program/expression.js';
import type { Place } from '../../models/program/model.js';
import type { Plan, PlannedFormula, Resolved, Statement } from './plan.js';
import { blocksOf } from './syntax.js';

interface Counting {
  readonly place: Place;
  readonly message: string;
}

export function onlyCounting({ shared, threads, never, ltl }: Plan): Counting[] {
  const statements = threads.flatMap(({ body }) => allIn(body));
  // Most texts have none, and every key asks.
  if (!statements.some(counts)) return [];
  const read = new Set(statements.flatMap(readBy));
  const asked = [...never.map(({ condition }) => condition), ...ltl.flatMap(({ formula }) => propositionsIn(formula))];
  const seen = new Set(asked.flatMap(variablesIn));
  return statements.flatMap((statement): Counting[] => {
    if (!counts(statement)) return [];
    const { variable } = statement.expression;
    if (read.has(variable) || !seen.has(variable)) return [];
    const name = shared[variable]?.name ?? '';
    const message = `this is a fence, too, and no thread reads \`${name}\`: a \`ghost\` variable counts without changing the program`;
    return [{ place: statement.place, message }];
  });
}

type Call = Statement & { readonly kind: 'call' };
type Locked = Resolved & { readonly kind: 'locked' };

/** A `fetch_add` whose value goes to nobody. */
function counts(statement: Statement): statement is Call & { readonly expression: Locked } {
  if (statement.kind !== 'call' || statement.expression.kind !== 'locked') return false;
  return statement.expression.operation === 'fetch_add';
}

function allIn(statements: readonly Statement[]): Statement[] {
  return statements.flatMap((statement) => [statement, ...blocksOf<readonly Statement[]>(statement).flatMap(allIn)]);
}

/** The shared variables that a statement takes values from; a locked instruction alone gives its value to nobody. */
function readBy(statement: Statement): number[] {
  const { kind } = statement;
  if (kind === 'call' && statement.expression.kind === 'locked' && statement.expression.operation !== 'cas') {
    const { index, operands } = statement.expression;
    return [index, ...operands].flatMap((part) => (part === null ? [] : variablesIn(part)));
  }
  return expressionsOf(statement).flatMap(variablesIn);
}

function expressionsOf(statement: Statement): Resolved[] {
  switch (statement.kind) {
    case 'assign': {
      const { index } = statement.target;
      const value = statement.value === 'any' ? [] : [statement.value];
      return index === null ? value : [index, ...value];
    }
    case 'call':
      return [statement.expression];
    case 'if':
    case 'while':
    case 'await':
    case 'assume':
    case 'assert':
      return [statement.condition];
    case 'for':
      return [statement.low, statement.high];
    case 'switch':
      return [statement.value];
    default:
      return [];
  }
}

function variablesIn(expression: Resolved): number[] {
  return leavesOf(expression).flatMap((leaf) => {
    if (leaf.kind === 'locked') return [leaf.variable, ...leaf.operands.flatMap(variablesIn)];
    return leaf.kind === 'shared' ? [leaf.variable] : [];
  });
}

function propositionsIn(formula: PlannedFormula): Resolved[] {
  if (formula.kind === 'proposition') return [formula.condition];
  if ('operand' in formula) return propositionsIn(formula.operand);
  return [...propositionsIn(formula.left), ...propositionsIn(formula.right)];
}
