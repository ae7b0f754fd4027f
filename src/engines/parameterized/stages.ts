/**
 * Which small instances are explored, and when: cheap ones first.
 *
 * Most proofs need guesses, and most guesses need little to be good ones: two processes, without numbers and without data of
 * abstract sorts (german.ctc has 54,924 states with two processes, 750 without its data). So under sequential consistency the
 * search begins with an outline of two processes after a few cubes, and with a sample of their numbers. It goes on to the next
 * stage when a guess turns out to be wrong, or when the search does not close: data of two processes, then three processes.
 *
 * Where all that is not enough (`isLate`), four processes are sampled by random walks: most models need one process more than
 * their lemmas are about, and one that has a task of its own (the home of a cache line) takes up another.
 *
 * Under TSO an instance has to be complete in all the ways to lag before guesses are any good: there everything is explored at
 * once, and later. So it is when the number of processes is given.
 */
import type { NormalForm } from '../../models/array-system/normal-form.js';
import { type Exploration, storesNumbers } from './forward/explore.js';
import { hasData, type Mode } from './forward/layout.js';

export interface Explored {
  readonly mode: Mode;
  readonly processes: number;
  readonly limit: number;
}

export interface Stage {
  /** Cubes that are visited before, since the last stage. */
  readonly after: number;
  readonly instances: readonly Explored[];
}

/** So many cubes need no help; more, where numbers make the instances large. */
const FIRST = 12;
const FIRST_WITH_NUMBERS = 45;
/** And where what is unsafe is about more processes than the instances have: what they tell is seldom so. */
const FIRST_WITH_MANY = 300;
/** With guesses from fewer instances. Data are seldom worth their states. */
const BEFORE_DATA = 120;
const BEFORE_THREE = 60;
/** Numbers are followed in a share of the states, and at first in few. */
const FINDER_SHARE = 10;
const FEW_STATES = 5_000;

/** With guesses from all stages: so many cubes, or refuted guesses, and four processes are sampled. */
const LATE_CUBES = 400;
const LATE_RESTARTS = 3;
/** The share of a sample that is explored step by step. */
const SAMPLE_BASE = 10;

const SMALL = [2, 3];
const LARGEST = 3;
const MOST_INSTANCES = 5_000;
const MOST_PERMUTATIONS = 120;

/** Sizes of instances worth exploring: small ones, or the one in question when it is small enough. */
export function explorableSizes(form: NormalForm): number[] {
  const { processes } = form.system;
  if (processes === null) return SMALL;
  const instances = form.commands.reduce((sum, c) => sum + processes ** c.arity, 0);
  const permutations = form.usesOrder || form.usesConstants ? 1 : factorial(processes);
  if (instances <= MOST_INSTANCES && permutations <= MOST_PERMUTATIONS) return [processes];
  return form.usesConstants ? [] : SMALL.filter((n) => n < processes);
}

function factorial(n: number): number {
  return n <= 1 ? 1 : n * factorial(n - 1);
}

/** Everything at once. */
export function oneStage(form: NormalForm, after: number, maxStates: number): Stage[] {
  const sizes = explorableSizes(form);
  return [{ after, instances: [...finders(form, sizes, maxStates), ...oracles(sizes, maxStates)] }];
}

/** What is cheap first. */
export function severalStages(form: NormalForm, maxStates: number): Stage[] {
  const outline: Explored = { mode: 'outline', processes: 2, limit: maxStates };
  const numbers = finders(form, [2], Math.min(maxStates, FINDER_SHARE * FEW_STATES));
  const usual = storesNumbers(form) ? FIRST_WITH_NUMBERS : FIRST;
  const first = form.unsafe.some(({ arity }) => arity > LARGEST) ? FIRST_WITH_MANY : usual;
  const stages: Stage[] = [{ after: first, instances: [...numbers, outline] }];
  if (hasData(form)) stages.push({ after: BEFORE_DATA, instances: oracles([2], maxStates) });
  const three = [...finders(form, [2, 3], maxStates), ...oracles([3], maxStates)];
  stages.push({ after: BEFORE_THREE, instances: three });
  return stages;
}

/** The search has gone on for long with guesses from all stages, or these misled it. */
export function isLate(cubes: number, restarts: number): boolean {
  return cubes >= LATE_CUBES || restarts >= LATE_RESTARTS;
}

/** What is explored before walks begin. */
export function sampled(maxStates: number): Explored {
  return { mode: 'oracle', processes: LARGEST + 1, limit: Math.ceil(maxStates / SAMPLE_BASE) };
}

function finders(form: NormalForm, sizes: readonly number[], maxStates: number): Explored[] {
  if (!storesNumbers(form)) return [];
  return sizes.map((processes) => ({ mode: 'finder', processes, limit: Math.ceil(maxStates / FINDER_SHARE) }));
}

function oracles(sizes: readonly number[], limit: number): Explored[] {
  return sizes.map((processes) => ({ mode: 'oracle', processes, limit }));
}

/** Of the same processes and with less of the data, or of the same with fewer states. */
export function knowsLess({ layout: one }: Exploration, { layout: other }: Exploration): boolean {
  if (one.processes !== other.processes) return false;
  return one.mode === other.mode || (one.mode === 'outline' && other.mode === 'oracle');
}
