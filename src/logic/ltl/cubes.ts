/**
 * Sets of valuations as cubes: conjunctions of literals over at most 31 propositions.
 *
 * A cube says which propositions hold (bits of `positive`) and which don't (bits of `negative`). A valuation is a number
 * whose bits are the propositions that hold.
 */

export interface Cube {
  readonly positive: number;
  readonly negative: number;
}

/** Bits of a number that stay clear of its sign. */
export const PROPOSITIONS = 31;

export const satisfies = (valuation: number, { positive, negative }: Cube) =>
  (valuation & positive) === positive && (valuation & negative) === 0;

/** Every valuation of `a` is one of `b`. */
export const isWithin = (a: Cube, b: Cube) =>
  (a.positive & b.positive) === b.positive && (a.negative & b.negative) === b.negative;

/**
 * Every valuation of the cube is in one of the others. Splits the cube at a literal of an overlapping other until one
 * of them holds all of it; exponential in the number of propositions at worst, which is how hard the question is.
 */
export function isCovered(cube: Cube, others: readonly Cube[]): boolean {
  const overlapping: Cube[] = [];
  for (const other of others) {
    if (isWithin(cube, other)) return true;
    if ((cube.positive & other.negative) === 0 && (cube.negative & other.positive) === 0) overlapping.push(other);
  }
  const [first] = overlapping;
  if (first === undefined || overlapping.length === 1) return false;
  const { positive, negative } = cube;
  const free = (first.positive | first.negative) & ~(positive | negative);
  const bit = free & -free;
  return (
    isCovered({ positive: positive | bit, negative }, overlapping) &&
    isCovered({ positive, negative: negative | bit }, overlapping)
  );
}

/** Above this many cubes only containment is looked at. */
const CONSENSUS_LIMIT = 24;

/**
 * The same valuations by fewer cubes: all prime cubes, by consensus (Quine), and of these one after the other is left
 * out if the rest covers it, those with most literals first. Where that chooses badly, the given ones are kept.
 */
export function minimize(cubes: readonly Cube[]): Cube[] {
  const given = maximal(cubes);
  if (given.length === 1 || given.length > CONSENSUS_LIMIT) return given;
  const primes = consensusClosure(given);
  const [first, second] = [irredundant(given), primes === null ? given : irredundant(primes)];
  return second.length <= first.length ? second : first;
}

function irredundant(cubes: readonly Cube[]): Cube[] {
  let kept = [...cubes];
  kept.sort((a, b) => literals(b) - literals(a) || a.positive - b.positive || a.negative - b.negative);
  for (const cube of [...kept]) {
    const rest = kept.filter((other) => other !== cube);
    if (isCovered(cube, rest)) kept = rest;
  }
  return kept;
}

/** Null if it grows too large. */
function consensusClosure(cubes: readonly Cube[]): Cube[] | null {
  let closed = [...cubes];
  for (let changed = true; changed; ) {
    changed = false;
    const found: Cube[] = [];
    for (const [i, a] of closed.entries()) {
      for (let j = 0; j < i; j++) {
        const one = consensus(a, closed[j] as Cube);
        if (one !== null && !closed.some((cube) => isWithin(one, cube))) found.push(one);
      }
    }
    if (found.length === 0) break;
    closed = maximal([...closed, ...found]);
    if (closed.length > 4 * CONSENSUS_LIMIT) return null;
    changed = true;
  }
  return closed;
}

/** The largest cube within the union of two that is in neither, if they differ in the sign of one proposition. */
function consensus(a: Cube, b: Cube): Cube | null {
  const opposed = (a.positive & b.negative) | (a.negative & b.positive);
  if (opposed === 0 || (opposed & (opposed - 1)) !== 0) return null;
  return { positive: (a.positive | b.positive) & ~opposed, negative: (a.negative | b.negative) & ~opposed };
}

/** Those that are within no other. */
function maximal(cubes: readonly Cube[]): Cube[] {
  const kept: Cube[] = [];
  // Few literals first: what is kept is within nothing that comes later, and most is dropped at once.
  for (const cube of [...cubes].sort((a, b) => literals(a) - literals(b))) {
    if (!kept.some((other) => isWithin(cube, other))) kept.push(cube);
  }
  return kept;
}

function literals({ positive, negative }: Cube): number {
  let count = 0;
  for (let bits = positive | negative; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/**
 * Cubes for a truth table, none of which can be left out: by Minato and Morreale's recursion. Bit i of a position in the
 * table is the value of `propositions[i]`.
 */
export function coverOf(table: readonly number[], propositions: readonly number[]): Cube[] {
  return coverBetween(table, table, propositions);
}

/** Covers all of `least` and nothing outside of `most`. */
function coverBetween(least: readonly number[], most: readonly number[], propositions: readonly number[]): Cube[] {
  if (!least.includes(1)) return [];
  if (!most.includes(0)) return [{ positive: 0, negative: 0 }];
  const rest = propositions.slice(0, -1);
  const bit = 1 << (propositions[rest.length] as number);
  const half = least.length / 2;
  const [least0, least1] = [least.slice(0, half), least.slice(half)];
  const [most0, most1] = [most.slice(0, half), most.slice(half)];
  const only0 = coverBetween(
    least0.map((value, at) => value & ~(most1[at] as number)),
    most0,
    rest,
  );
  const only1 = coverBetween(
    least1.map((value, at) => value & ~(most0[at] as number)),
    most1,
    rest,
  );
  const [done0, done1] = [tableOf(only0, rest), tableOf(only1, rest)];
  const left = least0.map(
    (value, at) => (value & ~(done0[at] as number)) | ((least1[at] as number) & ~(done1[at] as number)),
  );
  const both = coverBetween(
    left,
    most0.map((value, at) => value & (most1[at] as number)),
    rest,
  );
  return [
    ...only0.map(({ positive, negative }) => ({ positive, negative: negative | bit })),
    ...only1.map(({ positive, negative }) => ({ positive: positive | bit, negative })),
    ...both,
  ];
}

function tableOf(cubes: readonly Cube[], propositions: readonly number[]): readonly number[] {
  return Array.from({ length: 2 ** propositions.length }, (_, position) => {
    const valuation = propositions.reduce((bits, proposition, at) => bits | (((position >> at) & 1) << proposition), 0);
    return cubes.some((cube) => satisfies(valuation, cube)) ? 1 : 0;
  });
}
