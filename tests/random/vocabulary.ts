/**
 * What a random model can talk about: its symbols, and random terms and literals over the processes in scope.
 */
import type { Random } from './random.js';
import { literal, type TextFormula, type TextSymbol } from './text-model.js';

export const LOCATIONS = ['L1', 'L2', 'L3'];

/** Names of processes that a term may mention. */
export type Scope = readonly string[];

/** What a model is rather about. */
export interface Leaning {
  /** How often a cell is compared with another cell instead of a constant. */
  readonly relations: number;
  /** How often an update leaves the value open. */
  readonly open: number;
  /** Weights of no, one or two quantified conjuncts in a guard. */
  readonly quantified: readonly number[];
}

export interface Vocabulary {
  readonly random: Random;
  readonly leaning: Leaning;
  readonly symbols: readonly TextSymbol[];
  /** Whether the model compares processes by their order. */
  readonly ordered: boolean;
  /** The constants that init gives, for the symbols that have one. */
  readonly starts: ReadonlyMap<string, string>;
  /** `#1`.. when the number of processes is fixed and the model names some. */
  readonly constants: readonly string[];
}

export function constantsOf(random: Random, sort: string): string[] {
  switch (sort) {
    case 'bool':
      return ['False', 'True'];
    case 'loc':
      return LOCATIONS;
    case 'int':
      return random.chance(0.1) ? ['-1', '3'] : ['0', '1', '2'];
    case 'real':
      return ['0.0', '0.5', '1.0'];
    default:
      return [];
  }
}

/** `X`, `P[i]`, `M[i,k]`; null when the symbol needs a process and none is in scope. */
export function access(vocabulary: Vocabulary, symbol: TextSymbol, scope: Scope): string | null {
  const { random, constants } = vocabulary;
  if (symbol.arity === 0) return symbol.name;
  const processes = random.chance(0.15) ? [...scope, ...constants] : scope;
  if (processes.length === 0) return null;
  // The newest name in scope is the one that matters inside a quantifier or a case.
  const newest = processes[processes.length - 1] as string;
  const indices = Array.from({ length: symbol.arity }, () => (random.chance(0.4) ? newest : random.pick(processes)));
  return `${symbol.name}[${indices.join(',')}]`;
}

/** Accesses of a sort, at most one for each symbol. */
export function accessesOf(vocabulary: Vocabulary, sort: string, scope: Scope, rigid = true): string[] {
  return vocabulary.symbols
    .filter((symbol) => symbol.sort === sort && (rigid || symbol.keyword !== 'const'))
    .flatMap((symbol) => access(vocabulary, symbol, scope) ?? []);
}

/** What a literal should rather be at the start; a mere tendency, against models that never move or fail at once. */
export type Tendency = 'true' | 'false' | 'none';

/** A literal about the accesses in scope, or about the order of processes; `true` when there is nothing to say. */
export function randomLiteral(vocabulary: Vocabulary, scope: Scope, tendency: Tendency = 'none'): TextFormula {
  const { random, ordered, constants } = vocabulary;
  const processes = [...scope, ...constants];
  if (ordered && processes.length >= 2 && random.chance(0.15)) {
    const [one, other] = random.shuffle(processes);
    return literal(`${one} ${random.pick(['<', '<=', '<', '>', '<>', '='])} ${other}`);
  }
  const newest = scope[scope.length - 1];
  const usable = vocabulary.symbols.filter((symbol) => symbol.arity === 0 || processes.length > 0);
  const arrays = usable.filter((symbol) => symbol.arity > 0);
  const symbol = random.pick(newest !== undefined && arrays.length > 0 && random.chance(0.6) ? arrays : usable);
  const left = access(vocabulary, symbol, scope.length > 0 ? scope : constants) ?? symbol.name;
  return literal(`${left} ${inclined(vocabulary, symbol, tendency) ?? comparison(vocabulary, symbol, left, scope)}`);
}

function inclined({ random, starts, leaning }: Vocabulary, symbol: TextSymbol, tendency: Tendency): string | null {
  const start = starts.get(symbol.name);
  if (tendency === 'none' || start === undefined || random.chance(leaning.relations)) return null;
  if (tendency === 'true') return `= ${start}`;
  const others = constantsOf(random, symbol.sort).filter((constant) => constant !== start);
  return random.chance(0.8) ? `= ${random.pick(others)}` : `<> ${start}`;
}

function comparison(vocabulary: Vocabulary, symbol: TextSymbol, left: string, scope: Scope): string {
  const { random, ordered, constants } = vocabulary;
  const others = accessesOf(vocabulary, symbol.sort, scope).filter((other) => other !== left);
  const other = others.length > 0 && random.chance(vocabulary.leaning.relations) ? random.pick(others) : null;
  switch (symbol.sort) {
    case 'bool':
    case 'loc':
      return `${random.chance(other === null ? 0.25 : 0.5) ? '<>' : '='} ${other ?? random.pick(constantsOf(random, symbol.sort))}`;
    case 'int': {
      const operator = random.pick(['=', '=', '<>', '<', '<=', '>', '>=']);
      if (other === null) return `${operator} ${random.pick(constantsOf(random, 'int'))}`;
      return `${operator} ${other}${random.chance(0.3) ? random.pick([' + 1', ' - 1']) : ''}`;
    }
    case 'real':
      return `${random.pick(['=', '<>', '<', '<='])} ${other ?? random.pick(constantsOf(random, 'real'))}`;
    case 'proc': {
      const processes = [...scope, ...constants];
      const operator = random.pick(ordered ? ['=', '<>', '<', '<=', '>'] : ['=', '=', '<>']);
      if (other !== null || processes.length === 0) return `${operator} ${other ?? left}`;
      return `${operator} ${random.pick(processes)}`;
    }
    default:
      return `${random.pick(['=', '<>'])} ${other ?? left}`;
  }
}

/** A term of the sort that a cell can be given; null when the model has none. */
export function randomValue(vocabulary: Vocabulary, sort: string, scope: Scope, own: string | null): string | null {
  const { random, constants } = vocabulary;
  const copies = accessesOf(vocabulary, sort, scope);
  const copy = copies.length > 0 ? random.pick(copies) : null;
  switch (sort) {
    case 'proc': {
      const processes = [...scope, ...constants];
      if (processes.length > 0 && random.chance(0.85)) return random.pick(processes);
      return copy;
    }
    case 'int':
      if (copy !== null && random.chance(0.25)) return random.chance(0.7) ? copy : `${copy} + 1`;
      if (own !== null && random.chance(0.4)) return own;
      return random.pick(constantsOf(random, 'int'));
    case 'data':
      return copy;
    default:
      if (copy !== null && random.chance(0.2)) return copy;
      return random.pick(constantsOf(random, sort));
  }
}
