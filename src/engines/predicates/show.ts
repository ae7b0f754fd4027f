/** Predicates as people write them in a program: `number[0] < P(1).ticket`, `!flag[0]`, `next == serving + 1`. */
import type { Atom, Formula } from '../../logic/integer/formula.js';
import { showValue } from '../../models/program/cells.js';
import type { PredicateProof } from './engine.js';
import type { IntegerVariable } from './system.js';

export function showPredicate(formula: Formula, variables: readonly IntegerVariable[]): string {
  switch (formula.kind) {
    case 'true':
    case 'false':
      return formula.kind;
    case 'atom':
      return showAtom(formula, variables, true);
    case 'not':
      return showAtom(formula.operand, variables, false);
    case 'and':
    case 'or': {
      const parts = formula.operands.map((operand) => {
        const text = showPredicate(operand, variables);
        return operand.kind === 'or' ? `(${text})` : text;
      });
      return parts.join(formula.kind === 'and' ? ' && ' : ' || ');
    }
  }
}

const RELATIONS = { '==': ['==', '!='], '<=': ['<=', '>'] } as const;

function showAtom(atom: Atom, variables: readonly IntegerVariable[], positive: boolean): string {
  const [only, ...others] = atom.variables;
  const declared = only === undefined || others.length > 0 ? undefined : variables[only];
  const value = -atom.constant + 0;
  const isValue = atom.relation === '==' && atom.coefficients[0] === 1;
  if (declared !== undefined && isValue && declared.sort?.kind === 'bool')
    return (value === 1) === positive ? declared.name : `!${declared.name}`;
  const relation = RELATIONS[atom.relation][positive ? 0 : 1];
  if (declared !== undefined && atom.coefficients[0] === 1) {
    const shown = isValue && declared.sort !== undefined ? showValue(value, declared.sort) : `${value}`;
    return `${declared.name} ${relation} ${shown}`;
  }
  const products = (sign: 1 | -1) =>
    atom.variables.flatMap((variable, i) => {
      const coefficient = sign * (atom.coefficients[i] as number);
      const { name } = variables[variable] as IntegerVariable;
      return coefficient <= 0 ? [] : [coefficient === 1 ? name : `${coefficient} * ${name}`];
    });
  // `x + 1 <= y` reads better without the number.
  const strict = atom.relation === '<=' && atom.constant === 1;
  const rest = strict ? 0 : atom.constant;
  const left = [...products(1), ...(rest > 0 ? [`${rest}`] : [])].join(' + ');
  const right = [...products(-1), ...(rest < 0 ? [`${-rest}`] : [])].join(' + ');
  return `${left} ${strict ? (positive ? '<' : '>=') : relation} ${right === '' ? '0' : right}`;
}

/**
 * The predicates of a proof: on the program's own variables, and others. Variables that the reduction has made belong to
 * store buffers; some that the front end has made, to values on their way.
 */
export function showProof({ system, predicates, reduction }: PredicateProof): {
  readonly program: readonly string[];
  readonly others: readonly string[];
} {
  const added = new Set(
    reduction.buffers
      .flatMap(({ count, values, targets }) => [count, ...values, ...targets])
      .concat(reduction.overflow?.variable ?? [])
      .map((variable) => reduction.program.shared[variable]?.name),
  );
  const isOfProgram = ({ variables }: Formula) =>
    variables.every((each) => {
      const { name, residue } = system.variables[each] as IntegerVariable;
      return !added.has(system.variables[residue?.of ?? each]?.name) && !name.includes('$');
    });
  const show = (some: readonly Formula[]) => some.map((predicate) => showPredicate(predicate, system.variables));
  return {
    program: show(predicates.filter(isOfProgram)),
    others: show(predicates.filter((predicate) => !isOfProgram(predicate))),
  };
}
