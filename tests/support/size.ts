/**
 * Tests have sizes. `npm test` has every kind of test, small; `npm run test:long` has the campaigns: those tests that have
 * sizes (tests/sized.ts), with more cases and larger models; `npx vitest run --mode all` has everything that was ever
 * recorded, and takes hours. What a test asserts does not depend on its size, and nothing depends on a clock.
 */
const MODES = ['test', 'long', 'all'] as const;
type Mode = (typeof MODES)[number];

const MODE = (process.env.FENCEPOST_TESTS ?? 'test') as Mode;
if (!MODES.includes(MODE)) throw new Error(`tests are run with --mode ${MODES.join(' or ')}, not ${MODE}`);

export const isLong = MODE !== 'test';
export const isAll = MODE === 'all';

/** The size of a test: a number of cases, a bound on states, or the cases themselves. */
export function sized<T>(small: T, long: T, all: T = long): T {
  return { test: small, long, all }[MODE];
}

/** All of a list in a long run, unless so many of them do; otherwise about so many, spread over the list. */
export function share<T>(list: readonly T[], small: number, long = list.length): readonly T[] {
  const step = Math.max(1, list.length / sized(small, long, list.length));
  return list.filter((_, place) => Math.floor(place / step) !== Math.floor((place - 1) / step));
}

/** A list without what takes long there; a long run has all of it. */
export function quick<T>(list: readonly T[], isSlow: (each: T) => boolean): readonly T[] {
  return isLong ? list : list.filter((each) => !isSlow(each));
}

/** A number of random cases: all of them in a long run, a few in a short one unless so few say nothing. */
export function cases(long: number, small = fewOf(long)): number {
  return sized(small, long, 10 * long);
}

/** A thirty-second; of a small campaign a sixteenth. */
function fewOf(long: number): number {
  return Math.max(Math.ceil(long / 32), Math.min(12, Math.ceil(long / 16)));
}

/** How often something must have happened among these cases, so that they mean something: chance has its say in few. */
export function least(long: number): number {
  return sized(Math.floor(long * 0.03), long);
}
