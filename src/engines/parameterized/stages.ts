/**
 * Which small instances are explored, and when: cheap ones first.
 *
 * Most proofs need guesses, and most guesses need little to be good ones: two processes, without numbers and without data of
 * abstract sorts (german.ctc has 54,924 states with two processes, 750 without its data). So under sequential consistency the
 * search begins with an outline of two processes after a few cubes. It goes on to the next stage when a guess turns out to be
 * wrong, or when the search does not close: data and numbers of two processes, then three processes.
 *
 * Under TSO an instance has to be complete in all the ways to lag before guesses are any good: there everything is explored at
 * once, and later. So it is when the number of processes is given.
 */
import type { NormalForm } from '../../models/array-system/normal-form.js';
import { storesNumbers } from './forward/explore.js';
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

/** So many cubes need no help. */
const FIRST = 12;
/** With guesses from fewer instances. */
const LATER = 60;
/** Numbers are followed in a share of the states. */
const FINDER_SHARE = 10;

/** Everything at once. */
export function oneStage(form: NormalForm, sizes: readonly number[], after: number, maxStates: number): Stage[] {
  return [{ after, instances: [...finders(form, sizes, maxStates), ...oracles(sizes, maxStates)] }];
}

/** What is cheap first. */
export function severalStages(form: NormalForm, maxStates: number): Stage[] {
  const outline: Explored = { mode: 'outline', processes: 2, limit: maxStates };
  const stages: Stage[] = [{ after: FIRST, instances: [outline] }];
  if (hasData(form) || storesNumbers(form)) {
    const instances = [...finders(form, [2], maxStates), ...(hasData(form) ? oracles([2], maxStates) : [])];
    stages.push({ after: LATER, instances });
  }
  stages.push({ after: LATER, instances: [...finders(form, [3], maxStates), ...oracles([3], maxStates)] });
  return stages;
}

function finders(form: NormalForm, sizes: readonly number[], maxStates: number): Explored[] {
  if (!storesNumbers(form)) return [];
  return sizes.map((processes) => ({ mode: 'finder', processes, limit: Math.ceil(maxStates / FINDER_SHARE) }));
}

function oracles(sizes: readonly number[], limit: number): Explored[] {
  return sizes.map((processes) => ({ mode: 'oracle', processes, limit }));
}
