/**
 * What is never so under sequential consistency, for a search under TSO to begin with.
 *
 * In the view machine memory is what the writes issued so far leave behind, and readers lag. If a process that lags has issued
 * nothing since the moment that it reads, it could have read then: the state is one of sequential consistency. Programs that are
 * right on TSO are mostly so for that reason, or because of a fence that makes it true. So the conditions of a proof under SC,
 * said of memory and local cells, are good roots for a search under TSO: what it adds is how each of them can come about late, and
 * that is said of one process at a time. Lemmas about queues, which are dear, are sought without lags.
 *
 * Nothing is taken for granted: a root that an initial state reaches is given up (search.ts), like any guess.
 */
import type { ArraySystem } from '../../../models/array-system/model.js';
import { normalForm, type StateCommand } from '../../../models/array-system/normal-form.js';
import type { Progress } from '../../engine.js';
import type { Answer } from '../question.js';

/** Cubes that the proof under SC may take. */
const MOST_CUBES = 2_000;

/** A search for the same under SC. */
export interface StrongSearch {
  run(): Generator<Progress, Answer>;
  counts(): Record<string, number>;
}

/** Conditions of the proof under SC; none if there is no proof within the limit, or one that counts. */
export function* strongConditions(
  search: StrongSearch,
  system: ArraySystem,
): Generator<Progress, readonly StateCommand[]> {
  const steps = search.run();
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    if ((search.counts().cubes as number) > MOST_CUBES) return [];
    yield step.value;
  }
  const answer = step.value;
  if (answer.verdict !== 'holds' || answer.invariant === null || answer.sums !== null) return [];
  const lemmas = answer.invariant.map((condition) => ({ ...condition, proved: false }));
  return normalForm({ ...system, lemmas }, true).lemmas;
}
