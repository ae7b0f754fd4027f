/**
 * Whether all members of a family (`families.ts`) do the same: take the same steps, fail or not, and make the same propositions true.
 * Every expression that the interpreter may evaluate on the specimen is evaluated on terms:
 *
 *   - a term and a number more is a term, and the difference of two terms with one parameter is a number
 *   - a comparison counts where the difference is on one side of 0 for all parameters (`terms.ts`)
 *   - whatever else is computed must be computed from numbers: then it is the interpreter's
 *
 * Everything else is `null`: nobody knows, and the family is refused. So the guard of each edge is true in all members or in none,
 * its indices are numbers, and what it writes is a term, which fits in all members or in none: a term with a parameter is written to
 * integers without bound alone. Whatever else a step depends on (locations, which buffers are empty or full) has no values in it. Hence the
 * step of the specimen is that of all members, and the terms of what it leads to are those that its numbers tell.
 *
 * This is a judge: it shares the interpreter's view of cells, and nothing with the search.
 */
import {
  type Evaluated,
  evaluate,
  isFailure,
  type StateView,
  type View,
} from '../../memory/operational/program/evaluate.js';
import { type Machine, viewOf } from '../../memory/operational/program/machine.js';
import { stateView } from '../../memory/operational/program/properties.js';
import { belongsTo, type Cells, valuesOf, variableAt } from '../../models/program/cells.js';
import type {
  Binary,
  Conditional,
  Constant,
  Edge,
  Expression,
  StateExpression,
  Tree,
  Unary,
} from '../../models/program/model.js';
import { edgesFrom, needsEmptyBuffers, templateOf } from '../../models/program/parts.js';
import type { Specimen } from './families.js';
import { type Ceilings, type Difference, difference, isSmall, type Term, termOf } from './terms.js';

type Known = Term | null;

/** Whether the propositions have the same values in all members. */
export function propositionsAgree(
  machine: Machine,
  { configuration, ceilings }: Specimen,
  propositions: readonly StateExpression[],
): boolean {
  const view = stateView(machine, configuration);
  const known = (expression: StateExpression): Known => stateTerm(view, ceilings, expression);
  return propositions.every((proposition) => truthOf(known(proposition), ceilings) !== null);
}

/** Whether all edges are taken, or not, with the same effects in all members. */
export function stepsAgree(machine: Machine, specimen: Specimen): boolean {
  const { program } = machine;
  const { locations, buffers } = specimen.configuration;
  const waiting = buffers.some(({ length }) => length > 0);
  return locations.every((location, thread) =>
    edgesFrom(templateOf(program, thread), location).every((edge) => {
      if (needsEmptyBuffers(edge) && buffers[thread]?.length !== 0) return true;
      if (edge.drained === true && waiting) return true;
      return edgeAgrees(machine, specimen, thread, edge);
    }),
  );
}

function edgeAgrees(machine: Machine, specimen: Specimen, thread: number, { guard, updates }: Edge): boolean {
  const { ceilings } = specimen;
  const view = viewOf(machine, specimen.configuration, thread);
  const known = (expression: Expression): Known => threadTerm(view, ceilings, expression);
  const taken = guard === null ? true : truthOf(known(guard), ceilings);
  if (taken !== true) return taken === false;
  for (const { target, value } of updates) {
    const index = target.index === null ? null : known(target.index);
    if (target.index !== null && index?.parameter !== 0) return false;
    const cells = target.kind === 'local' ? (machine.locals[thread] as Cells) : machine.shared;
    const { sort } = variableAt(cells, target.variable);
    if (value === 'any') {
      if (!valuesOf(sort).every(isSmall)) return false;
      continue;
    }
    const term = known(value);
    if (term === null || (term.parameter !== 0 && sort.kind !== 'int')) return false;
    // The first value that does not fit decides.
    if (term.parameter === 0 && !belongsTo(term.offset, sort)) return true;
  }
  return true;
}

function threadTerm(view: View, ceilings: Ceilings, expression: Expression): Known {
  const again = (part: Expression): Known => threadTerm(view, ceilings, part);
  switch (expression.kind) {
    case 'local':
      return at(again, expression.index, (index) => view.local(expression.variable, index));
    case 'shared':
      return at(again, expression.index, (index) => view.shared(expression.variable, index));
    default:
      return inner(expression, again, ceilings);
  }
}

function stateTerm(view: StateView, ceilings: Ceilings, expression: StateExpression): Known {
  const again = (part: StateExpression): Known => stateTerm(view, ceilings, part);
  switch (expression.kind) {
    case 'memory':
      return at(again, expression.index, (index) => view.memory(expression.variable, index));
    case 'localOf': {
      const { thread, variable } = expression;
      return at(again, expression.index, (index) => view.localOf(thread, variable, index));
    }
    case 'at':
      return truth(expression.locations.includes(view.location(expression.thread)));
    default:
      return inner(expression, again, ceilings);
  }
}

function at<E>(again: (part: E) => Known, index: E | null, read: (index: number | null) => Evaluated): Known {
  const known = index === null ? null : again(index);
  if (index !== null && known?.parameter !== 0) return null;
  const value = read(known === null ? null : known.offset);
  return isFailure(value) ? null : termOf(value);
}

/** What is no leaf. */
type Inner<L> = Constant | Unary<L> | Binary<L> | Conditional<L>;

function inner<L>(tree: Inner<L>, again: (part: Tree<L>) => Known, ceilings: Ceilings): Known {
  switch (tree.kind) {
    case 'constant':
      return small({ parameter: 0, offset: tree.value });
    case 'unary': {
      const operand = again(tree.operand);
      if (tree.operator === '!') return truth(not(truthOf(operand, ceilings)));
      if (operand?.parameter !== 0) return null;
      return computed({ kind: 'unary', operator: tree.operator, operand: constant(operand) });
    }
    case 'binary': {
      const left = again(tree.left);
      if (left === null) return null;
      if (tree.operator === '&&' || tree.operator === '||') {
        const one = truthOf(left, ceilings);
        if (one === null) return null;
        return truth(one === (tree.operator === '||') ? one : truthOf(again(tree.right), ceilings));
      }
      const right = again(tree.right);
      return right === null ? null : combined(tree.operator, left, right, ceilings);
    }
    case 'conditional': {
      const condition = truthOf(again(tree.condition), ceilings);
      return condition === null ? null : again(condition ? tree.whenTrue : tree.whenFalse);
    }
  }
}

function combined(operator: Binary<never>['operator'], left: Term, right: Term, ceilings: Ceilings): Known {
  switch (operator) {
    case '+':
      if (left.parameter !== 0 && right.parameter !== 0) return null;
      return small({ parameter: left.parameter + right.parameter, offset: left.offset + right.offset });
    case '-': {
      if (right.parameter !== 0 && left.parameter !== right.parameter) return null;
      const parameter = right.parameter === 0 ? left.parameter : 0;
      return small({ parameter, offset: left.offset - right.offset });
    }
    case '*':
      if (left.parameter !== 0 || right.parameter !== 0) return null;
      return small({ parameter: 0, offset: left.offset * right.offset });
    case '==':
      return truth(isZero(difference(left, right, ceilings)));
    case '!=':
      return truth(not(isZero(difference(left, right, ceilings))));
    case '<':
      return truth(isNegative(difference(left, right, ceilings)));
    case '>=':
      return truth(not(isNegative(difference(left, right, ceilings))));
    case '>':
      return truth(isNegative(difference(right, left, ceilings)));
    case '<=':
      return truth(not(isNegative(difference(right, left, ceilings))));
    default:
      if (left.parameter !== 0 || right.parameter !== 0) return null;
      return computed({ kind: 'binary', operator, left: constant(left), right: constant(right) });
  }
}

/** Whether it is true in all members (true) or in none (false). */
function truthOf(known: Known, ceilings: Ceilings): boolean | null {
  return known === null ? null : not(isZero(difference(known, ZERO, ceilings)));
}

const ZERO: Term = { parameter: 0, offset: 0 };

/** For all parameters (true), for none (false), or for some. */
function isZero({ least, most }: Difference): boolean | null {
  if (least > 0 || most < 0) return false;
  return least === 0 && most === 0 ? true : null;
}

function isNegative({ least, most }: Difference): boolean | null {
  if (most < 0) return true;
  return least >= 0 ? false : null;
}

function not(known: boolean | null): boolean | null {
  return known === null ? null : !known;
}

function truth(known: boolean | null): Known {
  return known === null ? null : { parameter: 0, offset: known ? 1 : 0 };
}

/** What is not small could be taken for another parameter's. */
function small(term: Term): Known {
  return isSmall(term.offset) ? { ...term, offset: term.offset + 0 } : null;
}

/** Of constants alone. */
function computed(expression: Expression): Known {
  const value = evaluate(NOTHING, expression);
  return isFailure(value) ? null : small({ parameter: 0, offset: value });
}

function constant({ offset }: Term): Expression {
  return { kind: 'constant', value: offset };
}

const NOTHING: View = {
  local: () => {
    throw new Error('a constant reads nothing');
  },
  shared: () => {
    throw new Error('a constant reads nothing');
  },
  wraps: false,
};
