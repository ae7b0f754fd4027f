/**
 * The loop of Barnat, Brim and Havel (LTL model checking of parallel programs with under-approximated TSO memory model,
 * 2012, section IV), to compare with: one atomic write after the other, none ever taken back.
 *
 * A *hazard interval* of a run is the time from a step that writes X into its buffer to the drain that brings this write to
 * memory; a write that is never drained is late to the end of the run. An *inconsistent access* to it is a step of another
 * thread in between that reads or writes X. The interval with the most inconsistent accesses is mended: its write becomes
 * atomic. The paper leaves open what happens when several have as many (chosen at random there: the first one of the run
 * here), and when no interval has one (the longest is taken here, so that the loop goes on as long as something was late).
 * Of a lasso, prefix and cycle count once: a write that is drained in the next round is late to the end.
 * A run without hazard interval is one of SC, and nothing here can forbid it.
 *
 * The result is a repair, not a smallest one: `search.ts` finds those.
 */
import { traceOf } from '../evidence/replay.js';
import type { Trace } from '../memory/trace.js';
import type { Program } from '../models/program/model.js';
import { edgeAt, templateOf, threadAt } from '../models/program/parts.js';
import type { ProgramPlace } from './places.js';
import type { FoundRun, Variant } from './program-oracle.js';
import type { Oracle, SearchResult } from './search.js';

interface HazardInterval {
  /** The step that writes, counted from 1; the drain, or one more than there are steps. */
  readonly write: number;
  readonly drain: number;
  readonly cell: string;
  /** Steps of other threads that read or write the cell in between. */
  readonly inconsistent: readonly number[];
}

export function hazardIntervals({ steps }: Trace): HazardInterval[] {
  return steps.flatMap((step, position) => {
    if (step.kind !== 'transition') return [];
    const write = position + 1;
    return step.buffered.map(({ cell }): HazardInterval => {
      const found = steps.findIndex(
        (other) =>
          other.kind === 'drain' && other.write === write && other.writes.some((written) => written.cell === cell),
      );
      const drain = found < 0 ? steps.length + 1 : found + 1;
      const inconsistent = steps.flatMap((other, at) => {
        if (other.kind !== 'transition' || other.actor === step.actor || at + 1 <= write || at + 1 >= drain) return [];
        const touched = [...other.reads, ...other.buffered, ...other.changes];
        return touched.some((access) => access.cell === cell) ? [at + 1] : [];
      });
      return { write, drain, cell, inconsistent };
    });
  });
}

/** The interval to mend; null when there is none. */
export function worstInterval(intervals: readonly HazardInterval[]): HazardInterval | null {
  const rank = ({ inconsistent, write, drain }: HazardInterval): number =>
    inconsistent.length > 0 ? 1 + inconsistent.length : 1 - 1 / (drain - write + 1);
  return intervals.reduce<HazardInterval | null>(
    (worst, interval) => (worst === null || rank(interval) > rank(worst) ? interval : worst),
    null,
  );
}

/** The places of the variants are writes. */
export async function mendHazards<Run extends FoundRun>(
  oracle: Pick<Oracle<Run>, 'ask'>,
  variants: readonly Variant[],
): Promise<SearchResult<Run>> {
  const places: number[] = [];
  for (let iterations = 1; ; iterations++) {
    const answer = await oracle.ask(places);
    const counts = { iterations, clauses: [] };
    if (answer.verdict === 'holds') {
      const set = places.toSorted((one, other) => one - other);
      return { kind: 'repaired', sets: [set], complete: false, notes: [], ...counts };
    }
    if (answer.verdict === 'unknown') return { kind: 'unknown', reasons: answer.reasons, lowerBound: 0, ...counts };
    const { run } = answer;
    const worst = worstInterval(hazardIntervals(await traceOf(run.evidence)));
    if (worst === null) return { kind: 'unrepairable', run, places, always: true, ...counts };
    const place = placeOf(variants[run.variant] as Variant, run, worst);
    if (place < 0 || places.includes(place)) throw new Error(`the write of ${worst.cell} is no place`);
    places.push(place);
  }
}

function placeOf({ program, places }: Variant, { run }: FoundRun, { write, cell }: HazardInterval): number {
  const step = run.steps[write - 1];
  if (step?.kind !== 'edge') throw new Error('a drain writes nothing into a buffer');
  const { template } = threadAt(program, step.thread);
  const { updates } = edgeAt(templateOf(program, step.thread), step.edge);
  return places.findIndex(
    (place: ProgramPlace) =>
      place.kind === 'write' &&
      place.edges.some((reference) => {
        const target = updates[reference.update]?.target;
        return (
          reference.template === template &&
          reference.edge === step.edge &&
          target !== undefined &&
          nameOf(program, target.variable) === cell.replace(/\[.*$/s, '')
        );
      }),
  );
}

function nameOf({ shared }: Program, variable: number): string {
  return shared[variable]?.name ?? '';
}
