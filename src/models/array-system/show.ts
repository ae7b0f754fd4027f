/**
 * Formulas and properties as the language writes them, from the resolved model: for reports, invariants and assumptions.
 *
 * With numbers given for the process names (`i` is #2) a formula speaks of concrete processes. A sum of three and more
 * cells has no notation in the language and is written out all the same: for people.
 */
import { type Rational, rational, showRational } from '../../logic/rational.js';
import type { Access, Formula, Process, Property, Term } from './model.js';

/** Numbers of processes by the names they are bound to. */
export type Numbers = ReadonlyMap<string, number>;
const NONE: Numbers = new Map();

/** `never` is for what a proof says; the others are declarations of the language. */
export function showProperty(keyword: 'invariant' | 'unsafe' | 'lemma' | 'never', property: Property): string {
  const parameters = property.parameters.length === 0 ? '' : ` (${property.parameters.join(' ')})`;
  const name = property.name === null ? '' : ` ${property.name}`;
  return `${keyword}${name}${parameters} { ${showFormula(property.formula)} }`;
}

/** Levels as in the grammar: 0 anything, 1 below `||`, 2 below `&&`. */
export function showFormula(formula: Formula, numbers: Numbers = NONE, level = 0): string {
  const wrap = (text: string, own: number) => (own < level ? `(${text})` : text);
  switch (formula.kind) {
    case 'constant':
      return formula.value ? 'true' : 'false';
    case 'fence':
      return 'fence()';
    case 'compare':
      return `${showTerm(formula.left, numbers)} ${formula.operator} ${showTerm(formula.right, numbers)}`;
    case 'not':
      return `not ${showFormula(formula.operand, numbers, 3)}`;
    case 'and':
      if (formula.operands.length === 0) return 'true';
      return formula.operands.length === 1
        ? showFormula(formula.operands[0] as Formula, numbers, level)
        : wrap(formula.operands.map((f) => showFormula(f, numbers, 2)).join(' && '), 2);
    case 'or':
      if (formula.operands.length === 0) return 'false';
      return formula.operands.length === 1
        ? showFormula(formula.operands[0] as Formula, numbers, level)
        : wrap(formula.operands.map((f) => showFormula(f, numbers, 2)).join(' || '), 1);
    case 'forall':
    case 'exists':
      return `(${formula.kind}${formula.excluded.length > 0 ? '_other' : ''} ${formula.variable}. ${showFormula(formula.body, numbers, 0)})`;
  }
}

function showProcess(process: Process, numbers: Numbers): string {
  if (process.kind === 'constant') return `#${process.number}`;
  const number = numbers.get(process.name);
  return number === undefined ? process.name : `#${number}`;
}

function showAccess(access: Access, numbers: Numbers): string {
  const indices =
    access.indices.length === 0 ? '' : `[${access.indices.map((p) => showProcess(p, numbers)).join(',')}]`;
  return `${access.reader === null ? '' : `${showProcess(access.reader, numbers)}@`}${access.symbol.name}${indices}`;
}

function showTerm(term: Term, numbers: Numbers): string {
  switch (term.kind) {
    case 'process':
      return showProcess(term.process, numbers);
    case 'constructor':
      return term.sort.constructors[term.value] as string;
    case 'access':
      return showAccess(term.access, numbers);
    case 'linear': {
      const number = (r: Rational) => {
        if (term.sort.kind === 'int' || r.denominator !== 1n) return showRational(r);
        return `${r.numerator}.0`;
      };
      let text = '';
      for (const { coefficient, access } of term.summands) {
        const negative = coefficient.numerator < 0n;
        const size = negative ? rational(-coefficient.numerator, coefficient.denominator) : coefficient;
        const factor = size.numerator === 1n && size.denominator === 1n ? '' : `${showRational(size)} * `;
        text +=
          text === ''
            ? `${negative ? '-' : ''}${factor}${showAccess(access, numbers)}`
            : ` ${negative ? '-' : '+'} ${factor}${showAccess(access, numbers)}`;
      }
      if (text === '') return number(term.constant);
      if (term.constant.numerator === 0n) return text;
      const negative = term.constant.numerator < 0n;
      const size = negative ? rational(-term.constant.numerator, term.constant.denominator) : term.constant;
      return `${text} ${negative ? '-' : '+'} ${number(size)}`;
    }
  }
}
