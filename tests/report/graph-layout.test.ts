import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventGraph } from '../../src/memory/event-graph.js';
import { FONT_SIZE } from '../../src/report/graph/contents.js';
import {
  type Box,
  endOf,
  inside,
  larger,
  overlap,
  type Point,
  pointsAlong,
  rounded,
  STRAIGHT_END,
  textWidth,
} from '../../src/report/graph/geometry.js';
import { channelLanes, spread } from '../../src/report/graph/initial.js';
import { SAMPLE } from '../../src/report/graph/legend.js';
import { drawnEdges } from '../../src/report/graph/names.js';
import { type GraphLayout, layoutGraph } from '../../src/report/graph-layout.js';
import { cases } from '../support/size.js';
import {
  anyGraph,
  eventGraph,
  FENCED,
  INDEPENDENT_READS,
  SAMPLES,
  STORE_BUFFERING,
  THREE_PROCESSES,
} from './graphs.js';

function onBorder({ x, y }: Point, box: Box): boolean {
  const within = x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 1e-6;
  return within && (near(x, box.x) || near(x, box.x + box.width) || near(y, box.y) || near(y, box.y + box.height));
}

function contains(layout: GraphLayout, { x, y, width, height }: Box): boolean {
  return x >= 0 && y >= 0 && x + width <= layout.width && y + height <= layout.height;
}

function textBoxes(layout: GraphLayout): Box[] {
  const box = (text: string, x: number, y: number, size: number): Box => ({
    x,
    y: y - size,
    width: textWidth(text, size),
    height: size * 1.25,
  });
  return [
    ...layout.title.map(({ text, x, y }) => box(text, x, y, FONT_SIZE.title)),
    ...layout.headings.map(({ text, x, y }) =>
      box(text, x - textWidth(text, FONT_SIZE.heading) / 2, y, FONT_SIZE.heading),
    ),
    ...layout.legend.map(({ text, x, y }) => box(text, x + SAMPLE.length + SAMPLE.after, y, FONT_SIZE.legend)),
    ...layout.edges.flatMap(({ label }) => (label === null ? [] : [label.box])),
  ];
}

/** What holds of every picture, however odd the graph. */
function expectSound(graph: EventGraph): void {
  const layout = layoutGraph(graph);
  const { boxes, edges } = layout;
  expect(boxes.map(({ event }) => event.id)).toEqual(graph.events.map(({ id }) => id));
  for (const [index, box] of boxes.entries())
    expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([]);
  expect([...boxes, ...textBoxes(layout)].filter((box) => !contains(layout, box))).toEqual([]);
  expect(edges).toHaveLength(drawnEdges(graph).length);
  for (const line of edges) {
    expect(onBorder(line.start, boxes[line.edge.from] as Box)).toBe(true);
    expect(onBorder(endOf(line), boxes[line.edge.to] as Box)).toBe(true);
    const last = line.segments.at(-1);
    const before = line.segments.at(-2)?.to ?? line.start;
    expect(last?.kind).toBe('line');
    const piece = Math.hypot(endOf(line).x - before.x, endOf(line).y - before.y);
    expect(piece).toBeGreaterThanOrEqual(STRAIGHT_END - 1e-6);
    const path = pointsAlong(line, 4);
    expect(path.filter((point) => !contains(layout, { ...point, width: 0, height: 0 }))).toEqual([]);
    const crossed = boxes.filter((box) => path.some((point) => inside(point, larger(box, -0.5))));
    expect(crossed.map(({ event }) => event.id)).toEqual([]);
  }
}

describe('the layout of an event graph', () => {
  test.each(SAMPLES.map((graph) => [graph.title, graph] as const))('%s', (_title, graph) => {
    expectSound(graph);
    const layout = layoutGraph(graph);
    const labels = layout.edges.flatMap(({ label }) => (label === null ? [] : [label.box]));
    for (const [index, box] of labels.entries()) {
      for (const other of [...labels.slice(index + 1), ...layout.boxes]) expect(overlap(box, other)).toBe(false);
    }
  });

  test('boxes keep apart, lines reach them and cross none, and all is in the picture, whatever the graph', () => {
    fc.assert(fc.property(anyGraph, expectSound), { numRuns: cases(150, 30) });
  });

  test('the same graph gives the same picture', () => {
    for (const graph of SAMPLES) expect(layoutGraph(structuredClone(graph))).toEqual(layoutGraph(graph));
  });

  test('threads are columns from left to right, events rows, initial writes above all', () => {
    const { boxes, headings } = layoutGraph(INDEPENDENT_READS);
    const [x0, y0, c, d, e, f, g, h] = boxes as Required<typeof boxes>;
    if (x0 === undefined || y0 === undefined || c === undefined || d === undefined) throw new Error('eight boxes');
    if (e === undefined || f === undefined || g === undefined || h === undefined) throw new Error('eight boxes');
    expect([c.x < d.x, d.x < f.x, f.x < g.x]).toEqual([true, true, true]);
    expect(d.x).toBe(e.x);
    expect(d.width).toBe(e.width);
    expect(e.y).toBeGreaterThan(d.y + d.height);
    expect(h.y).toBe(e.y);
    expect(x0.y).toBe(y0.y);
    for (const { y } of headings) expect(x0.y + x0.height < y && y < c.y).toBe(true);
    expect(headings.map(({ text, x }) => [text, x])).toEqual([
      ['P0', c.x + c.width / 2],
      ['P1', d.x + d.width / 2],
      ['P2', f.x + f.width / 2],
      ['P3', g.x + g.width / 2],
    ]);
  });

  test('po is a straight line down the middle, and an atomic pair stands beside it', () => {
    const { edges, boxes } = layoutGraph(THREE_PROCESSES);
    for (const { edge, start, segments } of edges.filter(({ edge: { relation } }) => relation === 'po')) {
      const box = boxes[edge.from] as Box;
      expect(segments).toHaveLength(1);
      expect(start).toEqual({ x: box.x + box.width / 2, y: box.y + box.height });
      expect(segments[0]?.to.x).toBe(start.x);
    }
    const atom = edges.find(({ edge: { relation } }) => relation === 'atom');
    const po = edges.find(({ edge: { from, relation } }) => relation === 'po' && from === 7);
    expect(atom?.segments).toHaveLength(1);
    expect(Math.abs((atom?.start.x ?? 0) - (po?.start.x ?? 0))).toBeGreaterThan(10);
  });

  test('ends of edges at one box are apart, and boxes grow for them', () => {
    const many = Array.from({ length: 12 }, (_, index) => `1 R x=${index}`);
    const graph = eventGraph(
      '',
      ['P0', 'P1'],
      ['0 W x=1', ...many],
      many.map((_, index) => `0 rf ${index + 1}`),
    );
    const { edges, boxes } = layoutGraph(graph);
    const starts = edges.map(({ start }) => start.y).sort((one, other) => one - other);
    for (const [index, y] of starts.slice(1).entries()) expect(y - (starts[index] ?? 0)).toBeGreaterThan(8);
    expect(boxes[0]?.height).toBeGreaterThan(boxes[1]?.height ?? 0);
  });

  test('labels name the relation, and the location only where both events have others', () => {
    const labels = (graph: EventGraph): (string | undefined)[] =>
      layoutGraph(graph).edges.map(({ label }) => label?.text);
    expect(new Set(labels(STORE_BUFFERING))).toEqual(new Set(['rf', 'co', 'fr', undefined]));
    expect(labels(THREE_PROCESSES)).toContain('rf Flag[#1]');
    expect(labels(THREE_PROCESSES)).not.toContain('rf Turn');
    expect(labels(INDEPENDENT_READS).filter((text) => text === 'po')).toHaveLength(2);
  });

  test('the legend has the relations of the graph, and the cycle where there is one', () => {
    expect(layoutGraph(STORE_BUFFERING).legend.map(({ relation }) => relation)).toEqual(['po', 'rf', 'co', 'fr']);
    expect(layoutGraph(FENCED).legend.map(({ relation }) => relation)).toEqual(['po', 'rf', 'fr', 'fence', 'cycle']);
    expect(layoutGraph(eventGraph('', ['P0'], ['0 W x=1'], [])).legend).toEqual([]);
  });

  test('a graph without anything is an empty picture, and long texts are cut', () => {
    const { width, height, boxes } = layoutGraph(eventGraph('', [], [], []));
    expect([width > 0, height > 0, boxes.length]).toEqual([true, true, 0]);
    const long = layoutGraph(eventGraph('', ['P0'], [`0 W ${'x'.repeat(99)}=1 | ${'y'.repeat(99)}`], []));
    expect(long.boxes[0]?.lines[0]?.text).toMatch(/^a: W x{38}…$/);
    expect(long.boxes[0]?.origin).toMatch(/^y{43}…$/);
  });
});

describe('the parts of the layout', () => {
  test('boxes that want the same place share the push', () => {
    const lefts = spread([100, 100, 400], [40, 40, 40]);
    expect(lefts[1]).toBe((lefts[0] ?? 0) + 66);
    expect(lefts[2]).toBeGreaterThan((lefts[1] ?? 0) + 66);
    expect(spread([50], [20])).toEqual([40]);
    expect(spread([], [])).toEqual([]);
  });

  test('lines in the channel share a lane only when they are apart, and nested ones do not cross', () => {
    expect(
      channelLanes([
        { from: 0, to: 50 },
        { from: 100, to: 150 },
      ]),
    ).toEqual([0, 0]);
    // To the right the one from farther right is the upper one, to the left the one from farther left.
    expect(
      channelLanes([
        { from: 0, to: 100 },
        { from: 20, to: 120 },
      ]),
    ).toEqual([1, 0]);
    expect(
      channelLanes([
        { from: 100, to: 0 },
        { from: 120, to: 20 },
      ]),
    ).toEqual([0, 1]);
  });

  test('corners are rounded where there is room, and the way is sampled from end to end', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 50, y: 0 },
      { x: 50, y: 50 },
    ];
    const line = rounded(points, 10);
    expect(line.segments.map(({ kind }) => kind)).toEqual(['line', 'curve', 'line']);
    const path = pointsAlong(line, 5);
    expect(path[0]).toEqual(points[0]);
    expect(path.at(-1)).toEqual(points[2]);
    for (const [index, point] of path.slice(1).entries()) {
      const before = path[index] as Point;
      expect(Math.hypot(point.x - before.x, point.y - before.y)).toBeLessThan(8);
    }
    expect(path.every(({ x, y }) => x <= 50 && y <= 50)).toBe(true);
  });

  test('letters of wide scripts take two places', () => {
    expect(textWidth('ab', 10)).toBeCloseTo(12.1);
    expect(textWidth('漢', 10)).toBeCloseTo(12.1);
  });
});
