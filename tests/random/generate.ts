/**
 * Random models from a seed.
 *
 * Purely random systems are mostly trivial: unsafe at once, or never able to move. So only some are. Others are drawn
 * around a protocol: an array of locations that starts at L1, transitions that move one process along the locations, and
 * an unsafe condition about processes at the last one. Everything else is random: which tests and updates come with a
 * move, quantified guards, counters, matrices, processes kept in variables, the order of processes, open choices. The
 * rest are variations of protocols that work. Campaigns also take models that count and models with hints.
 */
import { countingModel, plainModel, withHints } from './counting.js';
import { Random } from './random.js';
import { type Phrases, randomCondition, randomGuard, randomPredicates } from './random-formulas.js';
import { randomUpdates } from './random-updates.js';
import { SKELETONS } from './skeletons.js';
import {
  conjunction,
  literal,
  type TextFormula,
  type TextModel,
  type TextProperty,
  type TextSymbol,
  type TextTransition,
} from './text-model.js';
import { vary } from './vary.js';
import { constantsOf, type Leaning, LOCATIONS, randomLiteral, type Vocabulary } from './vocabulary.js';

const USUAL: Leaning = { relations: 0.2, open: 0.1, quantified: [6, 3, 0.7] };
/** About which cells are equal, with values that come from nowhere. */
const RELATIONAL: Leaning = { relations: 0.65, open: 0.3, quantified: [6, 2, 0] };
/** About everybody at once. */
const UNIVERSAL: Leaning = { relations: 0.1, open: 0.05, quantified: [1, 5, 2] };

const SCALAR_SORTS = { bool: 4, loc: 2, int: 3, proc: 2, real: 0.2, data: 0.3 };
const ARRAY_SORTS = { loc: 3, bool: 4, int: 2, proc: 0.4, data: 0.15 };

/** As campaigns take them: one in four counts, or has hints that may be wrong. */
export function campaignModel(seed: number): TextModel {
  if (seed % 4 !== 3) return randomModel(seed);
  const random = new Random(seed);
  if (random.chance(0.25)) return withHints(random, randomModel(seed));
  return varied(random, plainModel(countingModel(random)), random.count([6, 2, 1]));
}

export function randomModel(seed: number): TextModel {
  const random = new Random(seed);
  // Neighbouring seeds start alike: let them part.
  for (let turn = 0; turn < 8; turn++) random.next();
  switch (random.weighted({ free: 20, protocol: 28, variation: 26, relational: 16, universal: 12 })) {
    case 'variation':
      return varied(random, random.pick(SKELETONS));
    case 'free':
      return randomSystem(random, false, USUAL, randomSymbols(random, false));
    case 'protocol':
      return randomSystem(random, true, USUAL, randomSymbols(random, true));
    case 'relational':
      return randomSystem(random, false, RELATIONAL, relatedSymbols(random));
    case 'universal':
      return randomSystem(random, true, UNIVERSAL, randomSymbols(random, true));
  }
}

function varied(random: Random, given: TextModel, exactly?: number): TextModel {
  let model = given;
  const phrases: Phrases = {
    random,
    leaning: USUAL,
    symbols: model.symbols,
    ordered: random.chance(0.2),
    starts: new Map(),
    constants: [],
    predicates: [],
  };
  const times = exactly ?? random.count([1, 4, 4, 2]);
  for (let time = 0; time < times; time++) {
    if (model.transitions.every((transition) => transition.updates.length > 0)) model = vary(phrases, model);
  }
  return model;
}

function randomSystem(random: Random, protocol: boolean, leaning: Leaning, symbols: TextSymbol[]): TextModel {
  const processes = random.chance(0.07) ? random.between(1, 3) : null;
  const vocabulary: Vocabulary = {
    random,
    leaning,
    symbols,
    ordered: random.chance(0.25),
    starts: randomStarts(random, symbols, protocol),
    constants: processes === null ? [] : Array.from({ length: processes }, (_, index) => `#${index + 1}`),
  };
  const phrases: Phrases = { ...vocabulary, predicates: randomPredicates(vocabulary, random) };
  const unsafe = [randomUnsafe(phrases, protocol)];
  if (random.chance(0.12)) unsafe.push(randomUnsafe(phrases, false));
  const transitions: TextTransition[] = [];
  for (const name of ['t1', 't2', 't3', 't4'].slice(0, random.between(2, 4))) {
    transitions.push(randomTransition(phrases, name, protocol));
  }
  const used = new Set(symbols.map((symbol) => symbol.sort));
  return {
    processes,
    types: [
      ...(used.has('loc') ? [{ name: 'loc', constructors: LOCATIONS }] : []),
      ...(used.has('data') ? [{ name: 'data', constructors: null }] : []),
    ],
    symbols,
    predicates: phrases.predicates,
    init: randomInit(phrases),
    unsafe,
    invariants: random.chance(0.05) ? [randomUnsafe(phrases, false)] : [],
    transitions,
  };
}

function randomSymbols(random: Random, protocol: boolean): TextSymbol[] {
  const symbols: TextSymbol[] = [];
  for (const name of ['X', 'Y', 'Z'].slice(0, random.between(1, 3))) {
    const keyword = random.chance(0.06) ? 'const' : 'var';
    symbols.push({ keyword, name, arity: 0, sort: random.weighted(SCALAR_SORTS) });
  }
  symbols.push({ keyword: 'array', name: 'P', arity: 1, sort: protocol ? 'loc' : random.weighted(ARRAY_SORTS) });
  if (random.chance(0.45)) {
    const arity = random.chance(0.25) ? 2 : 1;
    symbols.push({ keyword: 'array', name: arity === 2 ? 'M' : 'Q', arity, sort: random.weighted(ARRAY_SORTS) });
  }
  return symbols;
}

/** Two or three scalars and an array, most of one sort. */
function relatedSymbols(random: Random): TextSymbol[] {
  const sort = random.weighted({ bool: 3, loc: 3, proc: 4, data: 2, int: 1 });
  const other = () => (random.chance(0.8) ? sort : random.weighted(ARRAY_SORTS));
  const scalars = ['X', 'Y', 'Z'].slice(0, random.between(2, 3));
  return [
    ...scalars.map((name): TextSymbol => ({ keyword: 'var', name, arity: 0, sort: other() })),
    { keyword: 'array', name: 'P', arity: 1, sort: other() },
  ];
}

/** One constant for each symbol that has constants and is not left open. */
function randomStarts(random: Random, symbols: readonly TextSymbol[], protocol: boolean): Map<string, string> {
  const open = random.chance(0.2) ? 0.3 : 0.03;
  const starts = new Map<string, string>();
  for (const { name, sort } of symbols) {
    const [first] = constantsOf(random, sort);
    if (protocol && name === 'P') starts.set(name, 'L1');
    else if (first === undefined || random.chance(open)) continue;
    else if (sort === 'int') starts.set(name, random.weighted({ '0': 5, '1': 2, '2': 1 }));
    else starts.set(name, random.chance(0.6) ? first : random.pick(constantsOf(random, sort)));
  }
  return starts;
}

function randomInit(phrases: Phrases): TextProperty {
  const { random, symbols } = phrases;
  const parameters = symbols.some((symbol) => symbol.arity === 2) ? ['i', 'j'] : ['i'];
  const conjuncts = symbols.flatMap((symbol) => startOf(phrases, symbol));
  if (random.chance(0.1)) {
    const others = symbols.flatMap((symbol) => startOf({ ...phrases, starts: otherStarts(phrases) }, symbol));
    return { parameters, formula: { kind: 'or', operands: [conjunction(conjuncts), conjunction(others)] } };
  }
  if (random.chance(0.06)) conjuncts.push(randomCondition(phrases, parameters));
  return { parameters, formula: conjunction(conjuncts) };
}

function otherStarts({ random, symbols, starts }: Phrases): Map<string, string> {
  return new Map(
    [...starts].map(([name, start]) => {
      const constants = constantsOf(random, symbols.find((symbol) => symbol.name === name)?.sort ?? '');
      return [name, random.chance(0.5) ? start : random.pick(constants)];
    }),
  );
}

/** What init says of one symbol: its constant, sometimes a choice of values, sometimes nothing. */
function startOf({ random, starts }: Phrases, symbol: TextSymbol): TextFormula[] {
  const name = symbol.arity === 0 ? symbol.name : `${symbol.name}[${symbol.arity === 2 ? 'i,j' : 'i'}]`;
  const start = starts.get(symbol.name);
  if (start === undefined) {
    return symbol.sort === 'proc' && symbol.arity === 0 && random.chance(0.15) ? [literal(`${name} <> i`)] : [];
  }
  if (symbol.sort === 'int' && random.chance(0.1)) return [literal(`${start} <= ${name}`), literal(`${name} <= 2`)];
  if (symbol.sort === 'loc' && random.chance(0.04)) return [literal(`${name} <> ${random.pick(['L2', 'L3'])}`)];
  return [literal(`${name} = ${start}`)];
}

function randomUnsafe(phrases: Phrases, protocol: boolean): TextProperty {
  const { random } = phrases;
  const parameters = ['i', 'j', 'l'].slice(0, random.count([0.3, 2, 4, 0.7]));
  const conjuncts = parameters.map((parameter) =>
    protocol
      ? literal(`P[${parameter}] = ${random.chance(0.85) ? 'L3' : 'L2'}`)
      : randomLiteral(phrases, [parameter], 'false'),
  );
  const more = random.count(protocol && parameters.length > 0 ? [4, 2] : [1, 3, 1]);
  for (let count = 0; count < more; count++) conjuncts.push(randomCondition(phrases, parameters, 'false'));
  const formula = conjunction(conjuncts);
  const quantifier = random.weighted({ none: 18, exists: 2, forall: 0.6 });
  if (quantifier === 'none') return { parameters, formula };
  const about = randomLiteral(phrases, [...parameters, 'e']);
  const body = quantifier === 'exists' ? conjunction([formula, about]) : about;
  const quantified: TextFormula = { kind: 'quantified', quantifier, variable: 'e', body };
  return { parameters, formula: quantifier === 'exists' ? quantified : conjunction([formula, quantified]) };
}

function randomTransition(phrases: Phrases, name: string, protocol: boolean): TextTransition {
  const { random } = phrases;
  const moves = protocol && (name === 't1' || name === 't2' || random.chance(0.7));
  const parameters = ['i', 'j'].slice(0, random.count(moves ? [0, 5, 1.5] : [1, 5, 2.5]));
  const [from, to] = randomMove(random, name);
  const { lets, updates, bounds } = randomUpdates(phrases, parameters, moves ? to : null);
  const given = moves ? [literal(`P[i] = ${from}`), ...bounds] : bounds;
  const tendency = name === 't1' ? 'true' : random.weighted({ none: 2, true: 1, false: 1 });
  return { name, parameters, guard: randomGuard(phrases, parameters, given, tendency), lets, updates };
}

/** The first two transitions lead to the last location in turn, so that most protocols can get there. */
function randomMove(random: Random, name: string): [from: string, to: string] {
  if (name === 't1') return ['L1', random.chance(0.85) ? 'L2' : 'L3'];
  if (name === 't2') return ['L2', random.chance(0.85) ? 'L3' : 'L1'];
  const [from, to] = random.shuffle(LOCATIONS) as [string, string];
  return [from, to];
}
