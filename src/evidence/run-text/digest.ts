/**
 * Which model a run is of: a digest of what its steps mean, without what is asked of it. So a run can be judged by another
 * property of the same text, and comments, layout and words make no difference.
 */

import type { ArraySystem } from '../../models/array-system/model.js';
import { digestOf, systemDigest } from '../../models/digest.js';
import type { Program } from '../../models/program/model.js';
import { MODEL_DIGITS } from './text.js';

/** And marks for threads that wait: they change no step. */
const WORDS: ReadonlySet<string> = new Set(['place', 'text', 'failure', 'labels', 'coverage', 'spelling', 'round']);

export function programBehaviour({ shared, templates, threads, outOfRange, apart, wraps }: Program): string {
  const digest = digestOf({ shared, templates, threads, outOfRange, apart, wraps }, (name, value) =>
    WORDS.has(name) ? undefined : value,
  );
  return digest.slice(0, MODEL_DIGITS);
}

export function systemBehaviour(system: ArraySystem): string {
  return systemDigest({ ...system, unsafe: [], invariants: [], processes: null }).slice(0, MODEL_DIGITS);
}
