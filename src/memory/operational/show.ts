/**
 * Formulas as people read them about named processes: `PC[#1] = Crit && PC[#2] = Crit`. Quantified variables keep their
 * names. For reports only; nothing reads this text back.
 */

import { compare, negate, ONE, showRational, ZERO } from '../../logic/rational.js';
import type { Access, Formula, Process, Term } from '../../models/array-system/model.js';
import type { Environment } from './evaluate.js';

function showProcess(process: Process, environment: Environment): string {
  if (process.kind === 'constant') return `#${process.number}`;
  const number = environment.get(process.name);
  return number === undefined ? process.name : `#${number}`;
}

function showAccess(access: Access, environment: Environment): string {
  const reader = access.reader === null ? '' : `${showProcess(access.reader, environment)}@`;
  if (access.indices.length === 0) return `${reader}${access.symbol.name}`;
  return `${reader}${access.symbol.name}[${access.indices.map((index) => showProcess(index, environment)).join(',')}]`;
}

function showTerm(term: Term, environment: Environment): string {
  switch (term.kind) {
    case 'process':
      return showProcess(term.process, environment);
    case 'constructor':
      return term.sort.constructors[term.value] ?? `${term.sort.name}!${term.value}`;
    case 'access':
      return showAccess(term.access, environment);
    case 'linear': {
      let text = '';
      for (const { coefficient, access } of term.summands) {
        const negative = compare(coefficient, ZERO) < 0;
        const size = negative ? negate(coefficient) : coefficient;
        const factor = compare(size, ONE) === 0 ? '' : `${showRational(size)} * `;
        const sign = text === '' ? (negative ? '- ' : '') : negative ? ' - ' : ' + ';
        text += `${sign}${factor}${showAccess(access, environment)}`;
      }
      if (text === '') return showRational(term.constant);
      const order = compare(term.constant, ZERO);
      if (order === 0) return text;
      return order > 0
        ? `${text} + ${showRational(term.constant)}`
        : `${text} - ${showRational(negate(term.constant))}`;
    }
  }
}

export function showFormula(formula: Formula, environment: Environment): string {
  switch (formula.kind) {
    case 'constant':
      return formula.value ? 'true' : 'false';
    case 'fence':
      return 'fence()';
    case 'compare':
      return `${showTerm(formula.left, environment)} ${formula.operator} ${showTerm(formula.right, environment)}`;
    case 'and':
    case 'or': {
      const [only] = formula.operands;
      if (only === undefined) return formula.kind === 'and' ? 'true' : 'false';
      if (formula.operands.length === 1) return showFormula(only, environment);
      const joint = formula.kind === 'and' ? ' && ' : ' || ';
      return formula.operands.map((operand) => showOperand(operand, formula.kind, environment)).join(joint);
    }
    case 'not':
      return `not (${showFormula(formula.operand, environment)})`;
    case 'forall':
    case 'exists': {
      const excluded = formula.excluded.map((process) => ` <> ${showProcess(process, environment)}`).join('');
      return `${formula.kind} ${formula.variable}${excluded}. ${showFormula(formula.body, environment)}`;
    }
  }
}

function showOperand(operand: Formula, outer: 'and' | 'or', environment: Environment): string {
  const text = showFormula(operand, environment);
  const open = operand.kind === 'forall' || operand.kind === 'exists' || (operand.kind === 'or' && outer === 'and');
  return open ? `(${text})` : text;
}
