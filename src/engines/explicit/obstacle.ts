/**
 * Why a program is not for this engine, in words a user can act on: what is left open must be one of few values, and numbers
 * in the text must fit into 32 bits. (Numbers that grow too large while it runs are found then.)
 */
import { boundsOf } from '../../models/program/cells.js';
import { children, expressionsOf, isLeaf, type Leaf } from '../../models/program/expression.js';
import { numberIn } from '../../models/program/fold.js';
import type { Program, Sort, StateExpression, Tree, Variable } from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { isExact, isSigned, isWord } from './words.js';

/** Combinations of values that one step, or the initial states, may leave open. */
const MOST_CHOICES = 2 ** 20;

/** `propositions` are looked at like the conditions of the program. */
export function obstacleTo(program: Program, propositions: readonly StateExpression[] = []): string | null {
  const variables = [...program.shared, ...program.templates.flatMap(({ locals }) => locals)];
  for (const { name, sort } of variables) {
    const bounds = boundsOf(sort);
    if (bounds !== null && !isWord(bounds)) {
      return `the range of ${name} does not fit into 32 bits`;
    }
  }
  for (const template of program.templates) {
    for (const edge of template.edges) {
      if (!expressionsOf(edge).every((expression) => numbersFit(expression))) {
        return `a number in "${edge.text}" (${lineText(edge.place)}) does not fit into 32 bits`;
      }
      const open = edge.updates.flatMap(({ target, value }) => {
        const declared = target.kind === 'local' ? template.locals[target.variable] : program.shared[target.variable];
        return value === 'any' && declared !== undefined ? [declared] : [];
      });
      const reason = tooOpen(open);
      if (reason !== null) return `"${edge.text}" (${lineText(edge.place)}) ${reason}`;
    }
  }
  for (const { name, condition } of program.never) {
    if (!numbersFit(condition)) return `a number in the condition of ${name} does not fit into 32 bits`;
  }
  const wide = propositions.findIndex((condition) => !numbersFit(condition));
  if (wide >= 0) return `a number in the condition of proposition ${wide + 1} does not fit into 32 bits`;
  const large = firstValues(program).find(({ values, sort }) =>
    values.some((value) => value !== 'any' && !fits(value, sort)),
  );
  if (large !== undefined) return `the first value of ${large.name} does not fit into 32 bits`;
  const first = [
    ...program.shared.flatMap((variable) => openCells(variable, variable.initial)),
    ...program.threads.flatMap(({ template, initial }) =>
      initial.flatMap((values, local) => {
        const declared = program.templates[template]?.locals[local];
        return declared === undefined ? [] : openCells(declared, values);
      }),
    ),
  ];
  const reason = tooOpen(first);
  return reason === null ? null : `the initial state ${reason}`;
}

/** With names as traces show them: `x`, `P(0).x`. */
function firstValues({ shared, threads, templates }: Program): FirstValues[] {
  return [
    ...shared.map(({ name, sort, initial }) => ({ name, sort, values: initial })),
    ...threads.flatMap((thread) =>
      thread.initial.map((values, local) => {
        const declared = templates[thread.template]?.locals[local];
        return { name: `${thread.name}.${declared?.name ?? local}`, sort: declared?.sort ?? INT, values };
      }),
    ),
  ];
}

interface FirstValues {
  readonly name: string;
  readonly sort: Sort;
  readonly values: readonly (number | 'any')[];
}

const INT: Sort = { kind: 'int' };

/** Numbers without bound are kept with their sign. */
function fits(value: number, sort: Sort): boolean {
  const interval = { low: value, high: value };
  return sort.kind === 'int' ? isSigned(interval) : isWord(interval);
}

function openCells(variable: Variable, initial: readonly (number | 'any')[]): Variable[] {
  return initial.filter((value) => value === 'any').map(() => variable);
}

function tooOpen(open: readonly Variable[]): string | null {
  const unbounded = open.find(({ sort }) => boundsOf(sort) === null);
  if (unbounded !== undefined) return `leaves ${unbounded.name} open, which has no bounds; give it a range`;
  const choices = open.reduce((product, { sort }) => product * sizeOf(sort), 1);
  return choices > MOST_CHOICES ? `leaves open too many values (${choices}); give smaller ranges` : null;
}

function sizeOf(sort: Sort): number {
  const bounds = boundsOf(sort);
  return bounds === null ? Number.POSITIVE_INFINITY : bounds.high - bounds.low + 1;
}

/**
 * Numbers below an operator on bits, or a remainder of 2^32, may be larger: 32 of their bits count. What a conditional chooses
 * may not be computed at all: a number in it that is too large is found when it is.
 */
function numbersFit<L extends Leaf>(tree: Tree<L>, bits = false): boolean {
  if (isLeaf(tree)) return children(tree).every((part) => numbersFit(part));
  switch (tree.kind) {
    case 'constant': {
      const interval = { low: tree.value, high: tree.value };
      return bits ? isExact(interval) : isWord(interval);
    }
    case 'unary':
      return numbersFit(tree.operand, tree.operator === '~' || (tree.operator === '-' && bits));
    case 'conditional':
      return numbersFit(tree.condition);
    case 'binary': {
      const { operator, left, right } = tree;
      switch (operator) {
        case '+':
        case '-':
        case '*':
          return numbersFit(left, bits) && numbersFit(right, bits);
        case '&':
        case '|':
        case '^':
        case '*32':
          return numbersFit(left, true) && numbersFit(right, true);
        case '<<':
        case '>>':
        case '>>>':
          return numbersFit(left, true) && numbersFit(right);
        case '%':
          if (numberIn(right) === 2 ** 32) return numbersFit(left, true);
          return numbersFit(left) && numbersFit(right);
        default:
          return numbersFit(left) && numbersFit(right);
      }
    }
  }
}
