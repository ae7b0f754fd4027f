/** Expressions of threads and conditions on states as trees over the variables of a flat system; and the states that are bad. */
import { FALSE, type Formula, or, TRUE } from '../../logic/integer/formula.js';
import { leavesOf, mapLeaves } from '../../models/program/expression.js';
import type { Expression, Program, Read, StateExpression, StateRead } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import type { Bad } from './system.js';
import type { Evaluator, Known, KnownTree } from './values.js';
import type { Variables } from './variables.js';

export function expressionTree(variables: Variables, thread: number, expression: Expression): KnownTree {
  return mapLeaves<Read, Known>(expression, ({ kind, variable }, index) => {
    return { kind: 'cell', cells: variables.termsOf(kind === 'shared' ? null : thread, variable), index };
  });
}

/** `locations` is null for a condition that must not ask for them. */
export function conditionTree(
  variables: Variables,
  condition: StateExpression,
  locations: ArrayLike<number> | null,
): KnownTree {
  return mapLeaves<StateRead, Known>(condition, (leaf, index) => {
    if (leaf.kind !== 'at') {
      const cells = variables.termsOf(leaf.kind === 'memory' ? null : leaf.thread, leaf.variable);
      return { kind: 'cell', cells, index };
    }
    if (locations === null) throw new Error('a predicate speaks of locations');
    const isThere = leaf.locations.includes(locations[leaf.thread] as number);
    return { kind: 'truth', formula: isThere ? TRUE : FALSE };
  });
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
  return [...new Set(leavesOf(condition).flatMap((leaf) => (leaf.kind === 'at' ? [leaf.thread] : [])))];
}

/** The locals that a condition reads, as variables. */
export function localsRead(variables: Variables, condition: StateExpression): number[] {
  return leavesOf(condition).flatMap((leaf) =>
    leaf.kind === 'localOf' ? variables.numbersOf(leaf.thread, leaf.variable) : [],
  );
}
