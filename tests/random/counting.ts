/**
 * Random array systems that count: permits, readers, references, tickets and queues of processes. Each is a known algorithm
 * with some of its parts drawn anew, so that about as many are right as are wrong; half of them with lemmas, right or wrong.
 *
 * They are written for weak memory: a step that reads and writes weak cells is locked, others are plain loads and stores. The
 * same without the word `weak` is the model for sequential consistency. Small instances are finite, mostly: tickets run out.
 */
import { all, symbols, transition } from './building.js';
import type { Random } from './random.js';
import {
  conjunction,
  literal,
  type TextFormula,
  type TextModel,
  type TextProperty,
  type TextTransition,
} from './text-model.js';

type Family = (random: Random) => TextModel;

const LOCATIONS = ['L1', 'L2', 'L3', 'L4'];
const FAMILIES: readonly Family[] = [permits, readers, references, tickets, tickets, queue, linkedQueue];

/** For weak memory. */
export function countingModel(random: Random): TextModel {
  return random.pick(FAMILIES)(random);
}

/** Hints of any quality for a model: what is unsafe, a part of it, the opposite of a part. */
export function withHints(random: Random, model: TextModel): TextModel {
  const { parameters, formula } = random.pick(model.unsafe);
  const parts = formula.kind === 'and' ? formula.operands : [formula];
  const hint = (): TextFormula => {
    const part = random.pick(parts);
    return random.pick([formula, part, { kind: 'not', operands: [part] }]);
  };
  const lemmas = Array.from({ length: random.between(1, 2) }, () => ({ parameters, formula: hint() }));
  return { ...model, lemmas };
}

/** The same for sequential consistency: no cell is weak, nobody acts alone, and everybody sees the same. */
export function plainModel(model: TextModel): TextModel {
  const seen = (formula: TextFormula): TextFormula => {
    switch (formula.kind) {
      case 'literal':
        return literal(formula.text.replace(/\b\w+@/g, ''));
      case 'quantified':
        return { ...formula, body: seen(formula.body) };
      default:
        return { ...formula, operands: formula.operands.map(seen) };
    }
  };
  const property = (each: TextProperty): TextProperty => ({ ...each, formula: seen(each.formula) });
  return {
    ...model,
    symbols: model.symbols.map((symbol) => ({
      ...symbol,
      keyword: symbol.keyword.replace('weak ', '') as typeof symbol.keyword,
    })),
    unsafe: model.unsafe.map(property),
    invariants: model.invariants.map(property),
    ...(model.lemmas === undefined ? {} : { lemmas: model.lemmas.map(property) }),
    transitions: model.transitions.map((each) => ({
      ...each,
      parameters: each.parameters.map((parameter) => parameter.replace(/[[\]]/g, '')),
    })),
  };
}

interface Algorithm {
  readonly declared: Readonly<Record<string, string>>;
  /** What init says besides that all are at L1. */
  readonly starts: readonly string[];
  readonly steps: readonly TextTransition[];
  readonly unsafe: string;
  /** Each about i, j: some hold, some do not. */
  readonly lemmas: readonly string[];
}

/** Conditions are conjunctions, as one text. */
function algorithm(random: Random, { declared, starts, steps, unsafe, lemmas }: Algorithm): TextModel {
  const chosen = random.chance(0.5) ? random.shuffle(lemmas).slice(0, random.between(1, 2)) : [];
  return {
    processes: null,
    types: [{ name: 'loc', constructors: LOCATIONS }],
    symbols: symbols({ ...declared, 'P#': 'loc' }),
    predicates: [],
    init: { parameters: ['i'], formula: all('P[i] = L1', ...starts) },
    invariants: [],
    ...(chosen.length === 0 ? {} : { lemmas: chosen.map(condition) }),
    unsafe: [condition(unsafe)],
    transitions: steps,
  };
}

function condition(text: string): TextProperty {
  const parameters = ['i', 'j', 'l'].filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return { parameters, formula: conjunction(text.split(' && ').map(literal)) };
}

/** A step of one process from a place to another. */
function step(name: string, from: string, to: string, guards: readonly string[], ...updates: string[]): TextTransition {
  const other = [...guards, ...updates].some((part) => /\bj\b/.test(part)) ? ' j' : '';
  return transition(name, `[i]${other}`, all(`P[i] = ${from}`, ...guards), `P[i] := ${to}`, ...updates);
}

/** So many may be at L3. */
function permits(random: Random): TextModel {
  const most = random.between(1, 2);
  const take = random.mostly('0 < X', '0 <= X', 'X <> 0');
  return algorithm(random, {
    declared: { 'weak X': 'int' },
    starts: [`X = ${most}`],
    steps: [
      step('take', 'L1', 'L3', [take], `X := ${random.mostly('X - 1', 'X - 2', '0')}`),
      step('give', 'L3', 'L1', [], `X := ${random.mostly('X + 1', 'X + 2', `${most}`)}`),
    ],
    unsafe: most === 1 ? 'P[i] = L3 && P[j] = L3' : 'P[i] = L3 && P[j] = L3 && P[l] = L3',
    lemmas: ['i@X < 0', `P[i] = L3 && i@X = ${most}`, 'i@X = 0', `P[i] = L1 && P[j] = L3 && i@X = ${most}`],
  });
}

/** Readers at L2 are counted, a writer at L3 takes what stands for all of them. */
function readers(random: Random): TextModel {
  const bias = random.pick([1, 1, 3, 8]);
  return algorithm(random, {
    declared: { 'weak X': 'int' },
    starts: ['X = 0'],
    steps: [
      step('read', 'L1', 'L2', [random.mostly('0 <= X', `-${bias} <= X`)], 'X := X + 1'),
      step('done', 'L2', 'L1', [], `X := ${random.mostly('X - 1', 'X - 2', '0')}`),
      step('write', 'L1', 'L3', [random.mostly('X = 0', 'X <= 0', '0 <= X')], `X := X - ${bias}`),
      step('written', 'L3', 'L1', [], `X := ${random.mostly(`X + ${bias}`, '0', `X + ${bias + 1}`)}`),
    ],
    unsafe: `P[i] = L3 && P[j] = ${random.pick(['L2', 'L3'])}`,
    lemmas: ['P[i] = L3 && 0 <= i@X', 'P[i] = L2 && i@X <= 0', '0 < i@X', 'P[i] = L2 && i@X = 1'],
  });
}

/** Who gives the last reference back frees what it refers to. */
function references(random: Random): TextModel {
  return algorithm(random, {
    declared: { 'weak X': 'int', 'weak Z': 'bool' },
    starts: ['X = 0', 'Z = False'],
    steps: [
      step('get', 'L1', 'L2', random.chance(0.75) ? ['Z = False'] : [], 'X := X + 1'),
      step('put', 'L2', 'L1', [random.mostly('1 < X', '0 < X')], `X := ${random.mostly('X - 1', 'X - 2')}`),
      step('last', 'L2', 'L3', [random.mostly('X = 1', 'X <= 2')], 'X := X - 1', 'Z := True'),
    ],
    unsafe: 'P[i] = L3 && P[j] = L2',
    lemmas: ['i@X < 0', 'P[i] = L2 && i@X = 0', 'P[i] = L2 && i@X = 2', 'P[i] = L3 && i@Z = False', 'i@Z = True'],
  });
}

/** The next to enter is told by the ticket of the one who leaves, or counted. */
function tickets(random: Random): TextModel {
  const left = random.chance(0.7) ? ['X < 3'] : [];
  const draw = random.chance(0.8)
    ? [step('draw', 'L1', 'L2', left, 'R[i] := X', 'X := X + 1')]
    : [step('look', 'L1', 'L4', left, 'R[i] := X'), step('draw', 'L4', 'L2', [], 'X := R[i] + 1')];
  const leave = random.chance(0.5) ? random.mostly('R[i] + 1', 'R[i]') : random.mostly('Y + 1', 'Y + 2', 'X');
  return algorithm(random, {
    declared: { 'weak X': 'int', 'weak Y': 'int', 'R#': 'int' },
    starts: ['X = 0', 'Y = 0', 'R[i] = 0'],
    steps: [
      ...draw,
      step('enter', 'L2', 'L3', [random.mostly('R[i] = Y', 'R[i] <= Y')]),
      step('leave', 'L3', random.mostly('L1', 'L4'), [], `Y := ${leave}`),
    ],
    unsafe: 'P[i] = L3 && P[j] = L3',
    lemmas: [
      'P[i] = L2 && P[j] = L2 && R[i] = R[j]',
      'P[i] = L3 && i@Y <> R[i]',
      'P[i] = L3 && P[j] = L2 && R[i] = R[j]',
      'i@X < i@Y',
      '1 < i@Y',
      'P[i] = L3 && 0 < R[i]',
    ],
  });
}

/** Each waits for the one before it, whom it found at the end of the queue. */
function queue(random: Random): TextModel {
  const early = random.chance(0.15) ? ['D[i] := True'] : [];
  const join = random.chance(0.75)
    ? [step('join', 'L1', 'L2', [], 'B[i] := X', 'X := i', ...early)]
    : [step('look', 'L1', 'L4', [], 'B[i] := X'), step('join', 'L4', 'L2', [], 'X := i')];
  return algorithm(random, {
    declared: { 'const N': 'proc', 'weak X': 'proc', 'weak D#': 'bool', 'B#': 'proc' },
    starts: ['N <> i', 'X = N', 'D[i] = False', 'B[i] = N'],
    steps: [
      ...join,
      step('first', 'L2', 'L3', ['B[i] = N']),
      step('next', 'L2', 'L3', ['B[i] = j', random.mostly('D[j] = True', 'D[i] = False')]),
      step('leave', 'L3', random.mostly('L4', 'L1'), [], `D[i] := ${random.mostly('True', 'False')}`),
    ],
    unsafe: 'P[i] = L3 && P[j] = L3',
    lemmas: [
      'P[i] = L2 && P[j] = L2 && B[i] = B[j]',
      'P[i] = L3 && i@D[i] = True',
      'P[i] = L2 && i@X = N',
      'P[i] = L2 && B[i] = j',
      'P[i] = L3 && B[i] = N',
      'B[i] = i',
    ],
  });
}

/** Each tells the one before it who comes next, and waits until it is let in. */
function linkedQueue(random: Random): TextModel {
  const locked = random.chance(0.85) ? ['W[i] := True'] : [];
  return algorithm(random, {
    declared: { 'const N': 'proc', 'weak X': 'proc', 'weak F#': 'proc', 'weak W#': 'bool', 'B#': 'proc' },
    starts: ['N <> i', 'X = N', 'F[i] = N', 'W[i] = False', 'B[i] = N'],
    steps: [
      step('alone', 'L1', 'L3', ['X = N'], 'X := i', 'F[i] := N'),
      step('behind', 'L1', 'L2', ['X <> N'], 'B[i] := X', 'X := i', 'F[i] := N', ...locked),
      step('link', 'L2', 'L4', ['B[i] = j'], 'F[j] := i'),
      step('enter', 'L4', 'L3', ['W[i] = False']),
      step('free', 'L3', 'L1', random.chance(0.85) ? ['X = i'] : [], 'X := N'),
      step('hand', 'L3', 'L1', ['F[i] = j'], `W[j] := ${random.mostly('False', 'True')}`),
    ],
    unsafe: 'P[i] = L3 && P[j] = L3',
    lemmas: ['i@F[i] = i', 'P[i] = L3 && i@X = N', 'P[i] = L2 && P[j] = L2', 'P[i] = L4 && B[i] = N', 'i@F[i] = j'],
  });
}
