/** A repair for people and for programs: which places, why no fewer, and the patch. */
import type { Counts } from '../engines/engine.js';
import type { Outcome, Verdict } from '../evidence/outcome.js';
import type { SpellOption } from '../languages/shared/help.js';
import type { MemoryName } from '../memory/models.js';
import type { FixedPlace, FixedSet, FixResult } from '../repair/answer.js';
import {
  type JsonObject,
  type JsonRemarks,
  type JsonWarning,
  jsonRemarks,
  jsonSeconds,
  jsonWarnings,
  SCHEMA,
} from './json.js';
import { DASHED, remarkText } from './remarks.js';
import type { Style } from './style.js';
import { traceLines } from './trace.js';
import { OF_CHECK, warningLines } from './warnings.js';
import { sentenceLines, whySentences } from './why.js';
import { bufferScope, memoryName, plural, seconds } from './words.js';

export interface FixTextOptions {
  readonly style: Style;
  readonly width: number;
  /** The headline and the places alone. */
  readonly quiet: boolean;
  /** As on the command line unless given. */
  readonly spell?: SpellOption;
}

const THINGS = {
  fences: ['fence', 'fences'],
  'store-fences': ['store fence', 'store fences'],
  'atomic-writes': ['atomic write', 'atomic writes'],
} as const;

function things(result: FixResult, count: number): string {
  const [one, many] = THINGS[result.with];
  return plural(count, one, many);
}

/** A fence that is written as a stronger order of a store that is there. */
function isOrder(result: FixResult, { where }: FixedPlace): boolean {
  return where === 'at' && result.with !== 'atomic-writes';
}

/** `1 full fence and 2 store fences (cost 4)` where there are both kinds to choose from. */
function made(result: FixResult, { places, cost }: Pick<FixedSet, 'places' | 'cost'>): string {
  const orders = places.filter((place) => isOrder(result, place)).length;
  if (cost === undefined && orders > 0) {
    const fences = places.length - orders;
    return [plural(orders, 'stronger order'), ...(fences === 0 ? [] : [things(result, fences)])].join(' and ');
  }
  if (cost === undefined) return things(result, places.length);
  const kinds = (['full', 'store'] as const).flatMap((kind) => {
    const count = places.filter(({ fence }) => fence === kind).length;
    return count === 0 ? [] : [plural(count, `${kind} fence`, `${kind} fences`)];
  });
  return `${kinds.join(' and ')} (cost ${cost})`;
}

function headline(file: string, result: FixResult, { bold, good, bad, doubtful }: Style): string {
  // A bound that was asked for is part of the answer.
  const bound = typeof result.outcome?.buffer === 'number' ? bufferScope(result.outcome) : '';
  const under = `under ${memoryName(result.memory)}${bound}`;
  const [first] = result.sets;
  switch (result.status) {
    case 'unneeded':
      return `${bold(file)}: ${good('right as it is')} ${under}`;
    case 'repaired': {
      const less = first?.cost === undefined ? 'no fewer' : 'nothing cheaper';
      const fewest = result.minimal === 'proved' ? `, and ${less} will do` : '';
      const places = first?.places ?? [];
      const total = places.reduce((sum, { threads }) => sum + (threads ?? 1), 0);
      const all = total === places.length ? '' : ` (${total} over all threads)`;
      return `${bold(file)}: ${good('repaired')} ${under}${bound === '' ? '' : ','} by ${made(result, first ?? { places })}${all}${fewest}`;
    }
    case 'unrepairable':
      return `${bold(file)}: ${bad('not repaired')} ${under}: no ${THINGS[result.with][1]} will do`;
    case 'unknown':
      return `${bold(file)}: ${doubtful('unknown')} ${under}`;
  }
}

function placeLine({ line, file, where, statement, thread, threads, fence }: FixedPlace): string {
  const who = threads === null || threads === 1 ? thread : `${thread}, each of ${threads} threads`;
  const place = `line ${line}${file === undefined ? '' : ` of ${file}`}`;
  return `${fence === undefined ? '' : `${fence} fence `}${where} ${place} (${who}): ${statement}`;
}

function setLines(result: FixResult): string[] {
  if (result.status !== 'repaired') return [];
  if (result.sets.length === 1) return (result.sets[0]?.places ?? []).map(placeLine);
  const all = result.complete ? 'all minimal sets' : 'minimal sets, perhaps not all';
  return [
    `${plural(result.sets.length, 'set')}, ${all}:`,
    ...result.sets.flatMap((set, number) => [
      `${number + 1}. ${made(result, set)}${set.fewest ? '' : ', more than needed'}`,
      ...set.places.map((place) => `   ${placeLine(place)}`),
    ]),
  ];
}

function checkedAgain({ outcome, status }: FixResult): string[] {
  if (outcome === null) return [];
  const what = status === 'repaired' ? 'the repaired text was checked again' : 'checked as it is';
  return [`${what}: ${outcome.verdict}${bufferScope(outcome)}`, ...warningLines(outcome, OF_CHECK)];
}

function effort(result: FixResult): string {
  const candidates = plural(result.candidates.length, 'place');
  const asked = plural(result.iterations, 'question');
  return `${seconds(result.seconds)}: ${candidates} to choose from, ${asked} to the engine`;
}

const UNPROVED = {
  'not asked': 'the method of the paper looks for a repair, not for the fewest',
  'not proved': 'it is not proved that they do not',
} as const;

export function fixText(file: string, result: FixResult, options: FixTextOptions): string {
  const { style, width, quiet, spell = DASHED } = options;
  const { minimal, lowerBound, status } = result;
  const doubt = status === 'repaired' && minimal !== 'proved' ? [`fewer may do: ${UNPROVED[minimal]}`] : [];
  const priced = result.candidates.some(({ fence }) => fence !== undefined);
  const least = priced
    ? `every repair costs at least ${lowerBound}`
    : `at least ${things(result, lowerBound)} are needed`;
  const bound = status === 'unknown' && lowerBound > 0 ? [least] : [];
  const remark = remarkText(result, spell);
  const reason = remark === null ? [] : [`${status === 'unknown' ? 'reason' : 'note'}: ${remark}`];
  const [first] = result.sets;
  const diff = quiet || first === undefined || first.diff === '' ? [] : first.diff.trimEnd().split('\n');
  const trace = quiet || result.trace === null ? [] : traceLines(result.trace, style, width - 2, 'threads', true);
  const lines = [
    ...(quiet ? [] : [style.dim(effort(result))]),
    ...(quiet ? [] : sentenceLines(result, width - 2)),
    ...setLines(result),
    ...doubt,
    ...bound,
    ...(quiet ? [] : checkedAgain(result)),
    ...reason,
    ...diff,
    ...trace,
  ];
  return [headline(file, result, style), ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Where fences or atomic writes must go. */
export interface JsonFix extends JsonRemarks, JsonObject {
  readonly status: FixResult['status'];
  readonly memory: MemoryName;
  /** What may be inserted. */
  readonly with: FixResult['with'];
  /** Whether it is proved that no set has fewer places, or costs less where costs are given. */
  readonly minimal: FixResult['minimal'];
  /** Every set that does has at least so many places, or costs at least so much where costs are given. */
  readonly lowerBound: number;
  /** Whether `sets` has all minimal sets. */
  readonly complete: boolean;
  /** The first has the fewest places, or costs least where costs are given. */
  readonly sets: readonly FixedSet[];
  /** The places that there were to choose from. */
  readonly candidates: readonly FixedPlace[];
  /** What the counterexamples demand, each one of some places, which are positions in `candidates`. */
  readonly clauses: FixResult['clauses'];
  /** Questions to the engine. */
  readonly iterations: number;
  /** What a check of the text of the first set says; null when there is no set. */
  readonly outcome: JsonChecked | null;
  /** When repaired: why the text breaks as it is, in sentences; empty where that is not known. */
  readonly why: readonly string[];
  readonly seconds: number;
}

/** What a check of a repaired text says. */
export interface JsonChecked extends JsonRemarks {
  readonly verdict: Verdict;
  readonly buffer: Outcome['buffer'];
  readonly counts: Counts;
  /** As of a check; null where they are not known. */
  readonly warnings: readonly JsonWarning[] | null;
}

export function jsonFix(file: string, result: FixResult): JsonFix {
  const { outcome } = result;
  return {
    schema: SCHEMA,
    file,
    status: result.status,
    memory: result.memory,
    with: result.with,
    minimal: result.minimal,
    lowerBound: result.lowerBound,
    complete: result.complete,
    sets: result.sets,
    candidates: result.candidates,
    clauses: result.clauses,
    iterations: result.iterations,
    outcome:
      outcome === null
        ? null
        : {
            verdict: outcome.verdict,
            buffer: outcome.buffer,
            counts: outcome.counts,
            warnings: jsonWarnings(outcome.warnings),
            ...jsonRemarks(outcome),
          },
    ...jsonRemarks(result),
    why: whySentences(result.why, result.memory),
    seconds: jsonSeconds(result.seconds),
  };
}
