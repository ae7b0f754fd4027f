/**
 * An event graph as text: the threads beside one another, each event with a letter, then the relations as lists of pairs
 * of letters, and the forbidden cycle, when there is one, as a chain.
 *
 *     initially: a: W x=0, b: W y=0
 *     P0                        P1
 *     c: W x=1  MOV [x],$1      e: W y=1  MOV [y],$1
 *     d: R y=0  MOV EAX,[y]     f: R x=0  MOV EAX,[x]
 *     rf: a -> f (x=0), b -> d (y=0)
 *     fr: d -> e (y), f -> c (x)
 *
 * Arrows drawn with characters would be unreadable from the third thread on; letters stay readable at any size. Program
 * order is the order of the lines and is not listed. Where the width is too small the instructions go first, then the
 * threads stand one below the other.
 */
import type { EventGraph, GraphEvent, Relation } from '../memory/event-graph.js';
import {
  cycleParts,
  type DrawnEdge,
  drawnEdges,
  edgeSubject,
  eventLabel,
  eventNames,
  eventParts,
  eventsOf,
  RELATIONS,
} from './graph/names.js';
import { PLAIN, type Style } from './style.js';
import { wrap } from './table.js';

export interface GraphTextOptions {
  /** Characters in a line. */
  readonly width: number;
  readonly style?: Style;
}

const BETWEEN_THREADS = '    ';
const BEFORE_ORIGIN = '  ';

interface Thread {
  readonly heading: string;
  readonly events: readonly GraphEvent[];
}

/** `a: W x=0`. */
function named(event: GraphEvent, names: readonly string[]): string {
  return `${names[event.id]}: ${eventLabel(event)}`;
}

/** Items after a word, wrapped under the first of them. */
function listed(head: string, items: readonly string[], separator: string, width: number): string[] {
  const indent = ' '.repeat(head.length + 1);
  return wrap(items, separator, width - indent.length).map((line, index) =>
    index === 0 ? `${head} ${line}` : indent + line,
  );
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}

/** The threads beside one another, or null where the width does not allow it. */
function beside(
  threads: readonly Thread[],
  names: readonly string[],
  origins: boolean,
  width: number,
  style: Style,
): string[] | null {
  const columns = threads.map(({ heading, events }) => {
    const labels = events.map((event) => named(event, names));
    const comments = events.map(({ origin }) => (origins ? origin : ''));
    const label = longest(labels);
    const comment = longest(comments);
    const whole = Math.max(label + (comment === 0 ? 0 : BEFORE_ORIGIN.length + comment), heading.length);
    return { heading, labels, comments, label, whole };
  });
  const needed = columns.reduce((sum, { whole }) => sum + whole, 0) + (columns.length - 1) * BETWEEN_THREADS.length;
  if (needed > width) return null;
  const rows = Math.max(...threads.map(({ events }) => events.length));
  const lines = [columns.map(({ heading, whole }) => style.bold(heading) + ' '.repeat(whole - heading.length))];
  for (let row = 0; row < rows; row++) {
    lines.push(
      columns.map(({ labels, comments, label, whole }) => {
        const text = labels[row] ?? '';
        const comment = comments[row] ?? '';
        if (comment === '') return text.padEnd(whole);
        const start = text.padEnd(label) + BEFORE_ORIGIN;
        return start + style.dim(comment) + ' '.repeat(whole - start.length - comment.length);
      }),
    );
  }
  return lines.map((cells) => cells.join(BETWEEN_THREADS).trimEnd());
}

/** The threads one below the other; where the instructions don't fit beside the events, they follow below. */
function below(threads: readonly Thread[], names: readonly string[], width: number, style: Style): string[] {
  return threads.flatMap(({ heading, events }) => {
    const labels = events.map((event) => `  ${named(event, names)}`);
    const label = longest(labels) + BEFORE_ORIGIN.length;
    const inOneLine = events.every(({ origin }) => label + origin.length <= width);
    return [
      style.bold(heading),
      ...events.flatMap((event, index) => {
        const { origin } = event;
        if (inOneLine) return [origin === '' ? `${labels[index]}` : labels[index]?.padEnd(label) + style.dim(origin)];
        const head = `  ${names[event.id]}:`;
        const lines = listed(head, eventParts(event), ', ', width);
        return origin === '' ? lines : [...lines, `${' '.repeat(head.length + 1)}${style.dim(origin)}`];
      }),
    ];
  });
}

function edgeText(graph: EventGraph, edge: DrawnEdge, names: readonly string[]): string {
  const from = names[edge.from];
  const to = names[edge.to];
  if (edge.relation === 'atom') return `${from} -- ${to}`;
  const subject = edgeSubject(graph, edge);
  return `${from} -> ${to}${subject === '' ? '' : ` (${subject})`}`;
}

/** `z` before `aa`. */
function inReadingOrder(one = '', other = ''): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

export interface RelationText {
  readonly relation: Relation;
  readonly edges: readonly string[];
}

/** The edges that the order of the events does not show already, relation by relation. */
export function relationTexts(graph: EventGraph, names: readonly string[]): RelationText[] {
  const edges = drawnEdges(graph).sort(
    (one, other) =>
      inReadingOrder(names[one.from], names[other.from]) || inReadingOrder(names[one.to], names[other.to]),
  );
  return RELATIONS.filter((relation) => relation !== 'po')
    .map((relation) => ({
      relation,
      edges: edges.filter((edge) => edge.relation === relation).map((edge) => edgeText(graph, edge, names)),
    }))
    .filter((list) => list.edges.length > 0);
}

export function renderGraphText(graph: EventGraph, { width, style = PLAIN }: GraphTextOptions): string[] {
  const names = eventNames(graph);
  const initial = eventsOf(graph, null).map((event) => named(event, names));
  const threads = graph.threads
    .map((heading, thread) => ({ heading, events: eventsOf(graph, thread) }))
    .filter(({ events }) => events.length > 0);
  const cycle = cycleParts(graph, names);
  return [
    ...wrap(graph.title.split(/\s+/), ' ', width),
    ...(initial.length === 0 ? [] : listed('initially:', initial, ', ', width)),
    ...(threads.length === 0
      ? []
      : (beside(threads, names, true, width, style) ??
        beside(threads, names, false, width, style) ??
        below(threads, names, width, style))),
    ...relationTexts(graph, names).flatMap(({ relation, edges }) => listed(`${relation}:`, edges, ', ', width)),
    ...(cycle.length === 0 ? [] : listed('cycle:', cycle, ' ', width).map((line) => style.bad(line))),
  ];
}
