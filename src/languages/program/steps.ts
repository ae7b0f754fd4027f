/**
 * Steps as they come out of `compose.ts`, before they are edges: joining those of two sides, and what is said of them.
 */

import { sameTree } from '../../models/program/expression.js';
import { negate } from '../../models/program/fold.js';
import type { Expression, Place } from '../../models/program/model.js';
import type { Writes } from './writes.js';

export interface Piece {
  readonly text: string;
  readonly weak: boolean;
  readonly atomic: boolean;
}

export type Goal =
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'failure'; readonly message: string; readonly labels: readonly string[] }
  /** An `assume` that turned out false after something had happened. */
  | { readonly kind: 'stuck'; readonly labels: readonly string[] };

export interface Step {
  readonly guard: readonly Expression[];
  readonly writes: Writes;
  /** It is more than local work. */
  readonly accesses: boolean;
  readonly goal: Goal;
  /** It ends where it had come to before anything had happened: what can be done from there can be done from here. */
  readonly returns: boolean;
  /** An `await` was false on its way. */
  readonly retries: boolean;
  /** It stays in a loop that has a way out. */
  readonly round: boolean;
  readonly fence: boolean;
  readonly storeFence: boolean;
  readonly atomic: boolean;
  readonly pieces: readonly Piece[];
  /** Of the access, or else of the first statement. */
  readonly place: Place;
  /** The nodes that it comes to where statements begin; where it stands for several paths, those of all. */
  readonly begun: ReadonlySet<number>;
}

/**
 * The steps under a condition. One that asks for the opposite later does not happen; the same asked again is asked once. (What
 * fails when it is evaluated is still there: a step that asks for the opposite has a twin that does not.)
 */
export function guarded(condition: Expression, steps: readonly Step[]): Step[] {
  const opposite = negate(condition);
  return steps
    .filter(({ guard }) => !guard.some((other) => sameTree(other, opposite)))
    .map((step) => {
      const others = step.guard.filter((other) => !sameTree(other, condition));
      return { ...step, guard: [condition, ...others] };
    });
}

/** What a step does, whatever is said of it. */
function keyOf({ guard, writes, accesses, goal, returns, fence, storeFence, atomic }: Step): string {
  // Without an access only ghosts are written, of what is shared.
  const isAccess = accesses && writes.some(({ kind }) => kind === 'shared');
  return JSON.stringify([guard, writes, isAccess, goal, returns, fence, storeFence, atomic]);
}

/** Two paths that do the same. */
function mergedWays(one: Step, other: Step): Pick<Step, 'begun' | 'retries' | 'round'> {
  return {
    begun: new Set([...one.begun, ...other.begun]),
    retries: one.retries && other.retries,
    round: one.round && other.round,
  };
}

export function unique(steps: readonly Step[]): Step[] {
  if (steps.length < 2) return [...steps];
  const known = new Map<string, Step>();
  for (const step of steps) {
    const twin = known.get(keyOf(step));
    known.set(keyOf(step), twin === undefined ? step : { ...twin, ...mergedWays(twin, step) });
  }
  return [...known.values()];
}

/** The steps of both sides of a condition; those that both have do not depend on it. */
export function joined(
  condition: Expression,
  whenTrue: readonly Step[],
  whenFalse: readonly Step[],
  separate: boolean,
): Step[] {
  const others = new Map(whenFalse.map((step) => [keyOf(step), step]));
  const both: Step[] = [];
  const onlyTrue: Step[] = [];
  for (const step of whenTrue) {
    const twin = separate ? undefined : others.get(keyOf(step));
    if (twin === undefined) {
      onlyTrue.push(step);
    } else {
      others.delete(keyOf(step));
      const pieces = step.pieces.filter(({ text }) => twin.pieces.some((piece) => piece.text === text));
      both.push({ ...step, pieces, ...mergedWays(step, twin) });
    }
  }
  return [...guarded(condition, onlyTrue), ...guarded(negate(condition), [...others.values()]), ...both];
}

/** Another step asks the same and goes on when the last answer is the other one: it fails whenever this one does. */
export function hasOpposite({ guard }: Step, steps: readonly Step[]): boolean {
  const last = guard.at(-1);
  if (last === undefined) return false;
  const opposite = [...guard.slice(0, -1), negate(last)];
  return steps.some((other) => opposite.every((condition, i) => sameTree(condition, other.guard[i] ?? null)));
}

/** The same, or what is tested: `x; if x`, `f(); if not (f())`. */
function isPartOf(text: string, next: string): boolean {
  return text === next || (/^(if|while|end while|assert) ?/.test(next) && next.includes(text) && /\W/.test(text));
}

const LONGEST_TEXT = 160;

/** The statements of a step. A weak one (a load, `skip`) is left out when the statement it belongs to comes later. */
export function textOf(pieces: readonly Piece[]): string {
  let lastStrong = -1;
  for (const [position, { weak }] of pieces.entries()) if (!weak) lastStrong = position;
  const strong = pieces.filter(({ weak }, position) => !weak || position > lastStrong);
  // A load, and then the statement that it is part of.
  const kept = strong.filter(({ text, atomic }, position) => {
    const next = strong[position + 1];
    return next === undefined || next.atomic !== atomic || !isPartOf(text, next.text);
  });
  const parts: string[] = [];
  for (let i = 0; i < kept.length; i++) {
    if (kept[i]?.atomic !== true) {
      parts.push(kept[i]?.text ?? '');
      continue;
    }
    const inner: string[] = [];
    for (; kept[i]?.atomic === true; i++) inner.push(kept[i]?.text ?? '');
    i--;
    parts.push(`atomic { ${inner.join('; ')} }`);
  }
  const text = parts.length === 0 ? 'skip' : parts.join('; ');
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`;
}
