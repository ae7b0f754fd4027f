/**
 * Threads that never wait for others: at each of their locations some edge can be taken, whatever the others do. A write
 * that waits in a store buffer can always go to memory, so an edge that needs empty buffers is no reason to wait for ever.
 *
 * The test is one of the text: some edge has no guard, or the guards are true together whatever their comparisons are.
 */
import { isLeaf } from './expression.js';
import { negate } from './fold.js';
import type { Edge, Expression, Program } from './model.js';
import { edgesFrom, templateOf } from './parts.js';

/** Whether the thread may come to a location that it can only leave after others have done something. */
export function mayWaitForOthers(program: Program, thread: number): boolean {
  const template = templateOf(program, thread);
  const { locations, edges } = template;
  // An edge whose value does not fit is not taken, where the program says so.
  if (program.outOfRange === 'disabled') return edges.length > 0;
  return [...locations.keys()].some((location) => {
    const leaving = edgesFrom(template, location);
    return locations[location]?.waits === true || (leaving.length > 0 && !isAlwaysLeft(leaving));
  });
}

/** Combinations of comparisons that are tried. */
const MOST_ATOMS = 6;

function isAlwaysLeft(edges: readonly Edge[]): boolean {
  // An `await` that is false and writes as it looks is no way on, and neither is a round of a loop.
  const guards = edges.filter(({ retries, round }) => retries !== true && round !== true).map(({ guard }) => guard);
  if (guards.includes(null)) return true;
  const atoms = [...new Set(guards.flatMap((guard) => atomsOf(guard as Expression)))];
  if (atoms.length > MOST_ATOMS) return false;
  return Array.from({ length: 2 ** atoms.length }, (_, choice) => {
    const isTrue = (atom: string): boolean => ((choice >>> atoms.indexOf(atom)) & 1) === 1;
    return guards.some((guard) => holds(guard as Expression, isTrue));
  }).every((left) => left);
}

/** A comparison and its opposite are one atom, and which of the two this is. */
function atomOf(condition: Expression): { readonly atom: string; readonly is: boolean } {
  const [own, other] = [JSON.stringify(condition), JSON.stringify(negate(condition))];
  return own <= other ? { atom: own, is: true } : { atom: other, is: false };
}

function atomsOf(condition: Expression): string[] {
  if (isConnective(condition)) return [...atomsOf(condition.left), ...atomsOf(condition.right)];
  if (isNegation(condition)) return atomsOf(condition.operand);
  return condition.kind === 'constant' ? [] : [atomOf(condition).atom];
}

function holds(condition: Expression, isTrue: (atom: string) => boolean): boolean {
  if (isConnective(condition)) {
    const [left, right] = [holds(condition.left, isTrue), holds(condition.right, isTrue)];
    return condition.operator === '&&' ? left && right : left || right;
  }
  if (isNegation(condition)) return !holds(condition.operand, isTrue);
  if (condition.kind === 'constant') return condition.value !== 0;
  const { atom, is } = atomOf(condition);
  return isTrue(atom) === is;
}

function isConnective(condition: Expression): condition is Extract<Expression, { kind: 'binary' }> {
  return !isLeaf(condition) && condition.kind === 'binary' && ['&&', '||'].includes(condition.operator);
}

function isNegation(condition: Expression): condition is Extract<Expression, { kind: 'unary' }> {
  return !isLeaf(condition) && condition.kind === 'unary' && condition.operator === '!';
}
