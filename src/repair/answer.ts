/** What a repair is asked and answers, and how the answer of a search is told in terms of the text. */

import type { Budget } from '../check/budget.js';
import { type FixOptions, LIBRARY_OPTIONS } from '../check/options.js';
import type { Note, Reason } from '../engines/remarks.js';
import type { Outcome } from '../evidence/outcome.js';
import { besides, partsOf } from '../languages/shared/bundle.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { MemoryModel, MemoryName } from '../memory/models.js';
import type { Trace, Why } from '../memory/trace.js';
import { insertAll, unifiedDiff } from './edits.js';
import type { Clause, Costs } from './hitting-set.js';
import type { SearchResult } from './search.js';
import type { TextPlace } from './text-places.js';

export type { FixOptions } from '../check/options.js';

export interface FixedPlace {
  readonly line: number;
  /** The file, where the text includes it. */
  readonly file?: string;
  readonly where: TextPlace['where'];
  readonly statement: string;
  /** The thread, process or transition that has it. */
  readonly thread: string;
  /** How many threads of the program pass it; null where there may be any number. */
  readonly threads: number | null;
  /** Which fence, where costs are given. */
  readonly fence?: 'full' | 'store';
}

export interface FixedSet {
  readonly places: readonly FixedPlace[];
  /** No set that does has fewer places, or costs less where costs are given. */
  readonly fewest: boolean;
  /** What it costs, where costs are given. */
  readonly cost?: number;
  /** The text with this set written into it, and how it differs. */
  readonly text: string;
  readonly diff: string;
}

/** What a check says. */
export type Checked = Pick<Outcome, 'verdict' | 'buffer' | 'perLocation' | 'counts' | 'reasons' | 'notes' | 'warnings'>;

export interface FixResult {
  readonly ok: true;
  readonly status: 'unneeded' | 'repaired' | 'unrepairable' | 'unknown';
  readonly memory: MemoryName;
  readonly with: 'fences' | 'store-fences' | 'atomic-writes';
  /** What was there to choose from. */
  readonly candidates: readonly FixedPlace[];
  /** The first has the fewest places, or costs least where costs are given. */
  readonly sets: readonly FixedSet[];
  /** Whether `sets` has all minimal sets. */
  readonly complete: boolean;
  /** Whether it is proved that no set has fewer places, or costs less: the method of the paper does not ask. */
  readonly minimal: 'proved' | 'not asked' | 'not proved';
  /** Every set of these places that does has at least so many, or costs at least so much where costs are given. */
  readonly lowerBound: number;
  /** Questions to the engine, and what its answers demand: one of these places each. */
  readonly iterations: number;
  readonly clauses: readonly Clause[];
  /** Of the check of the text of the first set; null when there is none. */
  readonly outcome: Checked | null;
  /** When it cannot be repaired: a run that is there whatever is done; one of SC where there is one. */
  readonly trace: Trace | null;
  /** When repaired: why the text as it is breaks. */
  readonly why?: Why;
  /** When unknown: why. */
  readonly reasons: readonly Reason[];
  readonly notes: readonly Note[];
  readonly seconds: number;
  readonly warnings: readonly Diagnostic[];
}

export type Fix = FixResult | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** What the search answers, before it is told in terms of the text. */
export interface Found {
  readonly text: string;
  readonly file: string;
  readonly memory: MemoryModel;
  readonly places: readonly TextPlace[];
  /** How many threads pass a place. */
  readonly threadsOf: (place: number) => number | null;
  readonly warnings: readonly Diagnostic[];
  readonly options: FixOptions;
  /** What each place costs; 1 unless given. */
  readonly costs?: Costs;
  readonly budget: Budget;
  /** Of the text with a set written into it. */
  readonly checkAgain: (text: string) => Promise<Checked>;
  /** A violation of the text as it is, under the memory it is repaired for; null when none is found. */
  readonly violation: () => Promise<Trace | null>;
  /** The same under SC; null when there is none. */
  readonly violationUnderSc: () => Promise<Trace | null>;
}

/** Of the text, and of each file that it includes. */
function diffOf(file: string, before: string, after: string): string {
  const parts = partsOf(before).map((part) => [part.file, before.slice(part.start, part.end)] as const);
  const changed = partsOf(after).map(({ start, end }) => after.slice(start, end));
  return parts
    .map(([other, text], number) =>
      unifiedDiff(other === null ? file : besides(file, other), text, changed[number] ?? ''),
    )
    .join('');
}

export async function tell<Run>(
  found: Found,
  result: SearchResult<Run>,
  traceOf: (run: Run) => Promise<Trace>,
  minimal: 'proved' | 'not asked' = 'proved',
): Promise<FixResult> {
  const { text, file, memory, places, options, budget, warnings } = found;
  const shown = places.map(({ line, file: other, where, statement, thread, fence }, number): FixedPlace => {
    const place = other === undefined ? { line } : { line, file: other };
    const kind = fence === undefined ? {} : { fence };
    return { ...place, where, statement, thread, threads: found.threadsOf(number), ...kind };
  });
  const base = {
    ok: true as const,
    memory: memory.name,
    with: options.with ?? ('fences' as const),
    candidates: shown,
    iterations: result.iterations,
    clauses: result.clauses,
    warnings,
  };
  const none = { sets: [], complete: false, outcome: null, trace: null, lowerBound: 0, reasons: [], notes: [] };
  const unproved = { ...base, ...none, minimal: 'not proved' as const };
  if (result.kind === 'unrepairable') {
    const sequential = await found.violationUnderSc();
    const why = sequential !== null ? 'under SC' : result.always ? 'always' : 'all sets tried';
    const trace = sequential ?? (await traceOf(result.run));
    const notes = [{ code: 'unrepairable', why } as const];
    return { ...unproved, status: 'unrepairable', trace, notes, seconds: budget.seconds };
  }
  if (result.kind === 'unknown') {
    const { reasons, lowerBound } = result;
    return { ...unproved, status: 'unknown', lowerBound, reasons, seconds: budget.seconds };
  }
  const { costs } = found;
  const costOf = (set: readonly number[]): number => set.reduce((sum, place) => sum + (costs?.(place) ?? 1), 0);
  const fewest = Math.min(...result.sets.map(costOf));
  const sets = result.sets.map((set): FixedSet => {
    const patch = set.flatMap((place) => places[place]?.patch ?? []);
    const patched = insertAll(text, patch);
    return {
      places: set.map((place) => shown[place] as FixedPlace),
      fewest: costOf(set) === fewest,
      ...(costs === undefined ? {} : { cost: costOf(set) }),
      text: patched,
      diff: diffOf(file, text, patched),
    };
  });
  const outcome = await found.checkAgain(sets[0]?.text ?? text);
  const lowerBound = minimal === 'proved' ? fewest : 0;
  const { complete } = result;
  const repaired = {
    ...base,
    sets,
    complete,
    minimal,
    lowerBound,
    outcome,
    trace: null,
    notes: [...result.notes, ...outcome.notes],
  };
  if (outcome.verdict !== 'holds') {
    const reasons = [{ code: 'not repaired', reasons: outcome.reasons } as const];
    return { ...repaired, status: 'unknown', reasons, seconds: budget.seconds };
  }
  if (fewest === 0) return { ...repaired, status: 'unneeded', reasons: [], seconds: budget.seconds };
  const why = (await found.violation())?.why;
  const broken = why === undefined ? {} : { why };
  return { ...repaired, status: 'repaired', ...broken, reasons: [], seconds: budget.seconds };
}

/** How many sets the search is asked for. */
export function setsWanted({ all, mostSets }: FixOptions): { readonly all: number } | Record<string, never> {
  return all === true ? { all: mostSets ?? LIBRARY_OPTIONS.mostSets.default } : {};
}
