/**
 * Which way each edge of an event graph takes, before anything has a size.
 *
 * Threads are columns, their events rows. Between the columns, and left and right of them, run gutters; between the rows
 * run gaps; no event is ever in either. So an edge that keeps to them crosses no event, whatever the sizes will be:
 *
 * - `straight`: down to the next event of the thread (po, atom).
 * - `beside`: to another event of the thread, through a lane of a gutter along the thread.
 * - `across`: to the neighbouring thread, through the gutter between them.
 * - `around`: to a thread farther away: into a lane of a gap, past the threads between, and out of it.
 * - `drop`: from an initial write, which stand above the threads: along a lane of the channel below them, then down a
 *   lane of a gutter.
 *
 * Lanes keep lines apart that would lie on one another: intervals that overlap get different ones, the shorter nearer to
 * the thread, so that nested edges don't cross. Edges with an end at an initial write choose the outer gutters where they
 * can, because the inner ones have most of the others.
 */
import type { DrawnEdge } from './names.js';

/** Where an event stands: in a thread, or among the initial writes. */
export type Place =
  | { readonly kind: 'thread'; readonly column: number; readonly row: number }
  | { readonly kind: 'initial'; readonly index: number };

type InThread = Place & { readonly kind: 'thread' };

/** Gutter g is left of column g; the last one is right of the last column. */
export type Side = 'left' | 'right';

/** A lane along a column, on one side of it, counted from the column. */
interface Lane {
  readonly column: number;
  readonly side: Side;
  readonly lane: number;
}

export type Route =
  /** `position` is 0 for the middle of the boxes; a second line between the same events stands beside it. */
  | { readonly kind: 'straight'; readonly edge: DrawnEdge; readonly position: number }
  | ({ readonly kind: 'beside'; readonly edge: DrawnEdge } & Lane)
  | { readonly kind: 'across'; readonly edge: DrawnEdge; readonly rightwards: boolean }
  | {
      readonly kind: 'around';
      readonly edge: DrawnEdge;
      readonly rightwards: boolean;
      readonly gap: number;
      readonly lane: number;
    }
  /** `downwards` unless the edge ends at the initial write. */
  | ({ readonly kind: 'drop'; readonly edge: DrawnEdge; readonly downwards: boolean } & Lane)
  /** Between two initial writes, below them. */
  | { readonly kind: 'initial'; readonly edge: DrawnEdge };

export interface Routes {
  readonly routes: readonly Route[];
  /** Lanes used on each side of a column. */
  lanesBeside(column: number, side: Side): number;
  /** Lanes used in a gap: gap r is above row r, the last one below the last row. */
  lanesIn(gap: number): number;
}

interface Interval {
  readonly from: number;
  readonly to: number;
  readonly lane: number;
}

/** Lanes that are handed out so that open intervals in one lane don't overlap. */
class Lanes {
  readonly #taken = new Map<string, Interval[]>();

  take(where: string, from: number, to: number): number {
    const taken = this.#taken.get(where) ?? [];
    this.#taken.set(where, taken);
    const busy = new Set(taken.filter((other) => from < other.to && other.from < to).map(({ lane }) => lane));
    let lane = 0;
    while (busy.has(lane)) lane++;
    taken.push({ from, to, lane });
    return lane;
  }

  count(where: string): number {
    return Math.max(0, ...(this.#taken.get(where) ?? []).map(({ lane }) => lane + 1));
  }
}

interface PlacedEdge {
  readonly edge: DrawnEdge;
  readonly from: Place;
  readonly to: Place;
}

/** An edge along a thread, which needs a lane; initial writes are above all rows. */
interface AlongThread {
  readonly edge: DrawnEdge;
  readonly kind: 'beside' | 'drop';
  readonly downwards: boolean;
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

const ABOVE_ALL = -1;

function along({ edge, from, to }: PlacedEdge): AlongThread | null {
  if (from.kind === 'initial' && to.kind === 'initial') return null;
  if (from.kind === 'initial' || to.kind === 'initial') {
    const { column, row } = (from.kind === 'initial' ? to : from) as InThread;
    return { edge, kind: 'drop', downwards: from.kind === 'initial', column, first: ABOVE_ALL, last: row };
  }
  if (from.column !== to.column) return null;
  const first = Math.min(from.row, to.row);
  const last = Math.max(from.row, to.row);
  return { edge, kind: 'beside', downwards: true, column: from.column, first, last };
}

function isStraight({ edge, from, to }: PlacedEdge): boolean {
  if (from.kind === 'initial' || to.kind === 'initial' || from.column !== to.column) return false;
  const down = to.row - from.row;
  return edge.relation === 'po' ? down === 1 : edge.relation === 'atom' && Math.abs(down) === 1;
}

function samePair(one: DrawnEdge, other: DrawnEdge): boolean {
  return Math.min(one.from, one.to) === Math.min(other.from, other.to) && one.from + one.to === other.from + other.to;
}

/** The gap with the shortest way, counted in rows; used ones cost a little, so that they fill evenly. */
function bestGap(from: InThread, to: InThread, rows: number, used: (gap: number) => number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let gap = 0; gap <= rows; gap++) {
    const outer = gap === 0 || gap === rows ? 0.25 : 0;
    const cost = Math.abs(gap - 0.5 - from.row) + Math.abs(gap - 0.5 - to.row) + outer + 0.3 * used(gap);
    if (cost < least) [best, least] = [gap, cost];
  }
  return best;
}

export function planRoutes(
  edges: readonly DrawnEdge[],
  placeOf: (event: number) => Place,
  columns: number,
  rows: number,
): Routes {
  const placed = edges.map((edge) => ({ edge, from: placeOf(edge.from), to: placeOf(edge.to) }));
  const routes: Route[] = [];
  const beside = new Lanes();
  const gaps = new Lanes();
  const sideKey = (column: number, side: Side): string => `${column} ${side}`;
  /** Edges in each gutter, for choosing the emptier one. */
  const load = new Array<number>(columns + 1).fill(0);
  const addLoad = (gutter: number): void => {
    load[gutter] = (load[gutter] ?? 0) + 1;
  };

  const lengthwise: AlongThread[] = [];
  for (const one of placed) {
    const { edge, from, to } = one;
    if (isStraight(one)) {
      const twins = routes.filter(({ kind, edge: other }) => kind === 'straight' && samePair(other, edge));
      routes.push({ kind: 'straight', edge, position: twins.length });
      continue;
    }
    const thread = along(one);
    if (thread !== null) {
      lengthwise.push(thread);
    } else if (from.kind === 'initial' || to.kind === 'initial') {
      routes.push({ kind: 'initial', edge });
    } else {
      const rightwards = from.column < to.column;
      const between = Math.abs(from.column - to.column) - 1;
      addLoad(Math.max(from.column, to.column));
      addLoad(Math.min(from.column, to.column) + 1);
      if (between === 0) {
        routes.push({ kind: 'across', edge, rightwards });
        continue;
      }
      const gap = bestGap(from, to, rows, (index) => gaps.count(`${index}`));
      const first = Math.min(from.column, to.column);
      routes.push({ kind: 'around', edge, rightwards, gap, lane: gaps.take(`${gap}`, first, first + between + 1) });
    }
  }

  // Short ones first: they get the lanes near the thread.
  lengthwise.sort((one, other) => one.last - one.first - (other.last - other.first));
  for (const { edge, kind, downwards, column, first, last } of lengthwise) {
    const outer = kind === 'drop' && (column === 0 || column === columns - 1);
    const emptier: Side = (load[column] ?? 0) <= (load[column + 1] ?? 0) ? 'left' : 'right';
    const side: Side = outer ? (column === 0 ? 'left' : 'right') : emptier;
    addLoad(side === 'left' ? column : column + 1);
    // Edges with both ends at one event have an interval of their own, too.
    const lane = beside.take(sideKey(column, side), first, Math.max(last, first + 0.5));
    const where = { column, side, lane };
    routes.push(kind === 'drop' ? { kind, edge, downwards, ...where } : { kind, edge, ...where });
  }
  return {
    routes,
    lanesBeside: (column, side) => beside.count(sideKey(column, side)),
    lanesIn: (gap) => gaps.count(`${gap}`),
  };
}
