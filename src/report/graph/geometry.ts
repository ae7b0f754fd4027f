/** Points, boxes and the lines between them, in the pixels of a picture: y grows downwards. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The next piece of a line, from where the last one ended: straight, or a cubic curve with its two control points. */
export type Segment =
  | { readonly kind: 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly first: Point; readonly second: Point; readonly to: Point };

export interface Line {
  readonly start: Point;
  readonly segments: readonly Segment[];
}

/** Scripts whose letters take two places in a monospaced font. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|[\u{1f300}-\u{1faff}]/u;

/** Places that a text takes in a monospaced font. */
export function places(text: string): number {
  let count = 0;
  for (const character of text) count += WIDE.test(character) ? 2 : 1;
  return count;
}

/** The width of a text in a monospaced font: no common one is wider than 0.605 of its size. */
export function textWidth(text: string, size: number): number {
  return places(text) * size * 0.605;
}

export function endOf({ start, segments }: Line): Point {
  return segments.at(-1)?.to ?? start;
}

export function overlap(one: Box, other: Box, distance = 0): boolean {
  return (
    one.x < other.x + other.width + distance &&
    other.x < one.x + one.width + distance &&
    one.y < other.y + other.height + distance &&
    other.y < one.y + one.height + distance
  );
}

/** The box with so much more on each side. */
export function larger({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

export function inside(point: Point, box: Box): boolean {
  return point.x > box.x && point.x < box.x + box.width && point.y > box.y && point.y < box.y + box.height;
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const share = length === 0 ? 0 : distance / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Every line ends with a straight piece of at least this length, which the head of its arrow covers. */
export const STRAIGHT_END = 12;

/** Straight pieces through the points, with the corners rounded as far as there is room. */
export function rounded(points: readonly Point[], radius: number): Line {
  const [start, ...rest] = points;
  if (start === undefined) throw new Error('a line has a start');
  const segments: Segment[] = [];
  for (const [index, corner] of rest.entries()) {
    const before = points[index] as Point;
    const after = rest[index + 1];
    if (after === undefined) {
      segments.push({ kind: 'line', to: corner });
      break;
    }
    const entering = Math.hypot(corner.x - before.x, corner.y - before.y);
    const leaving = Math.hypot(after.x - corner.x, after.y - corner.y);
    const last = index === rest.length - 2;
    const size = Math.max(0, Math.min(radius, entering / 2, last ? leaving - STRAIGHT_END : leaving / 2));
    const enter = towards(corner, before, size);
    const leave = towards(corner, after, size);
    segments.push({ kind: 'line', to: enter });
    segments.push({
      kind: 'curve',
      first: towards(corner, before, size * 0.45),
      second: towards(corner, after, size * 0.45),
      to: leave,
    });
  }
  return { start, segments };
}

/** A curve from one point to another that leaves and arrives horizontally. */
export function swing(from: Point, to: Point): Segment {
  const middle = (from.x + to.x) / 2;
  return { kind: 'curve', first: { x: middle, y: from.y }, second: { x: middle, y: to.y }, to };
}

function onSegment(from: Point, segment: Segment, share: number): Point {
  const rest = 1 - share;
  const { to } = segment;
  if (segment.kind === 'line') return { x: rest * from.x + share * to.x, y: rest * from.y + share * to.y };
  const { first, second } = segment;
  const weigh = (a: number, b: number, c: number, d: number): number =>
    rest ** 3 * a + 3 * rest ** 2 * share * b + 3 * rest * share ** 2 * c + share ** 3 * d;
  return { x: weigh(from.x, first.x, second.x, to.x), y: weigh(from.y, first.y, second.y, to.y) };
}

const SAMPLES_IN_CURVE = 32;

/** Points along the line, both ends included, about `distance` apart. */
export function pointsAlong(line: Line, distance: number): Point[] {
  const fine: Point[] = [line.start];
  for (const segment of line.segments) {
    const from = fine.at(-1) as Point;
    const length = Math.hypot(segment.to.x - from.x, segment.to.y - from.y);
    const steps = segment.kind === 'line' ? Math.max(1, Math.ceil(length / distance)) : SAMPLES_IN_CURVE;
    for (let step = 1; step <= steps; step++) fine.push(onSegment(from, segment, step / steps));
  }
  // Curves are sampled more closely than asked: keep those that are far enough from the last one kept.
  const kept: Point[] = [];
  for (const point of fine) {
    const last = kept.at(-1);
    if (last === undefined || Math.hypot(point.x - last.x, point.y - last.y) >= distance * 0.75) kept.push(point);
  }
  const end = fine.at(-1) as Point;
  if (kept.at(-1) !== end) kept.push(end);
  return kept;
}
