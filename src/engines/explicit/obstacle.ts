/**
 * Why a program is not for this engine, in words a user can act on: what is left open must be one of few values, and numbers
 * in the text must fit into 32 bits. (Numbers that grow too large while it runs are found then.)
 */
import { boundsOf } from '../../models/program/cells.js';
import { expressionsOf, nodesOf } from '../../models/program/expression.js';
import type {
  Expression,
  Program,
  Read,
  Sort,
  StateExpression,
  StateRead,
  Variable,
} from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { GREATEST, LEAST } from './code/code.js';

/** Combinations of values that one step, or the initial states, may leave open. */
const MOST_CHOICES = 2 ** 20;

/** `propositions` are looked at like the conditions of the program. */
export function obstacleTo(program: Program, propositions: readonly StateExpression[] = []): string | null {
  const variables = [...program.shared, ...program.templates.flatMap(({ locals }) => locals)];
  for (const { name, sort } of variables) {
    const bounds = boundsOf(sort);
    if (bounds !== null && (bounds.low < LEAST || bounds.high > GREATEST)) {
      return `the range of ${name} does not fit into 32 bits`;
    }
  }
  for (const template of program.templates) {
    for (const edge of template.edges) {
      if (!expressionsOf(edge).every(numbersFit)) {
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
  const large = firstValues(program).find(({ values }) => values.some((value) => value !== 'any' && !fits(value)));
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
function firstValues({ shared, threads, templates }: Program): { name: string; values: readonly (number | 'any')[] }[] {
  return [
    ...shared.map(({ name, initial }) => ({ name, values: initial })),
    ...threads.flatMap((thread) =>
      thread.initial.map((values, local) => {
        return { name: `${thread.name}.${templates[thread.template]?.locals[local]?.name ?? local}`, values };
      }),
    ),
  ];
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

function fits(value: number): boolean {
  return value >= LEAST && value <= GREATEST;
}

function numbersFit(expression: Expression | StateExpression): boolean {
  return nodesOf<Read | StateRead>(expression).every((node) => node.kind !== 'constant' || fits(node.value));
}
