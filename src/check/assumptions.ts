/**
 * The `invariant` declarations of an array system. They are assumptions: an answer by cubes rests on them. On request each
 * is proved or refuted first, as a property of its own and without the others' help: what is proved is no assumption.
 */
import type { Counts } from '../engines/engine.js';
import type { Question } from '../engines/question.js';
import type { Note } from '../engines/remarks.js';
import { hasBuffers } from '../memory/models.js';
import type { ArraySystem } from '../models/array-system/model.js';
import { showProperty } from '../models/array-system/show.js';
import type { Answered, Asking } from './ask.js';
import { ask } from './ask.js';

export interface Assumptions {
  /** What the answer still rests on. */
  readonly assumed: readonly string[];
  readonly notes: readonly Note[];
  /** One of them is reachable: that is the answer. */
  readonly broken: Answered | null;
  readonly counts: Counts;
}

/** Counts that are the largest seen, not a sum. */
const LARGEST = new Set(['depth', 'processes']);

export function addCounts(one: Counts, other: Counts): Counts {
  const sum: Record<string, number> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = sum[name] ?? 0;
    sum[name] = LARGEST.has(name) ? Math.max(before, value) : before + value;
  }
  return sum;
}

/** All of them assumed. */
export function assumptionsOf({ invariants }: ArraySystem): Assumptions {
  const assumed = invariants.map((invariant) => showProperty('invariant', invariant));
  return { assumed, notes: [], broken: null, counts: {} };
}

export async function checkAssumptions(system: ArraySystem, question: Question, asking: Asking): Promise<Assumptions> {
  const [assumed, proved]: [string[], string[]] = [[], []];
  let counts: Counts = {};
  const asked = async (alone: ArraySystem, anyMoment: boolean): Promise<Answered> => {
    const hints = { ...question.hints, ...(anyMoment ? { anyMoment } : {}) };
    const answered = await ask({ ...question, model: { kind: 'system', system: alone }, hints }, asking);
    if ('refused' in answered) throw new Error(`an assumption is not asked: ${answered.refused.message}`);
    counts = addCounts(counts, answered.counts);
    return answered;
  };
  for (const [position, invariant] of system.invariants.entries()) {
    const named = { ...invariant, name: invariant.name ?? `invariant[${position + 1}]` };
    const alone: ArraySystem = { ...system, invariants: [], unsafe: [named] };
    let found = await asked(alone, true);
    // Used as an assumption it speaks of all that is still to be read; as a state it may be reached all the same.
    if (found.verdict === 'unknown' && hasBuffers(question.memory)) {
      const reached = await asked(alone, false);
      if (reached.verdict === 'violated') found = reached;
    }
    const shown = showProperty('invariant', invariant);
    if (found.verdict === 'violated') {
      const note: Note = { code: 'assumption broken', invariant: shown, line: invariant.place.line };
      return { assumed: [], notes: [note], broken: found, counts };
    }
    (found.verdict === 'unknown' ? assumed : proved).push(shown);
  }
  return {
    assumed,
    notes: proved.length === 0 ? [] : [{ code: 'proved too', invariants: proved }],
    broken: null,
    counts,
  };
}
