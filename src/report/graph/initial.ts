/**
 * The initial writes: where they stand in their row, and the lanes of the channel below it, through which their edges
 * reach the gutters.
 */

/** Between two of them. */
const DISTANCE = 26;
/** Lines in one lane of the channel keep this far apart. */
const CLEARANCE = 9;

/**
 * Lefts of boxes that want their middles at the given places: pushed to the right where they would overlap, then all of
 * them back by the average push.
 */
export function spread(wanted: readonly number[], widths: readonly number[]): number[] {
  const boxes = wanted.map((middle, index) => ({ index, middle, width: widths[index] ?? 0 }));
  boxes.sort((one, other) => one.middle - other.middle || one.index - other.index);
  const lefts: number[] = [];
  let free = Number.NEGATIVE_INFINITY;
  let pushed = 0;
  for (const { index, middle, width } of boxes) {
    const left = Math.max(middle - width / 2, free);
    pushed += left + width / 2 - middle;
    lefts[index] = left;
    free = left + width + DISTANCE;
  }
  return lefts.map((left) => Math.round(left - pushed / lefts.length));
}

/** A line in the channel: down into it at `from`, out of it at `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * A lane for each line, counted from the top; lines in one lane don't touch.
 *
 * Of two lines to the right that overlap, the one that comes from farther right must be the upper one, or the upper would
 * run across the way down of the lower; to the left the mirror image. So lanes are given in that order, each below all
 * earlier ones that it overlaps.
 */
export function channelLanes(spans: readonly Span[]): number[] {
  const lines = spans.map(({ from, to }, index) => ({ index, from, to, rightwards: to >= from }));
  lines.sort(
    (one, other) =>
      Number(other.rightwards) - Number(one.rightwards) ||
      (one.rightwards ? other.from - one.from : one.from - other.from) ||
      one.index - other.index,
  );
  const lanes: number[] = [];
  const given: { readonly low: number; readonly high: number; readonly lane: number }[] = [];
  for (const { index, from, to } of lines) {
    const low = Math.min(from, to) - CLEARANCE;
    const high = Math.max(from, to) + CLEARANCE;
    const above = given.filter((other) => low < other.high && other.low < high);
    const lane = Math.max(0, ...above.map((other) => other.lane + 1));
    given.push({ low, high, lane });
    lanes[index] = lane;
  }
  return lanes;
}
