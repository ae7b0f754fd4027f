/** The lines of edges, when their ways have been chosen and everything else has its place. */
import { type Box, type Line, type Point, rounded, STRAIGHT_END, swing } from './geometry.js';
import type { Port } from './ports.js';
import type { Route, Side } from './routes.js';

/** What has a place already. */
export interface Frame {
  boxOf(event: number): Box;
  portAt(port: Port): Point;
  /** The x of a lane along a column. */
  laneBeside(column: number, side: Side, lane: number): number;
  /** The y of a lane in a gap. */
  laneIn(gap: number, lane: number): number;
  /** The y of the lane that an edge has in the channel below the initial writes. */
  laneBelowInitial(route: Route): number;
  columnOf(event: number): number;
  columns: readonly { readonly left: number; readonly width: number }[];
}

/** Between two straight lines from box to box. */
const STRAIGHT_DISTANCE = 18;
const CORNER = 12;

function straight(route: Route & { kind: 'straight' }, frame: Frame): Line {
  const from = frame.boxOf(route.edge.from);
  const to = frame.boxOf(route.edge.to);
  const x = from.x + from.width / 2 - route.position * STRAIGHT_DISTANCE;
  const down = from.y < to.y;
  const start = { x, y: down ? from.y + from.height : from.y };
  return { start, segments: [{ kind: 'line', to: { x, y: down ? to.y : to.y + to.height } }] };
}

function across(start: Point, end: Point): Line {
  const before = { x: end.x + Math.sign(start.x - end.x) * STRAIGHT_END, y: end.y };
  return { start, segments: [swing(start, before), { kind: 'line', to: end }] };
}

/** Over the whole gutter into the lane, along it past the columns between, and over the last gutter to the end. */
function around(route: Route & { kind: 'around' }, start: Point, end: Point, frame: Frame): Line {
  const y = frame.laneIn(route.gap, route.lane);
  const step = route.rightwards ? 1 : -1;
  const bank = (column: number, side: Side): number => {
    const { left, width } = frame.columns[column] ?? { left: 0, width: 0 };
    return side === 'left' ? left : left + width;
  };
  const into = { x: bank(frame.columnOf(route.edge.from) + step, route.rightwards ? 'left' : 'right'), y };
  const out = { x: bank(frame.columnOf(route.edge.to) - step, route.rightwards ? 'right' : 'left'), y };
  const before = { x: end.x - step * STRAIGHT_END, y: end.y };
  return {
    start,
    segments: [swing(start, into), { kind: 'line', to: out }, swing(out, before), { kind: 'line', to: end }],
  };
}

export function lineOf(route: Route, ends: { readonly from: Port; readonly to: Port } | null, frame: Frame): Line {
  if (route.kind === 'straight') return straight(route, frame);
  if (ends === null) throw new Error(`an edge that goes ${route.kind} has ends`);
  const start = frame.portAt(ends.from);
  const end = frame.portAt(ends.to);
  switch (route.kind) {
    case 'across':
      return across(start, end);
    case 'around':
      return around(route, start, end, frame);
    case 'beside': {
      const x = frame.laneBeside(route.column, route.side, route.lane);
      return rounded([start, { x, y: start.y }, { x, y: end.y }, end], CORNER);
    }
    case 'drop': {
      const x = frame.laneBeside(route.column, route.side, route.lane);
      const y = frame.laneBelowInitial(route);
      const [above, below] = route.downwards ? [start, end] : [end, start];
      const points = [above, { x: above.x, y }, { x, y }, { x, y: below.y }, below];
      return rounded(route.downwards ? points : points.reverse(), CORNER);
    }
    case 'initial': {
      const y = frame.laneBelowInitial(route);
      return rounded([start, { x: start.x, y }, { x: end.x, y }, end], CORNER);
    }
  }
}
