/**
 * Place sums in the data of a certificate: two fields beside its cubes. Reading back trusts nothing: counters are scalars of
 * sort int, places are values of enumerated arrays over processes, all of them the system's own; the rest is for solvers.
 */
import type { ArraySystem, Property, StateSymbol } from '../../models/array-system/model.js';
import type { PlaceSum, PlaceSums } from '../../models/array-system/place-sum.js';
import { block, Fault, Fields, listOf, numberBelow, text as textOf } from '../json-text.js';

/** Cubes as text: `file.ts`. */
interface Writer {
  cubes(cubes: readonly Property[]): Iterable<object>;
}

interface Reader {
  property(fields: Fields, where: string, readsOf: () => () => boolean): Property;
}

export const SUM_FIELDS = ['sums', 'excluded'] as const;

const MOST = { sums: 20, weights: 2_000, excluded: 2_000, parameters: 16 } as const;

export function* writeSums(counts: PlaceSums | null, writer: Writer): Generator<string> {
  if (counts === null) return;
  yield ',\n';
  yield* block(
    'sums',
    counts.sums.map(({ scalars, arrays, weights, constant }) => ({
      counters: scalars.map(({ symbol, factor }) => [`${factor}`, symbol.name]),
      places: arrays.map(({ name }) => name),
      weights: weights.map(({ values, weight }) => [`${weight}`, ...values]),
      constant: `${constant}`,
    })),
  );
  yield ',\n';
  const cubes = [...writer.cubes(counts.excluded.map(({ cube }) => cube))];
  yield* block(
    'excluded',
    counts.excluded.map(({ sum }, k) => ({ sum, ...cubes[k] })),
  );
}

/** Whether the data have sums. */
export function countsIn(content: unknown): boolean {
  return typeof content === 'object' && content !== null && 'sums' in content;
}

export function readSums(system: ArraySystem, fields: Fields, reader: Reader): PlaceSums | { readonly fault: string } {
  try {
    if (system.processes !== null) throw new Fault('the certificate', 'sums are for any number of processes');
    const sums = fields.list('sums', (sum, at) => readSum(system, sum, at));
    if (sums.length > MOST.sums) throw new Fault('the certificate', 'too many sums');
    const excluded = fields.list('excluded', (value, at) => {
      const cube = new Fields(value, at, ['sum', 'parameters', 'formula']);
      const sum = cube.of('sum', (number, place) => numberBelow(number, sums.length, place));
      const property: Property = reader.property(cube, at, () => () => false);
      if (property.parameters.length > MOST.parameters) throw new Fault(at, 'too many processes');
      return { sum, cube: property };
    });
    if (excluded.length > MOST.excluded) throw new Fault('the certificate', 'too many excluded cubes');
    return { sums, excluded };
  } catch (fault) {
    if (fault instanceof Fault) return { fault: fault.message };
    throw fault;
  }
}

function readSum(system: ArraySystem, value: unknown, where: string): PlaceSum {
  const fields = new Fields(value, where, ['counters', 'places', 'weights', 'constant']);
  const named = (name: unknown, at: string): StateSymbol => {
    const symbol = system.symbols.find((each) => each.name === textOf(name, at));
    if (symbol === undefined) throw new Fault(at, 'there is no such cell in the model');
    return symbol;
  };
  const scalars = fields.list('counters', (pair, at) => {
    const [factor, name] = listOf(pair, at, (each) => each);
    const symbol = named(name, at);
    if (symbol.arity !== 0 || symbol.sort.kind !== 'int') throw new Fault(at, `${symbol.name} is no counter`);
    return { symbol, factor: whole(factor, at) };
  });
  const arrays = fields.list('places', (name, at) => {
    const symbol = named(name, at);
    if (symbol.arity !== 1 || symbol.sort.kind !== 'enum' || symbol.weak)
      throw new Fault(at, `${symbol.name} is no place`);
    return symbol;
  });
  const weights = fields.list('weights', (row, at) => {
    const [weight, ...values] = listOf(row, at, (each) => each);
    if (values.length !== arrays.length) throw new Fault(at, 'not a value for each array');
    return {
      weight: whole(weight, at),
      values: values.map((each, k) => {
        const { sort } = arrays[k] as StateSymbol;
        return numberBelow(each, sort.kind === 'enum' ? sort.constructors.length : 0, at);
      }),
    };
  });
  if (weights.length > MOST.weights) throw new Fault(where, 'too many weights');
  return { scalars, arrays, weights, constant: fields.of('constant', whole) };
}

function whole(value: unknown, where: string): bigint {
  const text = textOf(value, where);
  if (!/^-?[0-9]{1,60}$/.test(text)) throw new Fault(where, 'no whole number');
  return BigInt(text);
}
