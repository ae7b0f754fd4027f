/**
 * Why a run is there that SC does not allow, in sentences: which write was still in its store buffer when what happened, and where
 * a fence forbids it. Then the events of the cycle, line by line. Pure text from data, for every report.
 */
import type { Outcome } from '../evidence/outcome.js';
import type { Relation } from '../memory/event-graph.js';
import type { MemoryName } from '../memory/models.js';
import type { CycleDelay, CycleEvent, Trace, WeakCycle, Why } from '../memory/trace.js';
import { shortLine } from '../models/program/place.js';
import type { Style } from './style.js';
import { type Column, columnWidths, tableRow, wrap } from './table.js';
import { memoryName } from './words.js';

/** Who wrote the text decides how a fence is written. */
export type FenceAs = 'statement' | 'guard';

export function fenceAs(actors: Outcome['actors']): FenceAs {
  return actors === 'threads' ? 'statement' : 'guard';
}

/** How an event comes before the next one. */
export const MEANINGS: Readonly<Record<Relation, string>> = {
  po: 'then',
  rf: 'seen by',
  co: 'overwritten by',
  fr: 'not yet overwritten by',
  fence: 'then',
  atom: 'in one step with',
};

const MOST_VALUES = 3;
const NARROWEST = 40;
const MOST_JOINED = 28;
/** A space at which no line is broken, until all lines are. */
const JOINED = '\u00a0';

function spaced(text: string): string {
  return text.replaceAll(JOINED, ' ');
}

/** A short statement stays on one line. */
function quoted(statement: string): string {
  return `\`${statement.length <= MOST_JOINED ? statement.replaceAll(' ', JOINED) : statement}\``;
}

function eventAt({ events }: WeakCycle, position: number): CycleEvent {
  const event = events[position];
  if (event === undefined) throw new Error(`a cycle has no event ${position}`);
  return event;
}

/** ``line 22 `bottom = b` of Worker``; ``of`` is left out where it is known. */
function named({ line, file, statement, thread }: CycleEvent, owner: boolean): string {
  const place = line === null ? '' : `${file === undefined ? '' : `${file} `}line${JOINED}${line} `;
  const who = owner && thread !== null && !statement.includes(thread.replace(/^process /, '')) ? ` of ${thread}` : '';
  return `${place}${quoted(statement)}${who}`;
}

function accessed(cycle: WeakCycle, position: number): string {
  const { accesses } = eventAt(cycle, position);
  const cells = cycle.edges.flatMap(({ cell }, edge) => {
    const touches = edge === position || (edge + 1) % cycle.edges.length === position;
    return touches && cell !== null ? [cell] : [];
  });
  const meant = accesses.filter(({ cell }) => cells.includes(cell));
  return (meant.length === 0 ? accesses : meant)
    .map(({ cell, value }) => `${cell}${JOINED}=${JOINED}${value}`)
    .join(', ');
}

function shownUnderSc(cycle: WeakCycle, number: number): string {
  const { shown } = cycle;
  if (number > 0 || shown === null || shown.values.length === 0 || shown.values.length > MOST_VALUES) return '';
  return `; SC would have shown ${alternatives(shown.values, 'or')}`;
}

/** `1`, `1 or 2`, `1, 2 or 3`. */
function alternatives(items: readonly string[], word: string): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

function delaySentence(cycle: WeakCycle, delay: CycleDelay, number: number, memory: MemoryName): string {
  const [write, other] = [eventAt(cycle, delay.write), eventAt(cycle, delay.overtaker)];
  const late = `${named(write, true)} was still in its store buffer when`;
  const inOneStep = cycle.edges[delay.write]?.relation === 'atom';
  if (!delay.late) {
    const when = other.kind === 'read' ? `${named(other, false)} read` : `${named(other, false)} wrote`;
    return `${named(write, true)} was in memory before ${when} ${accessed(cycle, delay.overtaker)} here, but ${memoryName(memory)} does not promise that`;
  }
  if (inOneStep)
    return `${late} another part of the same step, ${accessed(cycle, delay.overtaker)}, took effect: under SC a step is one moment`;
  if (other.thread === null || (other.step === null && other.thread !== write.thread))
    return `${late} \`${other.statement}\` was found true with ${accessed(cycle, delay.overtaker)}${shownUnderSc(cycle, number)}`;
  if (other.kind === 'write')
    return `${late} ${named(other, false)} was already in memory (${accessed(cycle, delay.overtaker)})`;
  return `${late} ${named(other, false)} read ${accessed(cycle, delay.overtaker)}${shownUnderSc(cycle, number)}`;
}

/** Where a fence keeps the write and what overtook it in order. */
function fencePlace(cycle: WeakCycle, delay: CycleDelay, as: FenceAs): string {
  const [write, other] = [eventAt(cycle, delay.write), eventAt(cycle, delay.overtaker)];
  if (as === 'guard' && other.step !== null) {
    const [transition] = other.statement.split('(');
    return `in the guard of ${named({ ...other, statement: `${transition}` }, false)}`;
  }
  const beside = write.line === other.line && write.thread === other.thread && write.statement !== other.statement;
  if (write.line === null || (beside && other.step !== null))
    return `between ${named(write, true)} and ${named(other, false)}`;
  return `after line ${write.line}${write.file === undefined ? '' : ` of ${write.file}`}`;
}

/** Where fences keep all writes in order that may be late: `after line 22`. */
export function fencePlaces(cycle: WeakCycle, as: FenceAs): string[] {
  return [...new Set(cycle.delays.map((delay) => spaced(fencePlace(cycle, delay, as))))];
}

/** Null where no fence is known to help: the thread does nothing after its write, or there are other cycles. */
export function fenceSentence(cycle: WeakCycle, as: FenceAs): string | null {
  if (cycle.delays.some(({ fence }) => !fence)) return null;
  // A guard is a place for a fence only where a transition of the process comes later.
  const hasGuard = cycle.delays.every(({ write, overtaker }) => {
    const [first, second] = [eventAt(cycle, write), eventAt(cycle, overtaker)];
    return second.step !== null && first.step !== second.step;
  });
  if (as === 'guard' && !(cycle.certain && hasGuard)) return null;
  const places = fencePlaces(cycle, as);
  const [word, verb] = places.length === 1 ? ['a fence', 'forbids'] : ['fences', 'forbid'];
  return `${word} ${alternatives(places, 'and')} ${verb} it`;
}

/** Why it breaks, one sentence for each write that may be late; that SC allows it too, in one. Empty where nothing is known. */
export function whySentences(why: Why | undefined, memory: MemoryName): string[] {
  if (why === undefined) return [];
  if (why.kind === 'allowed') return ['SC allows this run too: store buffers are not to blame'];
  return rawSentences(why, memory).map(spaced);
}

function rawSentences(cycle: WeakCycle, memory: MemoryName): string[] {
  return cycle.delays.map((delay, number) => delaySentence(cycle, delay, number, memory));
}

const LINE: Column = { title: '', align: 'right' };
const OTHER: Column = { title: '' };

/** The events of the cycle, and what leads from each to the next; where that is too wide, below the statement. */
function cycleLines(cycle: WeakCycle, width: number): string[] {
  const lines = cycle.events.some(({ line }) => line !== null);
  const rows = cycle.events.map(({ line, file, thread, statement, kind }, position) => {
    const relation = cycle.edges[position]?.relation ?? 'po';
    const last = position === cycle.events.length - 1;
    const what = `${kind === 'read' ? 'reads' : 'writes'} ${accessed(cycle, position)}`;
    const next = `${MEANINGS[relation]}${last ? ' the first one' : ''}`;
    return [
      ...(lines ? [line === null ? '' : shortLine(line, file)] : []),
      thread ?? 'at the end',
      statement,
      `${what}, ${next}`,
    ];
  });
  const columns = [...(lines ? [LINE] : []), OTHER, OTHER, OTHER];
  const widths = columnWidths(columns, rows);
  const beside = rows.map((row) => spaced(tableRow(columns, widths, row)));
  if (beside.every(({ length }) => length <= width)) return beside;
  const indent = ' '.repeat((lines ? (widths[0] ?? 0) + 2 : 0) + 2);
  return rows.flatMap((row) => [
    spaced(tableRow(columns.slice(0, -1), widths, row.slice(0, -1))).trimEnd(),
    `${indent}${spaced(row.at(-1) ?? '')}`,
  ]);
}

type Explained = Pick<Trace, 'why' | 'memory'>;

const HEAD = 'why: ';

/** A sentence below what it continues. */
function indented(sentence: string, width: number, head = ' '.repeat(HEAD.length)): string[] {
  return wrap(sentence.split(' '), ' ', Math.max(width - head.length, NARROWEST)).map((line, part) =>
    spaced(part === 0 ? head + line : ' '.repeat(head.length) + line),
  );
}

/** The sentences alone. */
export function sentenceLines({ why, memory }: Explained, width: number): string[] {
  const sentences = why?.kind === 'cycle' ? rawSentences(why, memory) : whySentences(why, memory);
  return sentences.flatMap((sentence, number) => indented(sentence, width, number === 0 ? HEAD : undefined));
}

/** All of it for people. */
export function whyLines(
  explained: Explained,
  { style, width, as }: { readonly style: Style; readonly width: number; readonly as: FenceAs },
): string[] {
  const { why } = explained;
  const told = sentenceLines(explained, width);
  if (why?.kind !== 'cycle') return told;
  const fence = fenceSentence(why, as);
  return [
    ...told.map((line) => style.bold(line)),
    ...(fence === null ? [] : indented(fence, width)),
    `SC forbids this, for it would be a cycle${why.certain ? '' : ', as would any order of the writes that still wait'}:`,
    ...cycleLines(why, width - 2).map((line) => `  ${line}`),
  ];
}
