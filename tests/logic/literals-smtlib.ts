/**
 * Atoms and literals as SMT-LIB text, and Z3 as their judge.
 *
 * Cells are constants, their names quoted: `|triple_2a[0,1]|`. An enumeration is a datatype, a wide one an integer within
 * bounds. An abstract value is an integer that is only compared for equality, since Z3 may take a declared sort to be
 * finite. Values of sort proc are reals, a dense order without ends; named processes are different ones, and in order
 * when names are absolute.
 */
import { expect } from 'vitest';
import { evaluateSmtLib } from '../../src/evidence/solvers/z3.js';
import { FALSE, Kind, type Literal, type Literals, TRUE } from '../../src/logic/literals.js';
import type { Rational } from '../../src/logic/rational.js';
import type { Operator } from '../../src/models/array-system/model.js';
import {
  type Atom,
  type Cell,
  cellNumber,
  type ProcessTerm,
  SORT_NAMES,
  type SortName,
  type Sum,
  sizeOf,
} from './random-literals.js';

/** New names for processes, for renaming the text. */
export type Names = ArrayLike<number>;
const same = (process: number, names: Names | undefined): number =>
  names === undefined ? process : (names[process] as number);

export const processText = (process: number, names?: Names): string => `|#[${same(process, names)}]|`;

export function cellText(literals: Literals, cell: number, names?: Names): string {
  const args = literals.argumentsOf(cell).map((p) => same(p, names));
  return `|${literals.symbolOf(cell).name}[${args.join(',')}]|`;
}

const sorts = new Map<string, SortName>();

/** `triple_2a`, `?enum triple0`: the sort of a symbol is told by its name. */
function sortOfSymbol(name: string): SortName {
  let sort = sorts.get(name);
  if (sort === undefined) {
    const told = name.startsWith('?') ? (name.match(/([a-z]+)\d+$/)?.[1] ?? name) : name.slice(0, name.indexOf('_'));
    sort = SORT_NAMES.find((s) => s === told);
    if (sort === undefined) throw new Error(`no sort is known for ${name}`);
    sorts.set(name, sort);
  }
  return sort;
}

export function sortText(sort: SortName): string {
  if (sort === 'proc' || sort === 'real') return 'Real';
  return sort === 'int' || sort === 'thing' || sort === 'wide' ? 'Int' : `sort_${sort}`;
}
export const valueText = (sort: SortName, value: number): string =>
  sort === 'wide' ? `${value}` : `value_${sort}_${value}`;

function compareText(operator: Operator, left: string, right: string): string {
  return `(${operator === '<>' ? 'distinct' : operator} ${left} ${right})`;
}
const all = (parts: readonly string[]): string => `(and true ${parts.join(' ')})`;
const any = (parts: readonly string[]): string => `(or false ${parts.join(' ')})`;
export const not = (text: string): string => `(not ${text})`;
export const and = (...parts: string[]): string => all(parts);
export const xor = (a: string, b: string): string => `(xor ${a} ${b})`;

function numeral(n: bigint, integer: boolean): string {
  const digits = `${n < 0n ? -n : n}${integer ? '' : '.0'}`;
  return n < 0n ? `(- ${digits})` : digits;
}
function number({ numerator, denominator }: Rational, integer: boolean): string {
  if (denominator === 1n) return numeral(numerator, integer);
  return `(/ ${numeral(numerator, integer)} ${numeral(denominator, integer)})`;
}

/** The text of an atom, which owes nothing to the table of literals but the names of its cells. */
export function atomText(literals: Literals, atom: Atom, names?: Names): string {
  const cell = (c: Cell) => cellText(literals, cellNumber(literals, c), names);
  const term = (t: Cell | ProcessTerm) => (t.kind === 'process' ? processText(t.process, names) : cell(t));
  const sum = ({ summands, constant }: Sum, integer: boolean) =>
    `(+ ${number(constant, integer)} ${numeral(0n, integer)} ${summands
      .map((s) => `(* ${number(s.coefficient, integer)} ${cell(s.cell)})`)
      .join(' ')})`;
  switch (atom.kind) {
    case 'member':
      return any(atom.values.map((value) => `(= ${cell(atom.cell)} ${valueText(atom.cell.sort, value)})`));
    case 'relation':
      return compareText(atom.operator, term(atom.left), term(atom.right));
    case 'sum':
      return compareText(atom.operator, sum(atom.left, atom.integer), sum(atom.right, atom.integer));
  }
}
export const atomsText = (literals: Literals, atoms: readonly Atom[]): string =>
  all(atoms.map((a) => atomText(literals, a)));

/** What the table says a literal means. */
export function literalText(literals: Literals, literal: Literal, names?: Names): string {
  if (literal === TRUE || literal === FALSE) return `${literal === TRUE}`;
  const left = literals.left[literal] as number;
  const right = literals.right[literal] as number;
  const term = (t: number) => (t < 0 ? processText(-t - 1, names) : cellText(literals, t, names));
  switch (literals.kind[literal]) {
    case Kind.mask: {
      const sort = sortOfSymbol(literals.symbolOf(left).name);
      const values = Array.from({ length: sizeOf(sort) }, (_, value) => value).filter((value) => right & (1 << value));
      return any(values.map((value) => `(= ${term(left)} ${valueText(sort, value)})`));
    }
    case Kind.equal:
      return compareText('=', term(left), term(right));
    case Kind.distinct:
      return compareText('<>', term(left), term(right));
    case Kind.less:
      return compareText('<', term(left), term(right));
    case Kind.atMost:
      return compareText('<=', term(left), term(right));
    case Kind.linear: {
      const { variables, coefficients, relation, constant } = literals.constraintOf(literal);
      const integer = literals.isInteger(variables[0] as number);
      const products = variables.map((v, i) => `(* ${numeral(coefficients[i] as bigint, integer)} ${term(v)})`);
      return compareText(relation, `(+ ${numeral(0n, integer)} ${products.join(' ')})`, numeral(constant, integer));
    }
    default:
      throw new Error(`literal ${literal} is of no kind`);
  }
}
export const conjunctionText = (literals: Literals, conjunction: Iterable<Literal>): string =>
  all(Array.from(conjunction, (l) => literalText(literals, l)));
export const disjunctionText = (literals: Literals, conjuncts: readonly (readonly Literal[])[]): string =>
  any(conjuncts.map((c) => conjunctionText(literals, c)));

export type Verdict = 'sat' | 'unsat';

/** Checks in one script. */
const BATCH = 250;

export const namesIn = (text: string): Set<string> => new Set(text.match(/\|[^|]*\|/g) ?? []);
const symbolIn = (name: string): string => name.slice(1, name.indexOf('['));
export const sortOfName = (name: string): SortName => (symbolIn(name) === '#' ? 'proc' : sortOfSymbol(symbolIn(name)));

const DATATYPES = SORT_NAMES.filter((sort) => sortText(sort).startsWith('sort_')).map((sort) => {
  const values = Array.from({ length: sizeOf(sort) }, (_, value) => `(${valueText(sort, value)})`);
  return `(declare-datatypes ((${sortText(sort)} 0)) ((${values.join(' ')})))`;
});

/** What holds of every cell and process that a formula mentions. */
function background(formula: string, absolute: boolean): string {
  const names = [...namesIn(formula)];
  const bounds = names.filter((name) => sortOfName(name) === 'wide');
  const processes = names.filter((name) => symbolIn(name) === '#').map((name) => Number(name.slice(3, -2)));
  const parts = bounds.map((name) => `(<= 0 ${name} ${sizeOf('wide') - 1})`);
  if (processes.length > 1) {
    const inOrder = processes.sort((a, b) => a - b).map((p) => processText(p));
    parts.push(`(${absolute ? '<' : 'distinct'} ${inOrder.join(' ')})`);
  }
  return all(parts);
}

/** Z3's verdicts on formulas; a tactic is needed for quantified ones. */
export async function verdicts(
  formulas: readonly string[],
  absolute: boolean,
  tactic: string | null = null,
): Promise<Verdict[]> {
  const check = tactic === null ? '(check-sat)' : `(check-sat-using ${tactic})`;
  const out: Verdict[] = [];
  for (let start = 0; start < formulas.length; start += BATCH) {
    const batch = formulas.slice(start, start + BATCH);
    const declarations = Array.from(namesIn(batch.join(' ')), (name) => {
      return `(declare-const ${name} ${sortText(sortOfName(name))})`;
    });
    const questions = batch.map((f) => `(push)(assert ${background(f, absolute)})(assert ${f})${check}(pop)`);
    const answers = (await evaluateSmtLib([...DATATYPES, ...declarations, ...questions].join('\n'))).trim().split('\n');
    for (const [i, formula] of batch.entries()) {
      const answer = answers[i];
      if (answer !== 'sat' && answer !== 'unsat') throw new Error(`Z3 answers ${answer} to ${formula}`);
      out.push(answer);
    }
    if (answers.length !== batch.length) throw new Error(`Z3 says too much: ${answers.slice(batch.length).join('; ')}`);
  }
  return out;
}

/** Collects what Z3 should say, and asks it all at once. */
export class Judge {
  private readonly questions: { readonly formula: string; readonly expected: Verdict; readonly about: string }[] = [];

  /** `about` says in words what was claimed. */
  expect(expected: Verdict, formula: string, about: string): void {
    this.questions.push({ formula, expected, about });
  }

  get asked(): number {
    return this.questions.length;
  }

  async settle(absolute: boolean, tactic: string | null = null): Promise<void> {
    const answers = await verdicts(
      this.questions.map((q) => q.formula),
      absolute,
      tactic,
    );
    const wrong = this.questions.filter((q, i) => q.expected !== answers[i]);
    expect(wrong.slice(0, 3), `${wrong.length} of ${this.asked} claims are wrong`).toEqual([]);
  }
}
