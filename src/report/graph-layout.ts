/**
 * Where everything of an event graph goes in a picture.
 *
 * From top to bottom: the title, the initial writes in a row, the threads as columns of boxes under their names, the
 * legend. `graph/routes.ts` says which way each edge takes; here the ways get coordinates. Sizes come first: a box is as
 * large as its text, or as its ends of edges need; boxes of a column are equally wide, so that gutters have straight
 * banks; gutters and gaps are as wide as their lanes. Then columns from left to right, rows from top to bottom, and the
 * lines last.
 *
 * The layout is a function of the graph alone: the same graph gives the same picture, to the pixel.
 */
import type { EventGraph, GraphEvent } from '../memory/event-graph.js';
import { type Content, contentOf, FONT_SIZE, LINE_HEIGHT, shortened } from './graph/contents.js';
import { type Box, type Line, places, textWidth } from './graph/geometry.js';
import { channelLanes, type Span, spread } from './graph/initial.js';
import { LABEL_SIZE, type Label, placeLabels } from './graph/labels.js';
import { type LegendItem, layoutLegend, type TextLine } from './graph/legend.js';
import { type Frame, lineOf } from './graph/lines.js';
import { type DrawnEdge, drawnEdges, edgeLocations, eventNames, eventOf, eventsOf } from './graph/names.js';
import { type Ends, endsOf, type Port, Ports } from './graph/ports.js';
import { type Place, planRoutes, type Route, type Routes, type Side } from './graph/routes.js';
import { wrap } from './table.js';

const MARGIN = 20;
/** Of what an edge is about, beside its relation. */
const LONGEST_SUBJECT = 18;
const LEAST_WIDTH = 340;
/** So wide a picture becomes to have its title in one line. */
const WIDE_TITLE = 640;
const LANE_DISTANCE = 13;
const FIRST_LANE = 20;
const GAP = 34;
const CHANNEL = 22;

export interface EventBox extends Content, Box {}

export interface EdgeLine extends Line {
  readonly edge: DrawnEdge;
  readonly label: Label | null;
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly title: readonly TextLine[];
  /** Centred at their place. */
  readonly headings: readonly TextLine[];
  readonly boxes: readonly EventBox[];
  readonly edges: readonly EdgeLine[];
  readonly legend: readonly LegendItem[];
}

/** What is to be placed: everything that is known before a coordinate is. */
interface Plan {
  readonly threads: readonly { readonly heading: string; readonly events: readonly GraphEvent[] }[];
  readonly rows: number;
  readonly initial: readonly GraphEvent[];
  contentOf(event: GraphEvent): Content;
  labelOf(edge: DrawnEdge): string;
  readonly routes: Routes;
  readonly ends: ReadonlyMap<Route, Ends | null>;
  readonly ports: Ports;
  placeOf(event: number): Place;
}

/** The relation; with the locations where both events have others as well, and it would be unclear which are meant. */
function labelOf(graph: EventGraph, edge: DrawnEdge): string {
  if (edge.relation === 'po') return edge.onCycle ? 'po' : '';
  const shared = edgeLocations(graph, edge);
  const fewest = Math.min(...[edge.from, edge.to].map((event) => eventOf(graph, event).accesses.length));
  const subject = shared.length < fewest ? shared.join(', ') : '';
  return subject === '' || places(subject) > LONGEST_SUBJECT ? edge.relation : `${edge.relation} ${subject}`;
}

function planOf(graph: EventGraph): Plan {
  const names = eventNames(graph);
  const initial = eventsOf(graph, null);
  const threads = graph.threads
    .map((heading, thread) => ({ heading: shortened(heading), events: eventsOf(graph, thread) }))
    .filter(({ events }) => events.length > 0);
  const rows = Math.max(0, ...threads.map(({ events }) => events.length));
  const where = new Map<number, Place>();
  for (const [index, { id }] of initial.entries()) where.set(id, { kind: 'initial', index });
  for (const [column, { events }] of threads.entries())
    for (const [row, { id }] of events.entries()) where.set(id, { kind: 'thread', column, row });
  const placeOf = (event: number): Place => {
    const place = where.get(event);
    if (place === undefined) throw new Error(`event ${event} is in no thread`);
    return place;
  };
  const routes = planRoutes(drawnEdges(graph), placeOf, threads.length, rows);
  const ends = new Map(routes.routes.map((route) => [route, endsOf(route, placeOf)]));
  const ports = new Ports([...ends.values()]);
  const contents = new Map(graph.events.map((event) => [event, contentOf(event, names[event.id] ?? '', ports)]));
  const contentOfEvent = (event: GraphEvent): Content => contents.get(event) as Content;
  return {
    threads,
    rows,
    initial,
    routes,
    ends,
    ports,
    placeOf,
    contentOf: contentOfEvent,
    labelOf: (edge) => labelOf(graph, edge),
  };
}

function columnAt(place: Place): number {
  return place.kind === 'thread' ? place.column : Number.NaN;
}

function lanesWidth(lanes: number): number {
  return lanes === 0 ? 0 : FIRST_LANE + (lanes - 1) * LANE_DISTANCE;
}

/** Room for the lanes of both banks, and in the middle for what goes across. */
function gutterWidth(gutter: number, { threads, routes, placeOf, labelOf: label }: Plan): number {
  const lanes = lanesWidth(routes.lanesBeside(gutter - 1, 'right')) + lanesWidth(routes.lanesBeside(gutter, 'left'));
  if (gutter === 0 || gutter === threads.length) return lanes === 0 ? 0 : lanes + LANE_DISTANCE;
  const crossing = routes.routes.filter(({ kind, edge }) => {
    if (kind !== 'across' && kind !== 'around') return false;
    const columns = [columnAt(placeOf(edge.from)), columnAt(placeOf(edge.to))];
    return Math.min(...columns) < gutter && gutter <= Math.max(...columns);
  });
  if (crossing.length === 0) return lanes + 40;
  const widest = Math.max(...crossing.map(({ edge }) => textWidth(label(edge), LABEL_SIZE)));
  return lanes + Math.ceil(Math.max(70 + 5 * Math.min(crossing.length, 10), widest + 56));
}

interface Horizontal {
  readonly width: number;
  readonly columns: Frame['columns'];
  /** Lefts of the initial writes. */
  readonly initial: readonly number[];
}

/** Columns and initial writes from left to right; both stand in the middle of what is wider. */
function horizontally(plan: Plan, title: number): Horizontal {
  const { threads, initial, routes, placeOf } = plan;
  const widthOf = (event: GraphEvent): number => plan.contentOf(event).width;
  let x = 0;
  const columns = threads.map(({ heading, events }, column) => {
    const left = x + gutterWidth(column, plan);
    const width = Math.ceil(Math.max(textWidth(heading, FONT_SIZE.heading), ...events.map(widthOf)));
    x = left + width;
    return { left, width };
  });
  const total = x + gutterWidth(threads.length, plan);
  const middles = columns.map(({ left, width }) => left + width / 2);
  const lefts = spread(
    initial.map(({ id }) => {
      const near = routes.routes.flatMap(({ edge }) => {
        const other = edge.from === id ? edge.to : edge.to === id ? edge.from : null;
        return other === null ? [] : (middles[columnAt(placeOf(other))] ?? []);
      });
      return near.length === 0 ? total / 2 : near.reduce((sum, middle) => sum + middle, 0) / near.length;
    }),
    initial.map(widthOf),
  );
  const low = Math.min(0, ...lefts);
  const high = Math.max(total, ...initial.map((event, index) => (lefts[index] ?? 0) + widthOf(event)));
  const least = Math.max(LEAST_WIDTH, Math.min(title, WIDE_TITLE));
  const free = Math.max(0, least - (high - low)) / 2;
  const shift = Math.round(MARGIN + free - low);
  return {
    width: Math.ceil(high - low + 2 * free + 2 * MARGIN),
    columns: columns.map(({ left, width }) => ({ left: left + shift, width })),
    initial: lefts.map((left) => left + shift),
  };
}

function columnOf({ columns }: Horizontal, column: number): Frame['columns'][number] {
  const found = columns[column];
  if (found === undefined) throw new Error(`there is no column ${column}`);
  return found;
}

function laneBeside({ left, width }: { left: number; width: number }, side: Side, lane: number): number {
  const away = FIRST_LANE + lane * LANE_DISTANCE;
  return side === 'left' ? left - away : left + width + away;
}

/** Where the port of an initial write is, from left to right: all that the channel needs before rows have a place. */
function bottomPort(
  port: Port,
  { initial, contentOf: content, ports, placeOf }: Plan,
  lefts: readonly number[],
): number {
  const place = placeOf(port.event);
  const event = place.kind === 'initial' ? initial[place.index] : undefined;
  if (place.kind !== 'initial' || event === undefined) throw new Error('only initial writes have ends below them');
  return (lefts[place.index] ?? 0) + ports.share(port) * content(event).width;
}

/** The lanes of the channel below the initial writes. */
function channelOf(plan: Plan, across: Horizontal): ReadonlyMap<Route, number> {
  const lines: { readonly route: Route; readonly span: Span }[] = [];
  for (const [route, ends] of plan.ends) {
    if (ends === null || (route.kind !== 'drop' && route.kind !== 'initial')) continue;
    const at = (port: Port): number => bottomPort(port, plan, across.initial);
    if (route.kind === 'initial') {
      lines.push({ route, span: { from: at(ends.from), to: at(ends.to) } });
      continue;
    }
    const to = laneBeside(columnOf(across, route.column), route.side, route.lane);
    lines.push({ route, span: { from: at(route.downwards ? ends.from : ends.to), to } });
  }
  const lanes = channelLanes(lines.map(({ span }) => span));
  return new Map(lines.map(({ route }, index) => [route, lanes[index] ?? 0]));
}

interface Vertical {
  readonly boxes: ReadonlyMap<number, EventBox>;
  readonly headings: readonly TextLine[];
  /** The first lane of the channel, and of each gap. */
  readonly channel: number;
  readonly gaps: readonly number[];
  readonly bottom: number;
}

/** Everything from top to bottom, below the title. */
function vertically(plan: Plan, across: Horizontal, channelLanes: number, top: number): Vertical {
  const { threads, rows, initial, routes } = plan;
  const boxes = new Map<number, EventBox>();
  /** One row of boxes, each in the middle of the highest; gives the place below. */
  const put = (
    row: readonly { readonly event: GraphEvent; readonly x: number; readonly width: number }[],
    y: number,
  ) => {
    const contents = row.map(({ event }) => plan.contentOf(event));
    const tallest = Math.max(0, ...contents.map(({ height }) => height));
    for (const [index, content] of contents.entries()) {
      const { x, width } = row[index] as Pick<Box, 'x' | 'width'>;
      boxes.set(content.event.id, { ...content, x, width, y: y + Math.round((tallest - content.height) / 2) });
    }
    return y + tallest;
  };
  const lefts = initial.map((event, index) => ({
    event,
    x: across.initial[index] ?? 0,
    width: plan.contentOf(event).width,
  }));
  let y = put(lefts, top);
  const channel = y + CHANNEL / 2 + 2;
  if (channelLanes > 0) y += CHANNEL + (channelLanes - 1) * LANE_DISTANCE;
  const headings = threads.map(({ heading }, column) => {
    const { left, width } = columnOf(across, column);
    return { text: heading, x: left + width / 2, y: y + 20 };
  });
  y += LINE_HEIGHT.heading;
  const gaps: number[] = [];
  for (let row = 0; row <= rows; row++) {
    const lanes = routes.lanesIn(row);
    const between = row > 0 && row < rows;
    const least = between ? GAP : lanes === 0 ? 0 : CHANNEL;
    gaps.push(y + least / 2);
    y += least + Math.max(0, lanes - 1) * LANE_DISTANCE;
    const inRow = threads.flatMap(({ events }, column) => {
      const event = events[row];
      const { left, width } = columnOf(across, column);
      return event === undefined ? [] : [{ event, x: left, width }];
    });
    y = put(inRow, y);
  }
  return { boxes, headings, channel, gaps, bottom: y };
}

function frameOf(plan: Plan, across: Horizontal, down: Vertical, channel: ReadonlyMap<Route, number>): Frame {
  const boxOf = (event: number): EventBox => {
    const box = down.boxes.get(event);
    if (box === undefined) throw new Error(`event ${event} has no box`);
    return box;
  };
  return {
    boxOf,
    columns: across.columns,
    columnOf: (event) => columnAt(plan.placeOf(event)),
    portAt(port) {
      const box = boxOf(port.event);
      const share = plan.ports.share(port);
      if (port.side === 'bottom') return { x: box.x + share * box.width, y: box.y + box.height };
      return { x: port.side === 'left' ? box.x : box.x + box.width, y: box.y + share * box.height };
    },
    laneBeside: (column, side, lane) => laneBeside(columnOf(across, column), side, lane),
    laneIn: (gap, lane) => (down.gaps[gap] ?? 0) + lane * LANE_DISTANCE,
    laneBelowInitial: (route) => down.channel + (channel.get(route) ?? 0) * LANE_DISTANCE,
  };
}

function headingBox({ text, x, y }: TextLine): Box {
  const width = textWidth(text, FONT_SIZE.heading);
  return { x: x - width / 2, y: y - FONT_SIZE.heading, width, height: FONT_SIZE.heading + 4 };
}

export function layoutGraph(graph: EventGraph): GraphLayout {
  const plan = planOf(graph);
  const across = horizontally(plan, textWidth(graph.title, FONT_SIZE.title) + 1);
  const channel = channelOf(plan, across);

  const perLine = Math.floor((across.width - 2 * MARGIN) / textWidth('0', FONT_SIZE.title));
  const title = wrap(graph.title.split(/\s+/), ' ', perLine).map((text, index) => ({
    text,
    x: MARGIN,
    y: MARGIN + (index + 1) * LINE_HEIGHT.title - 6,
  }));
  // A word that is longer than the line stays whole.
  const width = Math.ceil(
    Math.max(across.width, ...title.map(({ text }) => textWidth(text, FONT_SIZE.title) + 2 * MARGIN)),
  );
  const lanes = Math.max(0, ...[...channel.values()].map((lane) => lane + 1));
  const down = vertically(plan, across, lanes, MARGIN + title.length * LINE_HEIGHT.title + 10);

  const frame = frameOf(plan, across, down, channel);
  const { routes } = plan.routes;
  const lines = routes.map((route) => lineOf(route, plan.ends.get(route) ?? null, frame));
  const labels = placeLabels(
    lines,
    routes.map(({ edge }) => plan.labelOf(edge)),
    [...down.boxes.values(), ...down.headings.map(headingBox)],
    width,
  );
  const drawn = routes.map(({ edge }) => edge);
  const { items: legend, bottom } = layoutLegend(
    drawn,
    { left: MARGIN, right: width - MARGIN, top: down.bottom + 14 },
    graph.forbiddenBy,
  );
  return {
    width,
    height: Math.ceil(bottom + MARGIN),
    title,
    headings: down.headings,
    boxes: graph.events.map(({ id }) => down.boxes.get(id) as EventBox),
    edges: routes.map(({ edge }, index) => ({ edge, ...(lines[index] as Line), label: labels[index] ?? null })),
    legend,
  };
}
