/** Why SC does not allow a run, for programs: the cycle, the writes that were late on it, the sentences, and where fences go. */
import type { Relation } from '../memory/event-graph.js';
import type { MemoryName } from '../memory/models.js';
import type { CycleDelay, CycleEvent, WeakCycle, Why } from '../memory/trace.js';
import { type FenceAs, fencePlaces, fenceSentence, whySentences } from './why.js';

/** From an event of the cycle to the next one; both are positions in its events. */
export interface JsonCycleEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: Relation;
  /** The cell that they communicate by; null for the order of a program, or of a step. */
  readonly cell: string | null;
}

/** A write that may still be in its store buffer when what comes next on the cycle takes effect. */
export interface JsonDelay extends CycleDelay {
  readonly sentence: string;
}

/** Fences that together forbid the execution. */
export interface JsonFences {
  /** `after line 22`. */
  readonly places: readonly string[];
  readonly sentence: string;
}

/** Events that SC puts each before the next and the last before the first, which cannot be: so SC forbids the run. */
export interface JsonCycle {
  readonly events: readonly CycleEvent[];
  readonly edges: readonly JsonCycleEdge[];
  /** The first was late in this run. */
  readonly delays: readonly JsonDelay[];
  /** False when other orders of the writes that never reached memory have other cycles. */
  readonly certain: boolean;
  /** What SC could have shown to the read that overtook the first write; null where it is not known. */
  readonly shown: WeakCycle['shown'];
  /** Null where fences do not help. */
  readonly fences: JsonFences | null;
}

export function jsonWhy(
  why: Why | undefined,
  memory: MemoryName,
  as: FenceAs,
): { readonly cycle: JsonCycle | null; readonly why: readonly string[] } {
  const sentences = whySentences(why, memory);
  return { cycle: why?.kind === 'cycle' ? jsonCycle(why, sentences, as) : null, why: sentences };
}

function jsonCycle(cycle: WeakCycle, sentences: readonly string[], as: FenceAs): JsonCycle {
  const { events, edges, delays, certain, shown } = cycle;
  const sentence = fenceSentence(cycle, as);
  return {
    events,
    edges: edges.map(({ relation, cell }, from) => ({ from, to: (from + 1) % edges.length, kind: relation, cell })),
    delays: delays.map((delay, number) => ({ ...delay, sentence: sentences[number] as string })),
    certain,
    shown,
    fences: sentence === null ? null : { places: fencePlaces(cycle, as), sentence },
  };
}
