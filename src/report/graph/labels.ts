/**
 * Puts the labels of edges where they can be read.
 *
 * A label sits on its line, or beside it when the line is short. Of the places along it the one is taken that hides least: boxes, headings and other labels
 * should not be touched at all, other lines and corners rarely, and the middle is better than the ends. Greedy, one label after the
 * other, those with the shortest lines first because they have the least choice.
 */
import { type Box, endOf, inside, type Line, larger, overlap, type Point, pointsAlong, textWidth } from './geometry.js';

export const LABEL_SIZE = 11;
const HEIGHT = 14;
const SPACE_AROUND = 3;
const STEP = 5;
/** Where lines fan out is no place for a label, and on the head of an arrow even less. */
const FREE_END = 14;
const HEAD = 12;
/** Beside a foreign line a label would be taken for its own. */
const CLEARANCE = 2;
/** A label would hide most of a line that is shorter: it stands beside it. */
const SHORT = 60;

export interface Label {
  readonly text: string;
  readonly box: Box;
}

/** On the line, or right and left of it; never beyond the edges of the picture. */
function placesAt({ x, y }: Point, text: string, short: boolean, picture: number): Box[] {
  const width = textWidth(text, LABEL_SIZE) + 2 * SPACE_AROUND;
  const lefts = short ? [x + SPACE_AROUND, x - width - SPACE_AROUND] : [x - width / 2];
  return lefts.map((left) => ({
    x: Math.max(SPACE_AROUND, Math.min(left, picture - SPACE_AROUND - width)),
    y: y - HEIGHT / 2,
    width,
    height: HEIGHT,
  }));
}

function lengthOf(path: readonly Point[]): number {
  return path.slice(1).reduce((sum, { x, y }, index) => {
    const before = path[index] as Point;
    return sum + Math.hypot(x - before.x, y - before.y);
  }, 0);
}

/** Whether the path turns within a label's reach: where a corner is hidden, people lose the line. */
function turns(path: readonly Point[], position: number): boolean {
  const [before, here, after] = [path[position - 3], path[position], path[position + 3]];
  if (before === undefined || here === undefined || after === undefined) return false;
  const [x1, y1, x2, y2] = [here.x - before.x, here.y - before.y, after.x - here.x, after.y - here.y];
  return Math.abs(x1 * y2 - y1 * x2) > 0.4 * Math.hypot(x1, y1) * Math.hypot(x2, y2);
}

/** The box that holds all points. */
function around(path: readonly Point[]): Box {
  const xs = path.map(({ x }) => x);
  const ys = path.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function headOf(line: Line): Box {
  const { x, y } = endOf(line);
  return { x: x - HEAD, y: y - HEAD / 2, width: 2 * HEAD, height: HEAD };
}

/** A label, or null, for each line of a picture so wide; '' asks for none. */
export function placeLabels(
  lines: readonly Line[],
  texts: readonly string[],
  obstacles: readonly Box[],
  picture: number,
): (Label | null)[] {
  const paths = lines.map((line) => pointsAlong(line, STEP));
  const extents = paths.map((path) => larger(around(path), 1));
  const labels: (Label | null)[] = lines.map(() => null);
  const order = [...lines.keys()]
    .filter((index) => texts[index] !== '')
    .sort((one, other) => (paths[one]?.length ?? 0) - (paths[other]?.length ?? 0) || one - other);
  const avoided = [...obstacles, ...lines.map(headOf)];
  for (const index of order) {
    const text = texts[index] ?? '';
    const path = paths[index] ?? [];
    const short = lengthOf(path) < SHORT;
    const skipped = short ? 0 : Math.min(Math.ceil(FREE_END / STEP), Math.floor((path.length - 1) / 2));
    let best: Box | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const [position, point] of path.entries()) {
      if (position < skipped || position >= path.length - skipped) continue;
      for (const box of placesAt(point, text, short, picture)) {
        const covered = avoided.filter((other) => overlap(box, other, 2)).length;
        const near = larger(box, CLEARANCE);
        const crossed = paths.filter(
          (other, number) =>
            number !== index && overlap(near, extents[number] as Box) && other.some((place) => inside(place, near)),
        );
        const offCentre = Math.abs(position / Math.max(1, path.length - 1) - 0.5);
        const cost = 1000 * covered + 3 * crossed.length + 4 * offCentre + (turns(path, position) ? 2 : 0);
        if (cost < least) [best, least] = [box, cost];
      }
    }
    if (best === null) continue;
    avoided.push(best);
    labels[index] = { text, box: best };
  }
  return labels;
}
