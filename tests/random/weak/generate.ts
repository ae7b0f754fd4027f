/**
 * Random models for weak memory from a seed.
 *
 * Most are drawn around a program: each process goes through locations L1.. and back, and at each does something to memory,
 * at random: a batch of writes, a test of several cells, a load into a register, a read-modify-write, a fence. Others know
 * no locations, only states of memory. The rest are variations of algorithms that work, most of which break by losing a
 * fence, a test or an order of writes, and models around a cycle of accesses (cycles.ts). Numbers are kept small by guards, so that small instances can be explored.
 */
import { countingModel, withHints } from '../counting.js';
import { Random } from '../random.js';
import {
  conjunction,
  literal,
  type TextFormula,
  type TextModel,
  type TextProperty,
  type TextSymbol,
} from '../text-model.js';
import { randomCycleModel, randomEnding, randomExclusion } from './cycles.js';
import { SKELETONS } from './skeletons.js';
import { DEEDS, type Deed, type Move, randomCondition, randomTransition } from './transitions.js';
import { varyWeak } from './vary.js';
import { COLOURS, constantsOf, isWeak, LOCATIONS, randomLiteral, type Vocabulary } from './vocabulary.js';

const WEAK_SORTS = { bool: 5, int: 3, colour: 2, proc: 2 };
const LOCAL_SORTS = { bool: 3, int: 3, colour: 2, proc: 2 };

/** As campaigns take them: one in five counts, or has hints that may be wrong. */
export function campaignWeakModel(seed: number): TextModel {
  // Models and programs take turns under PSO: the remainder is not one of two.
  if (seed % 5 !== 3) return randomWeakModel(seed);
  const random = new Random(seed);
  if (random.chance(0.25)) return withHints(random, randomWeakModel(seed));
  return varied(random, countingModel(random), random.count([6, 2, 1]));
}

export function randomWeakModel(seed: number): TextModel {
  const random = new Random(seed);
  // Neighbouring seeds start alike: let them part.
  for (let turn = 0; turn < 8; turn++) random.next();
  switch (random.weighted({ program: 30, free: 8, variation: 22, cycle: 22, exclusion: 10, ending: 8 })) {
    case 'program':
      return randomSystem(random, true);
    case 'free':
      return randomSystem(random, false);
    case 'variation':
      return varied(random, random.pick(SKELETONS), random.count([0.3, 4, 4, 2, 1]));
    case 'cycle':
      return varied(random, randomCycleModel(random), random.count([6, 2, 1]));
    case 'ending':
      return varied(random, randomEnding(random), random.count([5, 3, 1]));
    case 'exclusion':
      return varied(random, randomExclusion(random), random.count([6, 3, 1]));
  }
}

function varied(random: Random, given: TextModel, times: number): TextModel {
  let model = given;
  const vocabulary: Vocabulary = {
    random,
    symbols: model.symbols,
    starts: new Map(),
    ordered: random.chance(0.1),
    constants: [],
    relations: 0.3,
  };
  for (let time = 0; time < times; time++) model = varyWeak(vocabulary, model);
  return model;
}

function randomSystem(random: Random, program: boolean): TextModel {
  const processes = random.chance(0.1) ? random.between(1, 3) : null;
  const symbols = randomSymbols(random, program);
  const vocabulary: Vocabulary = {
    random,
    symbols,
    starts: randomStarts(random, symbols),
    ordered: random.chance(0.2),
    constants: processes === null ? [] : Array.from({ length: processes }, (_, index) => `#${index + 1}`),
    relations: random.chance(0.3) ? 0.6 : 0.2,
  };
  const depth = random.between(2, 4);
  const count = program ? random.between(depth - 1, depth + 1) : random.between(2, 4);
  const transitions = Array.from({ length: Math.max(2, count) }, (_, index) => {
    const move = program ? randomMove(random, index, depth) : null;
    const tendency = index === 0 ? 'true' : random.weighted({ none: 2, true: 2, false: 1 });
    return randomTransition(vocabulary, `t${index + 1}`, random.weighted<Deed>(DEEDS), move, tendency);
  });
  const unsafe = [randomUnsafe(vocabulary, program ? (LOCATIONS[depth - 1] as string) : null)];
  if (random.chance(0.12)) unsafe.push(randomUnsafe(vocabulary, null));
  return {
    processes,
    types: typesOf(symbols),
    symbols,
    predicates: [],
    init: randomInit(vocabulary),
    unsafe,
    invariants: random.chance(0.05) ? [randomUnsafe(vocabulary, null)] : [],
    transitions,
  };
}

function typesOf(symbols: readonly TextSymbol[]): TextModel['types'] {
  const used = new Set(symbols.map(({ sort }) => sort));
  return [
    ...(used.has('loc') ? [{ name: 'loc', constructors: LOCATIONS }] : []),
    ...(used.has('colour') ? [{ name: 'colour', constructors: COLOURS }] : []),
  ];
}

/** Step by step to the last location, then back or anywhere. */
function randomMove(random: Random, index: number, depth: number): Move {
  const at = (place: number): string => LOCATIONS[place] as string;
  if (index < depth - 1) {
    const to = random.chance(0.9) ? index + 1 : random.between(0, depth - 1);
    return { from: at(index), to: at(to) };
  }
  const from = random.chance(0.5) ? depth - 1 : random.between(0, depth - 1);
  return { from: at(from), to: at(random.chance(0.5) ? 0 : random.between(0, depth - 1)) };
}

function randomSymbols(random: Random, program: boolean): TextSymbol[] {
  const sort = random.weighted(WEAK_SORTS);
  const weakSort = () => (random.chance(0.6) ? sort : random.weighted(WEAK_SORTS));
  const symbols: TextSymbol[] = ['X', 'Y', 'Z']
    .slice(0, random.count([1, 4, 4, 0.7]))
    .map((name) => ({ keyword: 'weak var', name, arity: 0, sort: weakSort() }));
  if (symbols.length === 0 || random.chance(0.4)) {
    symbols.push({ keyword: 'weak array', name: 'F', arity: 1, sort: weakSort() });
  }
  if (random.chance(0.06)) symbols.push({ keyword: 'weak array', name: 'M', arity: 2, sort: 'bool' });
  if (program) symbols.push({ keyword: 'array', name: 'P', arity: 1, sort: 'loc' });
  // A register to load into is best of the sort of what is loaded.
  const localSort = () => (random.chance(0.6) ? sort : random.weighted(LOCAL_SORTS));
  for (const name of ['R', 'Q'].slice(0, random.count(program ? [5, 3, 0.7] : [1, 3, 1]))) {
    symbols.push({ keyword: 'array', name, arity: 1, sort: localSort() });
  }
  if (random.chance(0.03)) symbols.push({ keyword: 'array', name: 'S', arity: 2, sort: 'bool' });
  if (random.chance(0.05))
    symbols.push({ keyword: 'const', name: 'N', arity: 0, sort: random.pick(['int', 'proc', sort]) });
  return symbols;
}

/** One constant for each symbol that has constants and is not left open. */
function randomStarts(random: Random, symbols: readonly TextSymbol[]): Map<string, string> {
  const open = random.chance(0.25) ? 0.35 : 0.02;
  const starts = new Map<string, string>();
  for (const { name, sort } of symbols) {
    const constants = constantsOf(sort);
    const [first] = constants;
    if (name === 'P') starts.set(name, 'L1');
    else if (first === undefined || random.chance(sort === 'int' ? open / 4 : open)) continue;
    else starts.set(name, random.chance(0.75) ? first : random.pick(constants));
  }
  return starts;
}

function randomInit(vocabulary: Vocabulary): TextProperty {
  const { random, symbols, starts } = vocabulary;
  const parameters = symbols.some(({ arity }) => arity === 2) ? ['i', 'j'] : ['i'];
  const conjuncts = symbols.flatMap(({ name, arity, sort }): TextFormula[] => {
    const cell = arity === 0 ? name : `${name}[${arity === 2 ? 'i,j' : 'i'}]`;
    const start = starts.get(name);
    if (start !== undefined) return [literal(`${cell} = ${start}`)];
    if (sort !== 'proc') return [];
    if (arity === 1) return random.chance(0.3) ? [literal(`${cell} = i`)] : [];
    return arity === 0 && random.chance(0.2) ? [literal(`${cell} <> i`)] : [];
  });
  if (random.chance(0.05)) {
    conjuncts.push(randomCondition(vocabulary, { kind: 'init', scope: parameters }, 'all', 'true'));
  }
  return { parameters, formula: conjunction(conjuncts) };
}

/** Processes at some location, and what they see; `location` is the one that is hard to reach. */
export function randomUnsafe(vocabulary: Vocabulary, location: string | null): TextProperty {
  const { random, symbols } = vocabulary;
  const parameters = ['i', 'j', 'l'].slice(0, random.count([0, 3, 5, 0.4]));
  const voice = { kind: 'property' as const, scope: parameters };
  const places = symbols.some(({ name }) => name === 'P') && (location !== null || random.chance(0.4));
  const conjuncts = places
    ? parameters.map((parameter) => literal(`P[${parameter}] = ${location ?? random.pick(LOCATIONS)}`))
    : [];
  const others = { ...vocabulary, symbols: symbols.filter(({ name }) => name !== 'P') };
  const more = random.count(places ? [4, 3, 1] : [0, 3, 3]);
  for (let made = 0; made < more; made++) {
    const cells = random.weighted({ weak: 6, all: 3, local: 1 });
    conjuncts.push(
      random.chance(0.85)
        ? randomLiteral(others, voice, cells, 'false')
        : randomCondition(others, voice, cells, 'false'),
    );
  }
  if (random.chance(0.15)) conjuncts.push(...sameCellTwice(others, parameters));
  if (random.chance(0.06)) conjuncts.push(quantified(others, parameters));
  return { parameters, formula: conjunction(conjuncts) };
}

/** `exists e. e@X = ..`, `forall_other e. i@F[e] = ..`. */
function quantified(vocabulary: Vocabulary, parameters: readonly string[]): TextFormula {
  const { random } = vocabulary;
  const quantifier = random.weighted({ exists: 2, exists_other: 2, forall: 1, forall_other: 2 });
  const body = randomLiteral(vocabulary, { kind: 'property', scope: [...parameters, 'e'] }, 'all', 'false');
  return { kind: 'quantified', quantifier, variable: 'e', body };
}

/** `i@X <> j@X`, `i@F[j] < j@F[j]`: two processes that do not see the same. */
function sameCellTwice({ random, symbols }: Vocabulary, parameters: readonly string[]): TextFormula[] {
  const weak = symbols.filter(isWeak);
  const [one, other] = parameters;
  if (weak.length === 0 || one === undefined || other === undefined) return [];
  const { name, arity, sort } = random.pick(weak);
  const cell =
    arity === 0 ? name : `${name}[${Array.from({ length: arity }, () => random.pick(parameters)).join(',')}]`;
  const operator = sort === 'int' ? random.pick(['<>', '<', '=']) : random.pick(['<>', '<>', '=']);
  return [literal(`${one}@${cell} ${operator} ${other}@${cell}`)];
}
