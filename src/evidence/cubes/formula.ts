/**
 * Formulas of a model, turned into quantifier-free SMT-LIB that *follows* from them.
 *
 * An obligation assumes formulas and asks for a contradiction, so it may always assume less. So `assume` promises one
 * direction only: where the formula (or, with the sign turned, its negation) holds in a state of an instance, the
 * text holds there too. It is exact on everything but quantifiers. An obligation is about finitely many processes, the
 * `domain`, of an instance that may have more:
 *
 *   a universal fact      is instantiated on the processes of the domain, those excluded left out;
 *   an existential fact   says that one of them will do, or else a process outside of the domain. The latter is said by
 *                         `outside`, and whoever has nothing to say about it answers `true`.
 *
 * When the domain is all there is (`complete`, a declared number of processes) both are exact.
 *
 * A member of the domain may be there on a condition, `exists`: a Boolean constant which is true when the name stands
 * for a process of the instance. Every fact about it is guarded by that condition. Different names in a domain stand
 * for different processes, except that two conditional members may be one process; so `domain` never offers one of them
 * where the environment holds another, and comparing names is comparing processes.
 */
import type { Access, Formula, Process, Quantified, StateSymbol, Term } from '../../models/array-system/model.js';
import { conjunction, disjunction, FALSE, implication, linearSum, negation, symbol, TRUE } from '../solvers/smtlib.js';
import { unreachable } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** What the bound names in scope stand for: names of processes in the text. */
export type Environment = ReadonlyMap<string, string>;

export interface Member {
  readonly process: string;
  /** `true`, or the condition under which the name stands for a process. */
  readonly exists: string;
}

/** The process of `i@X`, and at which of its positions it reads; null where nothing is said. */
export interface Seen {
  readonly reader: string | null;
  readonly moment: number | null;
}

/** A state as the text knows it. */
export interface Reading {
  readonly vocabulary: Vocabulary;
  /** The text of a cell: a constant or a defined name. Under TSO it may be seen by a process at a position. */
  cell(cell: StateSymbol, processes: readonly string[], seen?: Seen): string;
  domain(environment: Environment): readonly Member[];
  readonly complete: boolean;
  /** What `fence()` says; nothing where no write is ever pending. */
  readonly fence?: string;
  /** Whether two texts mean the same value, where they alone decide it; otherwise null. */
  equal?(left: string, right: string): boolean | null;
  /** What holds when some process outside of the domain makes `body` true (`sign`) or false. */
  outside(quantified: Quantified, environment: Environment, sign: boolean): string;
}

export function resolve(process: Process, environment: Environment, vocabulary: Vocabulary): string {
  if (process.kind === 'constant') return vocabulary.constantProcess(process.number);
  const name = environment.get(process.name);
  if (name === undefined) throw new Error(`the process ${process.name} is not bound here`);
  return name;
}

export function accessText(access: Access, environment: Environment, reading: Reading): string {
  return reading.cell(
    access.symbol,
    access.indices.map((index) => resolve(index, environment, reading.vocabulary)),
    {
      reader: access.reader === null ? null : resolve(access.reader, environment, reading.vocabulary),
      moment: access.moment ?? null,
    },
  );
}

export function termText(term: Term, environment: Environment, reading: Reading): string {
  switch (term.kind) {
    case 'process':
      return symbol(resolve(term.process, environment, reading.vocabulary));
    case 'constructor':
      return reading.vocabulary.constructorName(term.sort, term.value);
    case 'access':
      return accessText(term.access, environment, reading);
    case 'linear': {
      const products = term.summands.map(({ coefficient, access }) => ({
        coefficient,
        term: accessText(access, environment, reading),
      }));
      return linearSum(term.constant, products, term.sort);
    }
    default:
      return unreachable(term);
  }
}

/** Comparisons that the names of processes decide: equality of two, and a process with itself. Otherwise null. */
export function settledComparison(
  { operator, left, right }: Extract<Formula, { kind: 'compare' }>,
  environment: Environment,
  vocabulary: Vocabulary,
): boolean | null {
  if (left.kind !== 'process' || right.kind !== 'process') return null;
  const same = resolve(left.process, environment, vocabulary) === resolve(right.process, environment, vocabulary);
  if (operator === '=') return same;
  if (operator === '<>') return !same;
  return same ? operator === '<=' : null;
}

function comparisonText(
  comparison: Extract<Formula, { kind: 'compare' }>,
  environment: Environment,
  sign: boolean,
  reading: Reading,
): string {
  const settled = settledComparison(comparison, environment, reading.vocabulary);
  if (settled !== null) return settled === sign ? TRUE : FALSE;
  const { operator } = comparison;
  const left = termText(comparison.left, environment, reading);
  const right = termText(comparison.right, environment, reading);
  if (operator === '<' || operator === '<=') {
    const text = `(${operator} ${left} ${right})`;
    return sign ? text : negation(text);
  }
  const same = reading.equal?.(left, right) ?? null;
  if (same !== null) return (same === (operator === '=')) === sign ? TRUE : FALSE;
  const text = left < right ? `(= ${left} ${right})` : `(= ${right} ${left})`;
  return sign === (operator === '=') ? text : negation(text);
}

export function extended(environment: Environment, name: string, process: string): Environment {
  return new Map(environment).set(name, process);
}

/** A formula that holds wherever `formula` does, or wherever it does not when `sign` is false. */
export function assume(formula: Formula, environment: Environment, sign: boolean, reading: Reading): string {
  switch (formula.kind) {
    case 'constant':
      return formula.value === sign ? TRUE : FALSE;
    case 'fence':
      // No write is ever pending on a sequentially consistent memory.
      return sign ? (reading.fence ?? TRUE) : negation(reading.fence ?? TRUE);
    case 'compare':
      return comparisonText(formula, environment, sign, reading);
    case 'not':
      return assume(formula.operand, environment, !sign, reading);
    case 'and':
    case 'or': {
      const operands = formula.operands.map((operand) => assume(operand, environment, sign, reading));
      return (formula.kind === 'and') === sign ? conjunction(operands) : disjunction(operands);
    }
    case 'forall':
    case 'exists':
      return assumeQuantified(formula, environment, sign, reading);
    default:
      return unreachable(formula);
  }
}

function assumeQuantified(quantified: Quantified, environment: Environment, sign: boolean, reading: Reading): string {
  const excluded = quantified.excluded.map((process) => resolve(process, environment, reading.vocabulary));
  const members = reading.domain(environment).filter(({ process }) => !excluded.includes(process));
  const instance = ({ process }: Member) =>
    assume(quantified.body, extended(environment, quantified.variable, process), sign, reading);
  if ((quantified.kind === 'forall') === sign) {
    return conjunction(members.map((member) => implication(member.exists, instance(member))));
  }
  const inside = members.map((member) => conjunction([member.exists, instance(member)]));
  return disjunction(reading.complete ? inside : [...inside, reading.outside(quantified, environment, sign)]);
}
