/**
 * Conditions in which equal parts are one object. What is known of a part is then known of all conditions that it is in, by
 * looking at the object alone.
 */
import { children, withChildren } from '../../../models/program/expression.js';
import type { StateExpression } from '../../../models/program/model.js';

export function oneOfEach(conditions: readonly StateExpression[]): StateExpression[] {
  const known = new Map<string, StateExpression>();
  const numbers = new Map<StateExpression, number>();
  const one = (given: StateExpression): StateExpression => {
    const parts = children(given).map(one);
    const key = `${ownKey(given)} ${parts.map((part) => numbers.get(part)).join(' ')}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = parts.length === 0 ? given : withChildren(given, parts);
    known.set(key, made);
    numbers.set(made, numbers.size);
    return made;
  };
  return conditions.map(one);
}

/** All of a node but its parts. */
function ownKey(node: StateExpression): string {
  switch (node.kind) {
    case 'constant':
      return `${node.value}`;
    case 'at':
      return `at ${node.thread} ${[...node.locations].join()}`;
    case 'memory':
      return `memory ${node.variable}`;
    case 'localOf':
      return `local ${node.thread} ${node.variable}`;
    case 'unary':
      return `unary ${node.operator}`;
    case 'binary':
      return node.operator;
    case 'conditional':
      return '?';
  }
}
