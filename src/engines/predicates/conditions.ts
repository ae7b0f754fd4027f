/** Expressions of threads and conditions on states as trees over the variables of a flat system; and the states that are bad. */
import { FALSE, type Formula, or, TRUE } from '../../logic/integer/formula.js';
import type { Expression, Program, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import type { Bad } from './system.js';
import type { Evaluator, Tree } from './values.js';
import type { Variables } from './variables.js';

export function expressionTree(variables: Variables, thread: number, expression: Expression): Tree {
  const again = (part: Expression) => expressionTree(variables, thread, part);
  switch (expression.kind) {
    case 'constant':
      return expression;
    case 'local':
    case 'shared': {
      const cells = variables.termsOf(expression.kind === 'shared' ? null : thread, expression.variable);
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
export function conditionTree(
  variables: Variables,
  condition: StateExpression,
  locations: ArrayLike<number> | null,
): Tree {
  const again = (part: StateExpression) => conditionTree(variables, part, locations);
  switch (condition.kind) {
    case 'constant':
      return condition;
    case 'at': {
      if (locations === null) throw new Error('a predicate speaks of locations');
      const isThere = condition.locations.includes(locations[condition.thread] as number);
      return { kind: 'truth', formula: isThere ? TRUE : FALSE };
    }
    case 'memory':
    case 'localOf': {
      const cells = variables.termsOf(condition.kind === 'memory' ? null : condition.thread, condition.variable);
      return { kind: 'cell', cells, index: condition.index === null ? null : again(condition.index) };
    }
    case 'unary':
      return { ...condition, operand: again(condition.operand) };
    case 'binary':
      return { ...condition, left: again(condition.left), right: again(condition.right) };
  }
}

/** Places of failure first, then what the program says must never be; a condition without a value counts as bad. */
export function badStates(program: Program, variables: Variables, evaluator: Evaluator): readonly Bad[] {
  const hasFailed = (thread: number, location: number) =>
    templateOf(program, thread).locations[location]?.failure !== null;
  const failed: Bad = {
    name: 'failure',
    condition: (locations) =>
      program.threads.some((_, thread) => hasFailed(thread, locations[thread] as number)) ? TRUE : FALSE,
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
        variables.begin();
        const { holds, fails } = evaluator.truth(conditionTree(variables, condition, locations));
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

function threadsNamed(condition: StateExpression): number[] {
  const named = condition.kind === 'at' ? [condition.thread] : [];
  return [...new Set([...named, ...partsOf(condition).flatMap(threadsNamed)])];
}

/** The locals that a condition reads, as variables. */
export function localsRead(variables: Variables, condition: StateExpression): number[] {
  const own = condition.kind === 'localOf' ? variables.numbersOf(condition.thread, condition.variable) : [];
  return [...own, ...partsOf(condition).flatMap((part) => localsRead(variables, part))];
}

export function partsOf(condition: StateExpression): readonly StateExpression[] {
  switch (condition.kind) {
    case 'constant':
    case 'at':
      return [];
    case 'memory':
    case 'localOf':
      return condition.index === null ? [] : [condition.index];
    case 'unary':
      return [condition.operand];
    case 'binary':
      return [condition.left, condition.right];
  }
}
