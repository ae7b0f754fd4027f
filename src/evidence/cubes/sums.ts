/**
 * The obligations of place sums (`models/array-system/place-sum.ts`), which a proof on cubes may rest on.
 *
 *   initial     an initial state satisfies the sum: the counters have the value of the constant, and every process weighs 0;
 *   steps       a step leaves the sum alone: with its processes, and with one that has no part in it, outside of all cubes;
 *               or, if it sets a counter and moves all processes at once, the sum is as at first after it;
 *   excluded    an excluded cube contradicts a sum, outside of all cubes. So no reachable state is in it, and the obligations
 *               of the cubes may take that for granted, as they do with what the model declares unreachable.
 *
 * All three are about reachable states, by one induction with the cubes: the state before a step satisfies the sums, is in no
 * cube, and hence in no excluded one; then so does the state after it.
 *
 * What processes outside of an excluded cube weigh is one number, `rest`. It is at least 0 if none of them has a negative
 * weight, and at least the weight of n1 if n1 is the only one; otherwise there are two such processes, n1 and n2. The same
 * upwards with p1 and p2. Cubes are known not to hold of these, either.
 *
 * A system may count its processes (`Census`): a constant is the number of those whose token is not the first of its sort. In
 * initial states that is so by definition, and each census has its steps like a sum. So where a sum has such a constant with
 * factor f, the constant is as much as f for each process of the census, and that is added to what processes weigh.
 *
 * Under TSO a configuration is that of the view machine: counters are memory, which a write changes when it is issued. A
 * step that is not atomic reads anything there, and a fence may be passed or not. Of cubes that speak of
 * views those configurations are known to be unreachable in which all look at memory now.
 */
import { readsWeak, writesWeak } from '../../memory/operational/weak-accesses.js';
import type { ArraySystem, Census, Property, StateSymbol, Transition } from '../../models/array-system/model.js';
import { type ExcludedCube, type PlaceSum, type PlaceSums, showPlaceSum } from '../../models/array-system/place-sum.js';
import type { CountedGroup, Obligation } from '../solvers/certificate.js';
import {
  assertion,
  conjunction,
  disjunction,
  implication,
  negation,
  numeral,
  scoped,
  stringLiteral,
  symbol,
  TRUE,
} from '../solvers/smtlib.js';
import { choicesOf } from './choices.js';
import { assume, type Environment, type Reading } from './formula.js';
import { placements, tuples } from './instances.js';
import { type Case, cases } from './split.js';
import { StateBefore } from './state.js';
import { StateAfter, Step, updatesOf } from './step.js';
import { hasQuantifier } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** What the obligations are about. */
export interface Counted {
  readonly system: ArraySystem;
  readonly vocabulary: Vocabulary;
  /** Cubes of the proof that speak of memory and local cells alone. */
  readonly cubes: readonly Property[];
  readonly sums: PlaceSums;
  /** Writes wait in store buffers. */
  readonly buffered: boolean;
}

/** The groups, in front of which stands the vocabulary. */
export function sumGroups(counted: Counted): CountedGroup[] {
  return [
    initialGroup(counted),
    ...stepGroups(counted),
    ...counted.sums.excluded.map((each) => excludedGroup(counted, each)),
  ];
}

/** For the head of the text. */
export function aboutSums({ sums, excluded }: PlaceSums): string[] {
  return [
    'The proof also counts. These sums over all processes never change, and contradict the excluded cubes:',
    ...sums.map((sum, position) => `sum ${position + 1}: ${showPlaceSum(sum)}`),
    `Excluded cubes: ${excluded.length}, each with an obligation of its own.`,
  ];
}

/** For the head of the text: what initial states are, besides init. */
export function aboutCensus({ census = [] }: ArraySystem): string[] {
  return census.map(
    ({ symbol: number, array }) =>
      `At first ${number.name} is the number of processes p with ${array.name}[p] <> ${firstOf(array)}.`,
  );
}

function firstOf({ sort }: StateSymbol): string {
  return sort.kind === 'enum' ? (sort.constructors[0] ?? '') : '';
}

/** What a census says of all states. */
function censusSum({ symbol: number, array }: Census): PlaceSum {
  const size = array.sort.kind === 'enum' ? array.sort.constructors.length : 1;
  const weights = Array.from({ length: size - 1 }, (_, k) => ({ values: [k + 1], weight: -1n }));
  return { scalars: [{ symbol: number, factor: 1n }], arrays: [array], weights, constant: 0n };
}

/** A sum without the constants of a census, whose factors are added to the weights of the processes counted. */
interface Spread {
  readonly counters: (cell: CellText) => string;
  readonly weight: (process: string, cell: CellText) => string;
}

function spread({ system, vocabulary }: Counted, sum: PlaceSum): Spread {
  const constants = sum.scalars.flatMap(({ symbol: scalar, factor }) => {
    const all = (system.census ?? []).filter((each) => each.symbol === scalar);
    const census = all.find(({ array }) => sum.arrays.includes(array)) ?? all[0];
    return census === undefined ? [] : [{ census, factor }];
  });
  const scalars = sum.scalars.filter(({ symbol: scalar }) => !constants.some(({ census }) => census.symbol === scalar));
  return {
    counters: (cell) => counters({ ...sum, scalars }, cell),
    weight: (process, cell) =>
      plus([
        weight(sum, process, cell, vocabulary),
        ...constants.map(({ census: { array }, factor }) => {
          if (array.sort.kind !== 'enum') throw new Error('a census is taken of values of an enumeration');
          const out = `(= ${cell(array, [process])} ${vocabulary.constructorName(array.sort, 0)})`;
          return `(ite ${out} 0 ${integer(factor)})`;
        }),
      ]),
  };
}

function integer(value: bigint): string {
  return numeral({ numerator: value, denominator: 1n }, { kind: 'int' });
}

function plus(terms: readonly string[]): string {
  return terms.length === 0 ? '0' : terms.length === 1 ? (terms[0] as string) : `(+ ${terms.join(' ')})`;
}

type CellText = (cell: StateSymbol, processes: readonly string[]) => string;

function counters({ scalars }: PlaceSum, cell: CellText): string {
  return plus(scalars.map(({ symbol: scalar, factor }) => `(* ${integer(factor)} ${cell(scalar, [])})`));
}

function weight({ arrays, weights }: PlaceSum, process: string, cell: CellText, vocabulary: Vocabulary): string {
  return weights.reduceRight((otherwise, { values, weight: value }) => {
    const at = values.map((place, k) => {
      const array = arrays[k] as StateSymbol;
      if (array.sort.kind !== 'enum') throw new Error('the places of a sum are values of enumerations');
      return `(= ${cell(array, [process])} ${vocabulary.constructorName(array.sort, place)})`;
    });
    return `(ite ${conjunction(at)} ${integer(value)} ${otherwise})`;
  }, '0');
}

function obligation(label: string, lines: readonly string[]): Obligation {
  return { label, script: scoped([`(echo ${stringLiteral(label)})`, ...lines, '(check-sat)'].join('\n')) };
}

function groupOf(
  title: string,
  shared: Iterable<string>,
  partial: boolean,
  scripts: readonly Obligation[],
): CountedGroup {
  return {
    title,
    obligations: scripts.length,
    *shared() {
      yield `(echo ${stringLiteral(title)})\n`;
      for (const line of shared) yield `${line}\n`;
    },
    partial: () => partial,
    scripts: () => scripts,
  };
}

function initialGroup(counted: Counted): CountedGroup {
  const { system, vocabulary, sums } = counted;
  const state = new StateBefore(vocabulary, 1);
  state.include(system.init);
  const [process] = state.processes as [string];
  const cell: CellText = (each, processes) => state.cell(each, processes);
  const scripts = sums.sums.map((sum, position) => {
    const all = spread(counted, sum);
    const begins = `(= ${all.counters(cell)} ${integer(sum.constant)})`;
    const light = `(= ${all.weight(process, cell)} 0)`;
    return obligation(`sum ${position + 1} at first`, [assertion(negation(conjunction([begins, light])))]);
  });
  return groupOf('sums in initial states', [...state.text()], state.partial, scripts);
}

function stepGroups(counted: Counted): CountedGroup[] {
  const { system, vocabulary, cubes, sums } = counted;
  const all = [
    ...sums.sums.map((sum, position) => ({ sum, title: `sum ${position + 1}` })),
    ...(system.census ?? []).map((census) => ({ sum: censusSum(census), title: `census of ${census.array.name}` })),
  ];
  const bySize = new Map<number, { transition: Transition; guard: Case; environment: Environment }[]>();
  for (const transition of system.transitions) {
    for (const guard of cases(transition.guard)) {
      const scope = { parameters: transition.parameters, witnesses: guard.witnesses };
      for (const { environments, processes } of placements([scope], vocabulary)) {
        const moves = bySize.get(processes) ?? [];
        moves.push({ transition, guard, environment: environments[0] as Environment });
        bySize.set(processes, moves);
      }
    }
  }
  return [...bySize].map(([size, moves]) => {
    const state = new StateBefore(vocabulary, size + 1);
    state.exclude([...system.invariants, ...cubes, ...sums.excluded.map(({ cube }) => cube)]);
    const scripts = moves.flatMap(({ transition, guard, environment }) =>
      all.map(({ sum, title }) => {
        const label = `${title} by ${transition.name}(${[...environment.values()].join(', ')})`;
        return obligation(label, stepLines(counted, state, sum, { transition, guard, environment }));
      }),
    );
    return groupOf(`sums in steps, ${size + 1} named`, [...state.text()], state.partial, scripts);
  });
}

/** The last process of the state has no part in the step. */
function stepLines(
  counted: Counted,
  state: StateBefore,
  sum: PlaceSum,
  move: { readonly transition: Transition; readonly guard: Case; readonly environment: Environment },
): string[] {
  const { vocabulary, buffered } = counted;
  const { transition, guard, environment } = move;
  const lines: string[] = [];
  const atomic = readsWeak(transition) && writesWeak(transition);
  const before: Reading = buffered ? asRead(state, atomic, lines) : state;
  const step = new Step(updatesOf(transition), environment, vocabulary);
  const after = new StateAfter(step, before);
  const now: CellText = (cell, processes) => state.cell(cell, processes);
  const then: CellText = (cell, processes) =>
    step.fate(cell, processes) === null ? state.cell(cell, processes) : after.cell(cell, processes);
  const others = [...state.processes];
  const bystander = others.pop() as string;
  const total = (cell: CellText) =>
    plus([counters(sum, cell), ...others.map((process) => weight(sum, process, cell, vocabulary))]);
  const same = `(= ${total(then)} ${total(now)})`;
  const apart = `(= ${weight(sum, bystander, then, vocabulary)} ${weight(sum, bystander, now, vocabulary)})`;
  const again = spread(counted, sum);
  const begins = [
    `(= ${again.counters(then)} ${integer(sum.constant)})`,
    ...state.processes.map((process) => `(= ${again.weight(process, then)} 0)`),
  ];
  const claim = conjunction(setsBack(transition, sum) ? begins : [same, apart]);
  const guards = guard.conjuncts.map(({ formula, sign }) => assertion(assume(formula, environment, sign, before)));
  return [...lines, ...guards, ...after.lines, assertion(negation(claim))];
}

/** The step moves all processes, and sets a counter. */
function setsBack({ updates }: Transition, { scalars, arrays }: PlaceSum): boolean {
  const moves = updates.some((update) => update.kind === 'case' && arrays.includes(update.symbol));
  return moves && updates.some((update) => scalars.some((scalar) => scalar.symbol === update.symbol));
}

/** What the actor of a step reads: weak cells hold anything, unless the step is atomic. */
function asRead(state: StateBefore, atomic: boolean, lines: string[]): Reading {
  const { vocabulary } = state;
  const declared = new Set<string>();
  const declare = (name: string, sort: string): string => {
    if (!declared.has(name)) lines.push(`(declare-const ${name} ${sort})`);
    declared.add(name);
    return name;
  };
  return {
    vocabulary,
    complete: state.complete,
    get fence() {
      return declare('|fence passed|', 'Bool');
    },
    cell: (cell, processes) =>
      cell.weak && !atomic
        ? declare(symbol(`${vocabulary.cellName(cell, processes)} as read`), vocabulary.sort(cell.sort))
        : state.cell(cell, processes),
    domain: (environment) => state.domain(environment),
    outside: () => TRUE,
  };
}

function excludedGroup(
  { system, vocabulary, cubes, sums }: Counted,
  { cube, sum: number }: ExcludedCube,
): CountedGroup {
  const sum = sums.sums[number] as PlaceSum;
  const named = cube.parameters.map((_, position) => vocabulary.process(position + 1));
  const signs = (
    [
      ['n', -1n],
      ['p', 1n],
    ] as const
  ).filter(([, sign]) => sum.weights.some((w) => w.weight * sign > 0n));
  const others = signs.flatMap(([letter]) => [1, 2].map((k) => vocabulary.witness(`${letter}${k}`)));
  const exists = (process: string) => (others.includes(process) ? symbol(`${process} exists`) : TRUE);
  const all = [...named, ...others];
  const cell: CellText = (each, processes) => symbol(vocabulary.cellName(each, processes));
  const reading: Reading = {
    vocabulary,
    complete: false,
    cell: (each, processes) => cell(each, processes),
    domain: () => all.map((process) => ({ process, exists: exists(process) })),
    outside: () => TRUE,
  };
  const shared = [
    ...all.map((process) => `(declare-const ${symbol(process)} ${vocabulary.processSort()})`),
    ...others.map((process) => `(declare-const ${exists(process)} Bool)`),
    ...(all.length > 1 ? [assertion(`(distinct ${all.map(symbol).join(' ')})`)] : []),
    ...cellDeclarations(vocabulary, all, cell),
    '(declare-const rest Int)',
  ];
  const facts = new Set<string>();
  for (const property of [...system.invariants, ...cubes]) {
    if (hasQuantifier(property.formula) || choicesOf(property.formula, vocabulary).length > 0) continue;
    for (const environment of tuples(property.parameters, all, true)) {
      const there = conjunction([...environment.values()].map(exists));
      facts.add(assertion(implication(there, assume(property.formula, environment, false, reading))));
    }
  }
  const weightOf = (process: string) => weight(sum, process, cell, vocabulary);
  facts.add(assertion(`(= ${plus([counters(sum, cell), ...named.map(weightOf), 'rest'])} ${integer(sum.constant)})`));
  for (const [letter, sign, compare] of [
    ['n', '<', '>='],
    ['p', '>', '<='],
  ] as const) {
    const has = signs.some(([other]) => other === letter);
    const [one, two] = [1, 2].map((k) => vocabulary.witness(`${letter}${k}`)) as [string, string];
    const there = (process: string) => conjunction([exists(process), `(${sign} ${weightOf(process)} 0)`]);
    const few = has
      ? conjunction([there(one), disjunction([`(${compare} rest ${weightOf(one)})`, there(two)])])
      : 'false';
    facts.add(assertion(disjunction([`(${compare} rest 0)`, few])));
  }
  const environment = new Map(cube.parameters.map((name, position) => [name, named[position] as string]));
  const label = `excluded by sum ${number + 1}: ${cube.parameters.length} named`;
  const script = obligation(label, [...facts, assertion(assume(cube.formula, environment, true, reading))]);
  return groupOf('an excluded cube', shared, false, [script]);
}

function* cellDeclarations(vocabulary: Vocabulary, processes: readonly string[], cell: CellText): Generator<string> {
  for (const each of vocabulary.system.symbols) {
    const indices = Array.from({ length: each.arity }, (_, place) => `${place}`);
    for (const environment of tuples(indices, processes, false)) {
      yield `(declare-const ${cell(each, [...environment.values()])} ${vocabulary.sort(each.sort)})`;
    }
  }
}
