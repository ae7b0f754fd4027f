/** What the predicates are at first: one list of literals for each way to begin, or fewer where there are too many ways. */
import { constant, equal, type Formula, not, variable } from '../../logic/integer/formula.js';
import type { Prover } from '../../logic/integer/prover.js';
import type { FlatSystem } from './system.js';

/** More ways to begin are not told apart. */
const MOST_WAYS = 256;

export function initialStates(
  { variables, initial }: FlatSystem,
  predicates: readonly Formula[],
  prover: Prover,
): readonly (readonly number[])[] {
  let ways: readonly (readonly Formula[])[] = [
    initial.flatMap((value, number) => (value === 'any' ? [] : [equal(variable(number), constant(value))])),
  ];
  for (const [number, value] of initial.entries()) {
    const { low, high } = variables[number] as FlatSystem['variables'][number];
    if (value !== 'any' || low === null || high === null) continue;
    if (ways.length * (high - low + 1) > MOST_WAYS) continue;
    const values = Array.from({ length: high - low + 1 }, (_, i) => equal(variable(number), constant(low + i)));
    ways = ways.flatMap((way) => values.map((chosen) => [...way, chosen]));
  }
  return ways.map((way) =>
    predicates.flatMap((predicate, number) => {
      if (prover.implies(way, predicate)) return [2 * number];
      return prover.implies(way, not(predicate)) ? [2 * number + 1] : [];
    }),
  );
}
