/**
 * What a path has written so far, as terms over the values before the step.
 *
 * A step writes all at once, so no two writes may go to one cell. Where two indices may or may not be equal, or where
 * writing again would hide that the first value did not fit, the path cannot simply go on: outside atomic blocks the
 * step ends before (`null`); inside them the cases are told apart by conditions.
 */
import { certainlyFits, type Declared, mayFail } from '../../models/program/bounds.js';
import { boundsOf } from '../../models/program/cells.js';
import { binary, children, constant, hasValue, sameTree, withChildren } from '../../models/program/expression.js';
import { binaryTerm, conditionalTerm, negate, simplified } from '../../models/program/fold.js';
import type { Expression, Read, Sort, Variable } from '../../models/program/model.js';

export type Write = Read & { readonly value: Expression | 'any' };

export type Writes = readonly Write[];

/** `writes` is null for a case in which a value did not fit. */
interface Case {
  readonly condition: Expression | null;
  readonly writes: Writes | null;
}

/** Whether two accesses are to one cell. */
function relation(a: Read, b: Read): 'same' | 'different' | 'unknown' {
  if (a.kind !== b.kind || a.variable !== b.variable) return 'different';
  if (sameTree(a.index, b.index)) return 'same';
  return a.index?.kind === 'constant' && b.index?.kind === 'constant' ? 'different' : 'unknown';
}

/** A cell after the writes: a term; the position of the write whose value is `any`; or null where indices are unclear. */
export function readCell(writes: Writes, read: Read, tellApart: boolean): Expression | number | null {
  let value: Expression = read;
  for (const [position, write] of writes.entries()) {
    const related = relation(write, read);
    if (related === 'different') continue;
    if (related === 'unknown' && !tellApart) return null;
    if (write.value === 'any') return position;
    if (related === 'same' || write.index === null || read.index === null) value = write.value;
    else value = conditionalTerm(binaryTerm('==', read.index, write.index), write.value, value);
  }
  return value;
}

/** The same for a term. */
export function resolveTerm(term: Expression, writes: Writes, tellApart: boolean): Expression | number | null {
  if (writes.length === 0) return term;
  const parts: Expression[] = [];
  for (const part of children(term)) {
    const found = resolveTerm(part, writes, tellApart);
    if (found === null || typeof found === 'number') return found;
    parts.push(found);
  }
  const node = withChildren(term, parts);
  // Of what is shared only ghosts are read without a load.
  return node.kind === 'local' || node.kind === 'shared' ? readCell(writes, node, tellApart) : simplified(node);
}

interface Adding {
  readonly write: Write;
  /** What is written. */
  readonly variable: Variable;
  readonly declared: Declared<Read>;
  readonly tellApart: boolean;
}

/** The writes with one more, by cases; null where a step must end before it. */
export function addWrite(writes: Writes, adding: Adding, from = 0): readonly Case[] | null {
  const { write: added, variable, declared, tellApart } = adding;
  for (let position = from; position < writes.length; position++) {
    const write = writes[position] as Write;
    const related = relation(write, added);
    if (related === 'different') continue;
    const { value } = write;
    const hides = value !== 'any' && (mayFail(value, declared) || !certainlyFits(value, variable.sort, declared));
    if (!tellApart && (related === 'unknown' || hides)) return null;
    const replaced = addWrite(writes.toSpliced(position, 1), adding, position);
    if (!tellApart || replaced === null) return replaced;
    const checked = hides ? withCheck(replaced, fits(value, variable.sort)) : replaced;
    if (related === 'same' || write.index === null || added.index === null) return checked;
    const equal = binaryTerm('==', added.index, write.index);
    const kept = addWrite(writes, adding, position + 1) ?? [];
    return [...given(equal, checked), ...given(negate(equal), kept)];
  }
  return [{ condition: null, writes: [...writes, added] }];
}

function given(condition: Expression, cases: readonly Case[]): Case[] {
  return cases.map((one) => ({
    condition: one.condition === null ? condition : binaryTerm('&&', condition, one.condition),
    writes: one.writes,
  }));
}

function withCheck(cases: readonly Case[], condition: Expression): Case[] {
  return [...given(condition, cases), { condition: negate(condition), writes: null }];
}

/** That a value is in its sort; evaluating it is part of the question. */
export function fits(value: Expression, sort: Sort): Expression {
  const bounds = boundsOf(sort);
  if (bounds === null) return hasValue(value);
  const [low, high] = [constant(bounds.low), constant(bounds.high)];
  return binaryTerm('&&', binary('<=', low, value), binary('<=', value, high));
}
