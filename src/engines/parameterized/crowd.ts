/**
 * How many processes there can be: `init (i) { Leader = i }` is true of one process and of no more.
 *
 * Init speaks of all tuples of processes, so where so many have no initial state, more have none either. Then a state of so
 * many processes is unreachable, whatever it is: that is a cube without literals, which contains its pre-images and meets no
 * initial state. For it to be of use cubes must keep the processes that they say nothing of.
 */
import type { Literals } from '../../logic/literals.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';
import { Instantiation } from './instantiate.js';
import { Safety } from './safety.js';

/** Conditions that contradict each other are about few processes. */
const TRIED = [2, 3];

/** The least number that has no initial state, though one process has; null if those tried all have. */
export function crowdOf(form: NormalForm, literals: Literals): number | null {
  const safety = new Safety(literals, new Instantiation(literals), form);
  const nothing = { processes: 0, literals: new Int32Array(0), universals: [] };
  const isPossible = (processes: number) => safety.initialConjunction(nothing, processes) !== null;
  return isPossible(1) ? (TRIED.find((processes) => !isPossible(processes)) ?? null) : null;
}
