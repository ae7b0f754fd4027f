/**
 * An event graph as a picture: SVG that stands alone, without scripts, style sheets or fonts from elsewhere, on a white
 * ground of its own so that it can be read on any page.
 *
 * Relations differ in colour and carry their name, for those who see colours differently and for print. Arrows have their
 * heads drawn as shapes: markers take the colour of a line in too few programs.
 */
import type { EventGraph, Relation } from '../memory/event-graph.js';
import { FONT_SIZE, LINE_HEIGHT, labelWidth } from './graph/contents.js';
import { endOf, type Line, type Point, STRAIGHT_END, textWidth } from './graph/geometry.js';
import { LABEL_SIZE } from './graph/labels.js';
import { type LegendItem, SAMPLE } from './graph/legend.js';
import { cycleParts, eventLabel, eventNames } from './graph/names.js';
import { type EdgeLine, type EventBox, type GraphLayout, layoutGraph } from './graph-layout.js';
import { relationTexts } from './graph-text.js';
import { memoryName, plural } from './words.js';

const COLOURS: Readonly<Record<Relation, string>> = {
  po: '#6e7781',
  rf: '#1a7f37',
  co: '#0a5fc4',
  fr: '#c4232e',
  fence: '#1f2328',
  atom: '#8250df',
};
const TEXT = '#1f2328';
const FAINT = '#59636e';
const FILLS = { read: '#eef6ff', write: '#fff8e0', fence: '#eeeeee', initial: '#ffffff' } as const;
const FAMILY = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const HEAD = { length: 9, half: 3.6 } as const;
const THICK_HEAD = { length: STRAIGHT_END, half: 5 } as const;

/** How much is left of what is not on the cycle, where there is one. */
const PALE = 0.38;

/** Text and attribute values; control characters, which XML cannot hold, become a visible substitute. */
function escaped(text: string): string {
  return text
    .replaceAll(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** At most two digits after the point. */
function figure(value: number): string {
  return `${Math.round(value * 100) / 100}`;
}

function at({ x, y }: Point): string {
  return `${figure(x)} ${figure(y)}`;
}

type Attributes = Readonly<Record<string, string | number>>;

function element(name: string, attributes: Attributes, content?: string): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? figure(value) : escaped(value)}"`)
    .join('');
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function text(words: string, attributes: Attributes): string {
  return element('text', attributes, escaped(words));
}

function pathData({ start, segments }: Line): string {
  const pieces = segments.map((segment) =>
    segment.kind === 'line' ? `L${at(segment.to)}` : `C${at(segment.first)} ${at(segment.second)} ${at(segment.to)}`,
  );
  return `M${at(start)}${pieces.join('')}`;
}

/** The line up to the head of its arrow, and the head. Every line ends with a straight piece as long as a head. */
function withHead(line: Line, thick: boolean): { readonly shaft: Line; readonly head: string } {
  const tip = endOf(line);
  const before = line.segments.at(-2)?.to ?? line.start;
  const away = Math.hypot(before.x - tip.x, before.y - tip.y);
  const { length, half } = thick ? THICK_HEAD : HEAD;
  const unit = { x: (before.x - tip.x) / away, y: (before.y - tip.y) / away };
  const base = { x: tip.x + unit.x * length, y: tip.y + unit.y * length };
  const corner = (sign: number): Point => ({ x: base.x - sign * unit.y * half, y: base.y + sign * unit.x * half });
  return {
    // A little into the head, so that no seam shows.
    shaft: {
      start: line.start,
      segments: [...line.segments.slice(0, -1), { kind: 'line', to: { x: base.x - unit.x, y: base.y - unit.y } }],
    },
    head: `M${at(tip)}L${at(corner(1))}L${at(corner(-1))}Z`,
  };
}

/** A line in the way of its relation: an arrow, or for atom, which has no direction, a double line. */
function drawLine(line: Line, relation: Relation, thick: boolean): string {
  const colour = COLOURS[relation];
  const stroke = thick ? 3.2 : 1.5;
  if (relation === 'atom') {
    const d = pathData(line);
    return (
      element('path', { d, fill: 'none', stroke: colour, 'stroke-width': stroke + 3.5 }) +
      element('path', { d, fill: 'none', stroke: '#ffffff', 'stroke-width': thick ? 2.2 : 2 })
    );
  }
  const { shaft, head } = withHead(line, thick);
  return (
    element('path', { d: pathData(shaft), fill: 'none', stroke: colour, 'stroke-width': stroke }) +
    element('path', { d: head, fill: colour })
  );
}

function drawEdge({ edge, ...line }: EdgeLine, names: readonly string[], pale: boolean): string {
  const title = element('title', {}, escaped(`${edge.relation}: ${names[edge.from]} to ${names[edge.to]}`));
  return element('g', pale ? { opacity: PALE } : {}, title + drawLine(line, edge.relation, edge.onCycle));
}

function drawLabel({ edge, label }: EdgeLine, pale: boolean): string {
  if (label === null) return '';
  const { x, y, width, height } = label.box;
  return (
    element('rect', { x, y, width, height, rx: 3, fill: '#ffffff', 'fill-opacity': 0.88 }) +
    text(label.text, {
      x: x + width / 2,
      y: y + height / 2 + LABEL_SIZE * 0.35,
      'font-size': LABEL_SIZE,
      'text-anchor': 'middle',
      fill: COLOURS[edge.relation],
      ...(edge.onCycle ? { 'font-weight': 'bold' } : {}),
      ...(pale ? { opacity: PALE } : {}),
    })
  );
}

function drawBox(box: EventBox, name: string, pale: boolean, strong: boolean): string {
  const { event, x, y, width, height, lines, origin } = box;
  const initial = event.thread === null;
  const middle = x + width / 2;
  const tall = lines.length * LINE_HEIGHT.label + (origin === '' ? 0 : LINE_HEIGHT.origin);
  const top = y + (height - tall) / 2;
  const labels = lines.map((line, index) =>
    text(line.text, {
      ...(lines.length === 1
        ? { x: middle, 'text-anchor': 'middle' }
        : { x: middle - labelWidth(lines) / 2 + textWidth(' '.repeat(line.indent), FONT_SIZE.label) }),
      y: top + (index + 1) * LINE_HEIGHT.label - 4,
      'font-size': FONT_SIZE.label,
      fill: TEXT,
    }),
  );
  const comment =
    origin === ''
      ? ''
      : text(origin, {
          x: middle,
          y: top + tall - 3,
          'font-size': FONT_SIZE.origin,
          'text-anchor': 'middle',
          fill: FAINT,
        });
  const full = `${name}: ${eventLabel(event)}${event.origin === '' ? '' : `, ${event.origin}`}`;
  return element(
    'g',
    { ...(pale ? { opacity: PALE } : {}), ...(event.step === undefined ? {} : { 'data-step': event.step }) },
    element('title', {}, escaped(full)) +
      element('rect', {
        x,
        y,
        width,
        height,
        rx: 7,
        fill: initial ? FILLS.initial : FILLS[event.kind],
        stroke: initial ? FAINT : TEXT,
        'stroke-width': strong ? 2 : 1,
        ...(initial ? { 'stroke-dasharray': '4 3' } : {}),
      }) +
      labels.join('') +
      comment,
  );
}

function drawLegendItem({ relation, text: words, x, y }: LegendItem): string {
  const end = { x: x + SAMPLE.length, y: y - 4 };
  const line: Line = { start: { x, y: y - 4 }, segments: [{ kind: 'line', to: end }] };
  const sample = relation === 'cycle' ? drawLine(line, 'po', true) : drawLine(line, relation, false);
  return sample + text(words, { x: end.x + SAMPLE.after, y, 'font-size': FONT_SIZE.legend, fill: FAINT });
}

/** The picture in words, for those who listen to it. */
function description(graph: EventGraph, names: readonly string[]): string {
  const events = graph.events.map((event) => {
    const where = event.thread === null ? 'initial' : graph.threads[event.thread];
    return `${names[event.id]}: ${eventLabel(event)} (${where})`;
  });
  const relations = relationTexts(graph, names).map(({ relation, edges }) => `${relation}: ${edges.join(', ')}.`);
  const cycle = cycleParts(graph, names);
  return [
    `${plural(graph.events.length, 'event')}: ${events.join('; ')}.`,
    ...relations,
    ...(cycle.length === 0
      ? []
      : [
          `The ${graph.forbiddenBy === undefined ? 'forbidden cycle' : `cycle that ${memoryName(graph.forbiddenBy)} forbids`}: ${cycle.join(' ')}.`,
        ]),
  ].join(' ');
}

function drawLayout(layout: GraphLayout, names: readonly string[], cycle: EventGraph['cycle']): string[] {
  const onCycle = new Set(cycle?.map(({ event }) => event));
  const isPale = ({ edge }: EdgeLine): boolean => cycle !== null && !edge.onCycle;
  // Under one another: what matters more is drawn later.
  const quietFirst = [...layout.edges].sort((one, other) => Number(one.edge.onCycle) - Number(other.edge.onCycle));
  return [
    ...layout.title.map((line) => text(line.text, { x: line.x, y: line.y, 'font-size': FONT_SIZE.title, fill: TEXT })),
    ...layout.headings.map((line) =>
      text(line.text, {
        x: line.x,
        y: line.y,
        'font-size': FONT_SIZE.heading,
        'font-weight': 'bold',
        'text-anchor': 'middle',
        fill: TEXT,
      }),
    ),
    ...quietFirst.map((edge) => drawEdge(edge, names, isPale(edge))),
    ...layout.boxes.map((box) => {
      const strong = onCycle.has(box.event.id);
      return drawBox(box, names[box.event.id] ?? '', cycle !== null && !strong, strong);
    }),
    ...quietFirst.map((edge) => drawLabel(edge, isPale(edge))).filter((label) => label !== ''),
    ...layout.legend.map(drawLegendItem),
  ];
}

export function renderGraphSvg(graph: EventGraph): string {
  const names = eventNames(graph);
  const layout = layoutGraph(graph);
  const { width, height } = layout;
  const content = [
    element('title', { id: 'title' }, escaped(graph.title)),
    element('desc', { id: 'desc' }, escaped(description(graph, names))),
    element('rect', { width, height, fill: '#ffffff' }),
    ...drawLayout(layout, names, graph.cycle),
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${figure(width)} ${figure(height)}`,
    role: 'img',
    'aria-labelledby': 'title desc',
    'font-family': FAMILY,
  };
  return `${element('svg', attributes, `\n${content.join('\n')}\n`)}\n`;
}
