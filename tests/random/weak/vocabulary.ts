/**
 * What a random model for weak memory can say, and who may say it.
 *
 * In a transition the acting process speaks: it sees all weak cells, and of the arrays that are not weak its own row. In
 * `unsafe` and `invariant` everything can be said, weak cells as some process sees them. In `init` nobody reads yet.
 */
import type { Random } from '../random.js';
import { literal, type TextFormula, type TextSymbol } from '../text-model.js';

export const LOCATIONS = ['L1', 'L2', 'L3', 'L4'];
export const COLOURS = ['A', 'B', 'C'];

export interface Vocabulary {
  readonly random: Random;
  readonly symbols: readonly TextSymbol[];
  /** The constants that init gives, for the symbols that have one. */
  readonly starts: ReadonlyMap<string, string>;
  /** Whether the model compares processes by their order. */
  readonly ordered: boolean;
  /** `#1`.. when the number of processes is fixed and the model names some. */
  readonly constants: readonly string[];
  /** How often a cell is compared with another cell instead of a constant. */
  readonly relations: number;
}

/** Who speaks, and the names of processes at hand, the newest last. */
export type Voice =
  | { readonly kind: 'step'; readonly actor: string; readonly scope: readonly string[] }
  | { readonly kind: 'property' | 'init'; readonly scope: readonly string[] };

/** Which cells may be mentioned: whether a transition reads weak ones makes it atomic, so it is no accident here. */
export type Cells = 'local' | 'weak' | 'all';

export function isWeak({ keyword }: TextSymbol): boolean {
  return keyword === 'weak var' || keyword === 'weak array';
}

export function constantsOf(sort: string): readonly string[] {
  switch (sort) {
    case 'bool':
      return ['False', 'True'];
    case 'loc':
      return LOCATIONS;
    case 'colour':
      return COLOURS;
    case 'int':
      return ['0', '1', '2'];
    default:
      return [];
  }
}

/** `X`, `F[k]`, `M[i,k]`, `j@F[i]`; null when the speaker has no name for any cell of the symbol. */
export function access({ random, constants }: Vocabulary, voice: Voice, symbol: TextSymbol): string | null {
  const { scope } = voice;
  const named = constants.length > 0 && random.chance(0.2) ? [...scope, ...constants] : scope;
  const reader = voice.kind === 'property' && isWeak(symbol) ? (named.length > 0 ? random.pick(named) : null) : '';
  if (reader === null) return null;
  const seen = reader === '' ? '' : `${reader}@`;
  if (symbol.arity === 0) return `${seen}${symbol.name}`;
  if (named.length === 0) return null;
  const newest = named[named.length - 1] as string;
  const indices = Array.from({ length: symbol.arity }, () => (random.chance(0.4) ? newest : random.pick(named)));
  if (voice.kind === 'step' && symbol.keyword === 'array') indices[0] = voice.actor;
  return `${seen}${symbol.name}[${indices.join(',')}]`;
}

export function usable({ symbols }: Vocabulary, voice: Voice, cells: Cells): TextSymbol[] {
  return symbols.filter((symbol) => {
    if (cells !== 'all' && isWeak(symbol) !== (cells === 'weak')) return false;
    const named = voice.kind === 'property' ? isWeak(symbol) || symbol.arity > 0 : symbol.arity > 0;
    return voice.scope.length > 0 || !named;
  });
}

/** Accesses of a sort, at most one for each symbol. */
export function accessesOf(vocabulary: Vocabulary, voice: Voice, cells: Cells, sort: string): string[] {
  return usable(vocabulary, voice, cells)
    .filter((symbol) => symbol.sort === sort)
    .flatMap((symbol) => access(vocabulary, voice, symbol) ?? []);
}

/** What a literal should rather be at the start; a mere tendency, against models that never move or fail at once. */
export type Tendency = 'true' | 'false' | 'none';

/** A literal about one of these cells; `true` when there is nothing to say. */
export function randomLiteral(
  vocabulary: Vocabulary,
  voice: Voice,
  cells: Cells,
  tendency: Tendency = 'none',
): TextFormula {
  const { random, ordered } = vocabulary;
  if (ordered && voice.scope.length >= 2 && random.chance(0.12)) {
    const [one, other] = random.shuffle(voice.scope);
    return literal(`${one} ${random.pick(['<', '<=', '>', '<>'])} ${other}`);
  }
  const symbols = usable(vocabulary, voice, cells);
  if (symbols.length === 0) return literal('true');
  const symbol = random.pick(symbols);
  const left = access(vocabulary, voice, symbol);
  if (left === null) return literal('true');
  const other = inclined(vocabulary, symbol, tendency) ?? comparison(vocabulary, voice, cells, symbol, left);
  return literal(`${left} ${other}`);
}

function inclined({ random, starts, relations }: Vocabulary, symbol: TextSymbol, tendency: Tendency): string | null {
  const start = starts.get(symbol.name);
  if (tendency === 'none' || start === undefined || random.chance(relations)) return null;
  if (tendency === 'true') return `= ${start}`;
  const others = constantsOf(symbol.sort).filter((constant) => constant !== start);
  if (others.length === 0) return null;
  return random.chance(0.8) ? `= ${random.pick(others)}` : `<> ${start}`;
}

function comparison(vocabulary: Vocabulary, voice: Voice, cells: Cells, { sort }: TextSymbol, left: string): string {
  const { random, ordered, constants, relations } = vocabulary;
  const others = accessesOf(vocabulary, voice, cells, sort).filter((access) => access !== left);
  const other = others.length > 0 && random.chance(relations) ? random.pick(others) : null;
  switch (sort) {
    case 'int': {
      const operator = random.pick(['=', '=', '<>', '<', '<=', '>', '>=']);
      if (other === null) return `${operator} ${random.pick(constantsOf('int'))}`;
      return `${operator} ${other}${random.chance(0.35) ? random.pick([' + 1', ' - 1']) : ''}`;
    }
    case 'proc': {
      const processes = [...voice.scope, ...constants];
      const operator = random.pick(ordered ? ['=', '=', '<>', '<', '<='] : ['=', '=', '<>']);
      if (other !== null || processes.length === 0) return `${operator} ${other ?? left}`;
      return `${operator} ${random.pick(processes)}`;
    }
    default:
      return `${random.chance(0.25) ? '<>' : '='} ${other ?? random.pick(constantsOf(sort))}`;
  }
}

/** A term that a cell of the sort can be given, from these cells; conjuncts that keep numbers small go to `bounds`. */
export function randomValue(
  vocabulary: Vocabulary,
  voice: Voice,
  cells: Cells,
  sort: string,
  bounds: TextFormula[],
): string | null {
  const { random, constants } = vocabulary;
  const copies = accessesOf(vocabulary, voice, cells, sort);
  const copy = copies.length > 0 ? random.pick(copies) : null;
  if (sort === 'proc') {
    const processes = [...voice.scope, ...constants];
    return copy === null || random.chance(0.65) ? random.pick(processes) : copy;
  }
  if (copy !== null && random.chance(0.4)) {
    if (sort !== 'int' || random.chance(0.4)) return copy;
    const up = random.chance(0.65);
    bounds.push(literal(up ? `${copy} < ${random.between(1, 3)}` : `0 < ${copy}`));
    return `${copy} ${up ? '+' : '-'} 1`;
  }
  return random.pick(constantsOf(sort));
}
