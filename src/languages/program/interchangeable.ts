/**
 * Instance variables of a condition that can be exchanged: `never T(a)@cs && T(b)@cs` says the same of (0, 1) as of (1, 0).
 * Then only choices with a before b are looked at: of five such variables and 24 threads 42,504 instead of 5,100,480.
 *
 * Two variables can be exchanged if they stand at the same places and the condition, with one written for the other, has the
 * same parts joined by `&&`. That is told from the text, so some that can be exchanged are not found. A part that may have
 * no value (a division, an index) can count or not count by where it stands; conditions with such parts are left as they are.
 */
import type { InstanceVariable, PlannedCondition, Resolved } from './plan.js';

const ALWAYS_WITH_VALUE: ReadonlySet<string> = new Set(['&&', '||', '==', '!=', '<', '<=', '>', '>=']);

/** For each variable one before it that it comes after, in order; or null. */
export function orderedAfter({ condition, variables }: PlannedCondition): readonly (string | null)[] {
  const parts = variables.length < 2 || !hasValue(condition) ? null : conjuncts(condition);
  const original = parts === null ? '' : keyOf(parts, new Map());
  return variables.map((variable, number) => {
    if (parts === null) return null;
    const other = variables.slice(0, number).findLast((before) => {
      const swap = new Map([
        [before.name, variable.name],
        [variable.name, before.name],
      ]);
      return samePlaces(before, variable) && keyOf(parts, swap) === original;
    });
    return other?.name ?? null;
  });
}

function hasValue(expression: Resolved): boolean {
  switch (expression.kind) {
    case 'constant':
    case 'count':
    case 'instanceVariable':
    case 'at':
      return true;
    case 'local':
    case 'locked':
      return false;
    case 'shared':
    case 'localOf':
      return expression.index === null;
    case 'unary':
      return expression.operator === '!' && hasValue(expression.operand);
    case 'binary':
      return ALWAYS_WITH_VALUE.has(expression.operator) && hasValue(expression.left) && hasValue(expression.right);
    case 'conditional':
      return false;
  }
}

function conjuncts(expression: Resolved): Resolved[] {
  if (expression.kind !== 'binary' || expression.operator !== '&&') return [expression];
  return [...conjuncts(expression.left), ...conjuncts(expression.right)];
}

function samePlaces(a: InstanceVariable, b: InstanceVariable): boolean {
  const shown = ({ positions }: InstanceVariable): string =>
    positions.map(({ thread, argument }) => `${thread},${argument}`).join(';');
  return shown(a) === shown(b);
}

/** The parts in any order, with other names for variables; what only traces show is left out. */
function keyOf(parts: readonly Resolved[], names: ReadonlyMap<string, string>): string {
  const shown = (key: string, value: unknown): unknown => {
    if (key === 'text') return undefined;
    return key === 'variable' && typeof value === 'string' ? (names.get(value) ?? value) : value;
  };
  return parts
    .map((part) => JSON.stringify(part, shown))
    .sort()
    .join('&&');
}
