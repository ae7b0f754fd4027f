/**
 * Stale values: a thread reads a counter and then waits for the moment at which the counter is what it read, to increase it
 * (a compare-and-swap that blocks when it fails). Once the counter has moved on the thread waits for ever, and how far the
 * counter is away by then makes no difference. Without this the tickets of a lock would have infinitely many differences,
 * even up to shifts (`shift.ts`).
 *
 * A *counter* M is a shared integer that is never buffered (it is strong, or only atomic and other direct writes are to it),
 * so that all see the same value, and each of these writes no less than is there: `M + k`, or `r + k` where the guard begins
 * with `r == M`, and k is at least 0. A local integer r is *idle* at a location when every edge from there either has a guard
 * that begins with `r == M`, or does not use r and then assigns it or leads to where it is idle again (the largest set of
 * locations with this property). No condition looks at r.
 *
 * Take two states that differ in r alone, with r idle and less than M in both. What other threads do is the same in both and
 * keeps M above r. Of the thread's own edges those that wait for `r == M` are disabled in both, and the others do the same
 * in both: then the states are equal, or differ as before. So they have the same steps, the same violations at the same
 * distance, and the same full buffers, and one is enough: the one in which r is M - 1.
 */
import { type Cells, offsetOf } from '../../../models/program/cells.js';
import { expressionsOf, localsIn } from '../../../models/program/expression.js';
import { observedLocals } from '../../../models/program/liveness.js';
import type { Expression, Update } from '../../../models/program/model.js';
import { isDirect } from '../../../models/program/parts.js';
import type { SpecialEdge, SpecialProgram } from '../../../models/program/specialise.js';
import { binary, type Code, choose, get, ONE, type Statement, set, when, ZERO } from '../code/code.js';
import { readField } from '../expressions.js';
import type { Layout } from '../layout.js';
import { isField } from '../packing.js';
import { isAt } from './identity-fields.js';

/** A local that is compared with a counter and nothing else at some locations of its thread. */
interface StaleLocal {
  readonly thread: number;
  readonly local: number;
  /** The shared variable. */
  readonly counter: number;
  readonly idle: readonly number[];
}

export function staleLocals(special: SpecialProgram): StaleLocal[] {
  const counters = special.shared.variables.flatMap((_, variable) => (isCounter(special, variable) ? [variable] : []));
  return special.threads.flatMap(({ cells, edges }, thread) => {
    const observed = observedLocals(special, thread);
    return cells.variables.flatMap(({ sort, size }, local) => {
      if (sort.kind !== 'int' || size !== null || observed.has(local)) return [];
      return counters.flatMap((counter): StaleLocal[] => {
        const idle = idleLocations(edges, local, counter);
        const waits = edges.some((edge) => idle.includes(edge.from) && waitsFor(edge, local, counter));
        return waits ? [{ thread, local, counter, idle }] : [];
      });
    });
  });
}

function isCounter({ program, shared, constants, threads }: SpecialProgram, variable: number): boolean {
  const declared = shared.variables[variable];
  if (declared?.sort.kind !== 'int' || declared.size !== null) return false;
  if (constants[offsetOf(shared, variable)] !== null) return false;
  return threads.every(({ edges }) =>
    edges.every((edge) =>
      edge.updates
        .filter(({ target }) => target.kind === 'shared' && target.variable === variable)
        .every((update) => isDirect(program, edge, update) && keepsUp(edge, variable, update.value)),
    ),
  );
}

/** Whether the value is at least what the counter is before the edge. */
function keepsUp(edge: SpecialEdge, counter: number, value: Update['value']): boolean {
  if (value === 'any') return false;
  const added = value.kind === 'binary' && value.operator === '+' ? value : null;
  const by = added?.right.kind === 'constant' ? added.right.value : 0;
  const from = added?.right.kind === 'constant' ? added.left : value;
  if (by < 0) return false;
  if (isCounterItself(from, counter)) return true;
  return from.kind === 'local' && from.index === null && waitsFor(edge, from.variable, counter);
}

function isCounterItself(expression: Expression, counter: number): boolean {
  return expression.kind === 'shared' && expression.variable === counter && expression.index === null;
}

/** Whether the guard is false, before anything else is looked at, unless the local is what the counter is. */
function waitsFor({ guard }: SpecialEdge, local: number, counter: number): boolean {
  let first = guard;
  while (first?.kind === 'binary' && first.operator === '&&') first = first.left;
  if (first?.kind !== 'binary' || first.operator !== '==') return false;
  const isLocal = (part: Expression): boolean =>
    part.kind === 'local' && part.variable === local && part.index === null;
  const { left, right } = first;
  return (isLocal(left) && isCounterItself(right, counter)) || (isLocal(right) && isCounterItself(left, counter));
}

function idleLocations(edges: readonly SpecialEdge[], local: number, counter: number): number[] {
  const idle = new Set(edges.flatMap(({ from, to }) => [from, to]));
  const staysIdle = (edge: SpecialEdge): boolean => {
    if (waitsFor(edge, local, counter)) return true;
    const assigned = edge.updates.some(({ target }) => target.kind === 'local' && target.variable === local);
    return !uses(edge, local) && (assigned || idle.has(edge.to));
  };
  for (let before = -1; before !== idle.size; ) {
    before = idle.size;
    for (const edge of edges) if (!staysIdle(edge)) idle.delete(edge.from);
  }
  return [...idle];
}

function uses(edge: SpecialEdge, local: number): boolean {
  return expressionsOf(edge).some((expression) => localsIn(expression).includes(local));
}

/** Sets stale locals to one less than their counters, on the words of a state in place. Dead ones stay as they are. */
export function freshenWords(layout: Layout, stale: readonly StaleLocal[]): Statement[] {
  const { special, packing, live } = layout;
  return stale.flatMap(({ thread, local, counter, idle }) => {
    const cells = special.threads[thread]?.cells as Cells;
    const place = packing.locals[thread]?.[offsetOf(cells, local)];
    const counted = packing.memory[offsetOf(special.shared, counter)];
    if (place === undefined || counted === undefined || !isField(place) || !isField(counted)) return [];
    const alive = idle.filter((location) => live[thread]?.[location]?.has(local));
    const isIdle = isAt(layout, thread, alive) ?? ONE;
    const isLess: Code = binary('<', readField(place), readField(counted));
    const fresh = set(`s${place.word}`, binary('-', get(`s${counted.word}`), ONE));
    return [when(choose(isIdle, isLess, ZERO), [fresh])];
  });
}
