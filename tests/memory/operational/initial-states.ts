/**
 * All initial states of an instance, with numbers from a given list and those that `init` itself mentions.
 *
 * `init` is taken apart into its conjuncts, one for each tuple of processes; cells are filled in their order, and a conjunct
 * is looked at as soon as all its cells have values.
 */
import { equal, type Rational, rational, ZERO } from '../../../src/logic/rational.js';
import { bind, type Environment, holds, processOf } from '../../../src/memory/operational/evaluate.js';
import { type Instance, placeOf, type State } from '../../../src/memory/operational/state.js';
import { tuples } from '../../../src/memory/operational/tuples.js';
import { equalValues, numberValue, type Value } from '../../../src/memory/operational/values.js';
import type { Access, Formula, Term } from '../../../src/models/array-system/model.js';
import { candidates } from '../../random/open-values.js';

interface Constraint {
  readonly formula: Formula;
  readonly environment: Environment;
  readonly places: ReadonlySet<number>;
}

/** `closed` means that every cell that holds a number is equated with one. */
export function initialStates(
  instance: Instance,
  numbers: readonly Value[],
): { readonly states: readonly State[]; readonly closed: boolean } {
  const { parameters, formula } = instance.system.init;
  const constraints = [...tuples(instance.processes, parameters.length)].flatMap((tuple) =>
    conjuncts(formula).map((conjunct): Constraint => {
      const environment = bind(parameters, tuple);
      return { formula: conjunct, environment, places: placesOf(instance, conjunct, environment) };
    }),
  );
  const domain = distinct([...numbers, ...numbersOf(formula).map(numberValue)]);
  const due = instance.cells.map((_, place) => constraints.filter(({ places }) => Math.max(-1, ...places) === place));
  const grounded = constraints.filter(({ places }) => places.size === 0);
  const states: State[] = [];
  const extend = (prefix: readonly Value[]): void => {
    const cell = instance.cells[prefix.length];
    if (cell === undefined) {
      states.push(prefix);
      return;
    }
    const isNumber = cell.symbol.sort.kind === 'int' || cell.symbol.sort.kind === 'real';
    for (const value of isNumber ? domain : candidates(instance, cell.symbol.sort, prefix).values) {
      const longer = [...prefix, value];
      const ready = due[prefix.length] ?? [];
      if (ready.every((constraint) => holds(instance, longer, constraint.formula, constraint.environment)))
        extend(longer);
    }
  };
  if (grounded.every((constraint) => holds(instance, [], constraint.formula, constraint.environment))) extend([]);
  const closed = instance.cells.every(
    ({ symbol }, place) =>
      (symbol.sort.kind !== 'int' && symbol.sort.kind !== 'real') ||
      constraints.some(
        ({ formula: conjunct, places }) => places.size === 1 && places.has(place) && isEquation(conjunct),
      ),
  );
  return { states, closed };
}

function conjuncts(formula: Formula): readonly Formula[] {
  return formula.kind === 'and' ? formula.operands.flatMap(conjuncts) : [formula];
}

/** `X = 3`, whose only solution is a number that `init` mentions. */
function isEquation(formula: Formula): boolean {
  if (formula.kind !== 'compare' || formula.operator !== '=') return false;
  const sides = [formula.left, formula.right];
  return sides.some(isLoneCell) && sides.some((term) => term.kind === 'linear' && term.summands.length === 0);
}

function isLoneCell(term: Term): boolean {
  if (term.kind !== 'linear' || term.summands.length !== 1 || !equal(term.constant, ZERO)) return false;
  return term.summands.every(({ coefficient }) => equal(coefficient, rational(1)));
}

function placesOf(instance: Instance, formula: Formula, environment: Environment): Set<number> {
  const places = new Set<number>();
  const visit = (part: Formula, inside: Environment): void => {
    switch (part.kind) {
      case 'constant':
      case 'fence':
        return;
      case 'compare':
        for (const access of [...accessesOf(part.left), ...accessesOf(part.right)]) {
          const indices = access.indices.map((index) => processOf(index, inside));
          places.add(placeOf(instance, access.symbol, indices));
        }
        return;
      case 'and':
      case 'or':
        for (const operand of part.operands) visit(operand, inside);
        return;
      case 'not':
        visit(part.operand, inside);
        return;
      case 'forall':
      case 'exists':
        for (let process = 1; process <= instance.processes; process++) {
          visit(part.body, new Map(inside).set(part.variable, process));
        }
        return;
    }
  };
  visit(formula, environment);
  return places;
}

function accessesOf(term: Term): readonly Access[] {
  if (term.kind === 'access') return [term.access];
  return term.kind === 'linear' ? term.summands.map(({ access }) => access) : [];
}

function numbersOf(formula: Formula): Rational[] {
  switch (formula.kind) {
    case 'compare':
      return [formula.left, formula.right].flatMap((term) => (term.kind === 'linear' ? [term.constant] : []));
    case 'and':
    case 'or':
      return formula.operands.flatMap(numbersOf);
    case 'not':
      return numbersOf(formula.operand);
    case 'forall':
    case 'exists':
      return numbersOf(formula.body);
    default:
      return [];
  }
}

function distinct(values: readonly Value[]): Value[] {
  return values.filter((value, position) => values.findIndex((other) => equalValues(other, value)) === position);
}
