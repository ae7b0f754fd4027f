/**
 * Values for the prover to start from, small and within the bounds: several lists, to be taken in turn, so that models are
 * not all alike. A prime number of them, as questions often come in rounds.
 */
import type { Bounds } from './differences.js';

const COUNT = 61;

export function startingValues(bounds: readonly Bounds[]): Float64Array[] {
  return Array.from({ length: COUNT }, (_, round) => valuesOf(bounds, round));
}

/** Those nearest to 0 in the first round, all different in the second. */
function valuesOf(bounds: readonly Bounds[], round: number): Float64Array {
  let state = Math.imul(round + 1, 0x9e3779b9) >>> 0;
  const width = 2 + (round % 5);
  return Float64Array.from(bounds, ({ low, high }, variable) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const wanted = round === 0 ? 0 : round === 1 ? variable : (state >>> 16) % width;
    const nearest = Math.max(low ?? -Infinity, Math.min(0, high ?? Infinity));
    if (low !== null && high !== null) return low + ((nearest - low + wanted) % (high - low + 1));
    return high === null ? nearest + wanted : nearest - wanted;
  });
}
