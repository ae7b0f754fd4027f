/**
 * Locals of a thread in their final order, and its statements with the numbers that go with it: the number of the instance
 * first, then what properties name and arrays, then what may be hidden.
 */
import { bottomUp, isLeaf } from '../../models/program/expression.js';
import type { PlannedVariable, Resolved, ResolvedLeaf, Statement, Target } from '../program/plan.js';
import type { LocalDraft } from './lower/emit.js';

export interface Arranged {
  readonly locals: readonly PlannedVariable[];
  readonly hidden: number;
  readonly body: readonly Statement[];
}

export function arranged(
  drafts: readonly LocalDraft[],
  parameters: number,
  body: readonly Statement[],
  words: ReadonlySet<string>,
): Arranged {
  const isVisible = ({ name, size }: LocalDraft) => size !== null || (words.has(name) && !name.startsWith('$'));
  const order = drafts.map((draft, position) => ({ draft, position }));
  const first = order.slice(0, parameters);
  const rest = order.slice(parameters);
  const visible = rest.filter(({ draft }) => isVisible(draft));
  const hidden = rest.filter(({ draft }) => !isVisible(draft));
  const all = [...first, ...visible, ...hidden];
  const numbers = new Map(all.map(({ position }, number) => [position, number]));
  const used = new Map<string, number>();
  const locals = all.map(({ draft }): PlannedVariable => {
    const count = (used.get(draft.name) ?? 0) + 1;
    used.set(draft.name, count);
    const name = count === 1 ? draft.name : `${draft.name}'${count}`;
    return {
      name,
      sort: draft.sort(),
      size: draft.size === null ? null : { kind: 'fixed', size: draft.size },
      place: draft.place,
    };
  });
  const renumber = (term: Resolved): Resolved =>
    bottomUp<ResolvedLeaf>(term, (node) => {
      if (!isLeaf(node)) return node;
      if (node.kind === 'locked') return { ...node, operands: node.operands.map(renumber) };
      return node.kind === 'local' ? { ...node, variable: numbers.get(node.variable) as number } : node;
    });
  return {
    locals,
    hidden: hidden.length,
    body: body.map((statement) =>
      mapTerms(statement, renumber, (target) =>
        target.kind === 'local' ? { ...target, variable: numbers.get(target.variable) as number } : target,
      ),
    ),
  };
}

/** The statement with all its terms changed, and those of the statements inside. */
export function mapTerms(
  statement: Statement,
  change: (term: Resolved) => Resolved,
  assigned: (target: Target) => Target = (target) => target,
): Statement {
  const inside = (block: readonly Statement[]) => block.map((each) => mapTerms(each, change, assigned));
  switch (statement.kind) {
    case 'assign': {
      const { target, value } = statement;
      const index = target.index === null ? null : change(target.index);
      return { ...statement, target: assigned({ ...target, index }), value: value === 'any' ? 'any' : change(value) };
    }
    case 'call':
      return { ...statement, expression: change(statement.expression) };
    case 'if': {
      const otherwise = statement.otherwise === null ? null : inside(statement.otherwise);
      const then = inside(statement.then);
      return { ...statement, condition: change(statement.condition), then, otherwise };
    }
    case 'while':
      return { ...statement, condition: change(statement.condition), body: inside(statement.body) };
    case 'await':
    case 'assume':
    case 'assert':
      return { ...statement, condition: change(statement.condition) };
    case 'loop':
    case 'atomic':
    case 'block':
    case 'inline':
      return { ...statement, body: inside(statement.body) };
    default:
      return statement;
  }
}

/** The statements with each replaced by what is made of it; what is inside comes first. */
export function replaced(
  statements: readonly Statement[],
  make: (statement: Statement, original: Statement) => Statement[],
): Statement[] {
  return statements.flatMap((statement) => {
    const inside = (block: readonly Statement[]) => replaced(block, make);
    switch (statement.kind) {
      case 'if': {
        const then = inside(statement.then);
        const otherwise = statement.otherwise === null ? null : inside(statement.otherwise);
        return make({ ...statement, then, otherwise }, statement);
      }
      case 'while':
      case 'loop':
      case 'atomic':
      case 'block':
      case 'inline':
        return make({ ...statement, body: inside(statement.body) }, statement);
      default:
        return make(statement, statement);
    }
  });
}
