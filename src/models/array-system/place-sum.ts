/**
 * Place sums: what a counter has to do with where processes are.
 *
 *     2 x - y + (sum over all processes p of weight(p)) = constant
 *
 * The weight of a process is a number that depends on its cells of some enumerated arrays, as `PC[p]`. A cube cannot say
 * this: it speaks of a few processes, the sum of all. It is an invariant if it holds at first and no step changes the left
 * side. Weights that are not listed are 0.
 */
import type { Property, StateSymbol } from './model.js';

export interface PlaceSum {
  /** Scalars of sort int with their factors, which are not 0. */
  readonly scalars: readonly { readonly symbol: StateSymbol; readonly factor: bigint }[];
  /** Arrays over processes, of an enumerated sort, whose cells decide the weight of a process. */
  readonly arrays: readonly StateSymbol[];
  /** For values of these arrays, in their order, a weight other than 0. */
  readonly weights: readonly { readonly values: readonly number[]; readonly weight: bigint }[];
  readonly constant: bigint;
}

/** Sums that all reachable states satisfy, and cubes without such states for that reason. */
export interface PlaceSums {
  readonly sums: readonly PlaceSum[];
  /** They have no step of their own in a proof. */
  readonly excluded: readonly ExcludedCube[];
}

/** A cube that contradicts the sum with this number. */
export interface ExcludedCube {
  readonly cube: Property;
  readonly sum: number;
}

export function showPlaceSum({ scalars, arrays, weights, constant }: PlaceSum): string {
  const factor = (value: bigint) => (value === 1n ? '' : `${value} `);
  const numbers = scalars.map(({ symbol, factor: by }) => `${factor(by)}${symbol.name}`);
  const places = weights.map(({ values, weight }) => {
    const cells = values.map((value, k) => {
      const { name, sort } = arrays[k] as StateSymbol;
      return `${name}[p] = ${sort.kind === 'enum' ? sort.constructors[value] : value}`;
    });
    return `${factor(weight)}#{p: ${cells.join(' && ')}}`;
  });
  return `${[...numbers, ...places].join(' + ')} = ${constant}`;
}
