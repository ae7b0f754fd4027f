/**
 * A thread of a program as text: its locations one after the other, each with its edges as atomic blocks, `choose` where
 * there are several, and `goto` where the next location is not the one that follows in the text.
 *
 * An atomic block is one step, and a step ends before the next one, so locations need no label to be places; those have one
 * that are jumped to or had a name. Locations that no thread comes to are left out. A location without exits is where the
 * thread ends, if it can stand last, and a statement that waits for ever otherwise. A way back from the last location to
 * the first is a `loop`.
 */

import { FreshNames } from '../../models/fresh-names.js';
import type { Edge, Template } from '../../models/program/model.js';
import { legalName } from './names.js';

/** What is known of a thread before it is written. */
export interface Plan {
  /** Reachable locations with exits, in the order of the text. */
  readonly order: readonly number[];
  /** Those without exits and without failures, which come last. */
  readonly finals: readonly number[];
  /** From the last location the text goes on with the first. */
  readonly loops: boolean;
  /** The one of `finals` that is the end of the text; null when there is none. */
  readonly end: number | null;
  /** By location; null where it needs none. */
  readonly labels: readonly (string | null)[];
}

export function planThread(template: Template, isAskedFor: (location: number) => boolean): Plan {
  const { locations, entry } = template;
  const { order, finals } = orderOf(template);
  const loops = edgesFrom(template, order.at(-1) ?? entry).some(({ to }) => to === entry);
  const after = following(template, order, finals, loops);
  const jumpedTo = new Set<number>();
  for (const location of order) {
    for (const { to } of edgesFrom(template, location)) if (to !== after.get(location)) jumpedTo.add(to);
  }
  const [last] = finals;
  const isEnd = finals.length === 1 && order.length > 0 && last !== undefined && !jumpedTo.has(last);
  const end = isEnd ? last : null;
  const names = new FreshNames();
  const labels: (string | null)[] = locations.map(() => null);
  for (const location of [...order, ...finals]) {
    const own = locations[location]?.labels.at(-1);
    const isNeeded = own !== undefined || jumpedTo.has(location) || isAskedFor(location);
    if (location === end || !isNeeded) continue;
    labels[location] = names.take(legalName(own === undefined || own === 'end' ? `l${location}` : own, 'l'));
  }
  return { order, finals, loops, end, labels };
}

/** The label that says that the thread is there; null when it never is. */
export function labelIn({ end, labels }: Plan, location: number): string | null {
  return location === end ? 'end' : (labels[location] ?? null);
}

/** For each location the one that the text goes on with. */
function following(
  { entry }: Template,
  order: readonly number[],
  [final]: readonly number[],
  loops: boolean,
): Map<number, number | null> {
  const behind = loops ? entry : (final ?? null);
  return new Map(order.map((location, position) => [location, order[position + 1] ?? behind]));
}

/** Depth first: what follows an edge follows in the text. */
function orderOf(template: Template): { order: readonly number[]; finals: readonly number[] } {
  const { locations, entry } = template;
  const found = new Set<number>();
  const waiting = [entry];
  for (let location = waiting.pop(); location !== undefined; location = waiting.pop()) {
    if (found.has(location)) continue;
    found.add(location);
    const targets = edgesFrom(template, location).map(({ to }) => to);
    waiting.push(...targets.filter((to) => locations[to]?.failure === null).reverse());
  }
  const isFinal = (location: number) => edgesFrom(template, location).length === 0;
  const all = [...found];
  return { order: all.filter((location) => !isFinal(location)), finals: all.filter(isFinal) };
}

function edgesFrom({ edges }: Template, location: number): Edge[] {
  return edges.filter(({ from }) => from === location);
}

/** The statements of the thread, line by line. */
export function writeThread(template: Template, plan: Plan, linesOf: (edge: Edge) => readonly string[]): string[] {
  const { order, finals, loops, end, labels } = plan;
  const after = following(template, order, finals, loops);
  const block = (edge: Edge, before: string): string[] => {
    const failure = template.locations[edge.to]?.failure ?? null;
    const said = [...linesOf(edge), ...(failure === null ? [] : [`assert false // ${oneLine(failure)}`])];
    const leave = failure !== null || edge.to === after.get(edge.from) ? [] : [`goto ${labels[edge.to]}`];
    return [`${before}atomic {`, ...(said.length === 0 ? ['skip'] : said), '}', ...leave];
  };
  const write = (location: number): string[] => {
    const edges = edgesFrom(template, location);
    const label = labels[location] ?? null;
    const head = label === null ? '' : `${label}: `;
    const [only] = edges;
    if (only === undefined) return [`${head}assume false`];
    const texts = edges.map(({ text }) => oneLine(text));
    const [common] = texts;
    const isCommon = texts.every((text) => text === common);
    const above = isCommon && common !== '' ? [`// ${common}`] : [];
    if (edges.length === 1) return [...above, ...block(only, head)];
    const branches = edges.flatMap((edge, position) => [
      ...(position === 0 ? [] : ['} or {']),
      ...(isCommon || texts[position] === '' ? [] : [`// ${texts[position]}`]),
      ...block(edge, ''),
    ]);
    return [...above, `${head}choose {`, ...branches, '}'];
  };
  const body = order.flatMap(write);
  const behind = finals.filter((location) => location !== end).flatMap(write);
  return [...(loops ? ['loop {', ...body, '}'] : body), ...behind];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
