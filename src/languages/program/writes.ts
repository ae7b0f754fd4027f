/**
 * What a path has written so far, as terms over the values before the step.
 *
 * A step writes all at once, so no two writes may go to one cell. Where two indices may or may not be equal, or where
 * writing again would hide that the first value did not fit, the path cannot simply go on: outside atomic blocks the
 * step ends before (`null`); inside them the cases are told apart by conditions.
 */

import { boundsOfSort } from '../../models/program/cells.js';
import {
  binaryTerm,
  certainlyFits,
  conditionalTerm,
  constantTerm,
  mayFail,
  negate,
  sameTerm,
  type Variables,
} from '../../models/program/expression.js';
import type { Expression, Sort } from '../../models/program/model.js';

export interface Write {
  readonly kind: 'local' | 'shared';
  readonly variable: number;
  readonly index: Expression | null;
  readonly value: Expression | 'any';
}

export type Writes = readonly Write[];

/** `writes` is null for a case in which a value did not fit. */
export interface Case {
  readonly condition: Expression | null;
  readonly writes: Writes | null;
}

type Relation = 'same' | 'different' | 'unknown';

function relation(a: Expression | null, b: Expression | null): Relation {
  if (sameTerm(a, b)) return 'same';
  return a?.kind === 'constant' && b?.kind === 'constant' ? 'different' : 'unknown';
}

/** A cell after the writes: a term; the position of the write whose value is `any`; or null where indices are unclear. */
export function readCell(
  writes: Writes,
  kind: Write['kind'],
  variable: number,
  index: Expression | null,
  tellApart: boolean,
): Expression | number | null {
  let value: Expression = { kind, variable, index };
  for (const [position, write] of writes.entries()) {
    if (write.kind !== kind || write.variable !== variable) continue;
    const related = relation(write.index, index);
    if (related === 'different') continue;
    if (related === 'unknown' && !tellApart) return null;
    if (write.value === 'any') return position;
    if (related === 'same' || write.index === null || index === null) value = write.value;
    else value = conditionalTerm(binaryTerm('==', index, write.index), write.value, value);
  }
  return value;
}

/** The writes with one more, by cases; null where a step must end before it. */
export function addWrite(
  writes: Writes,
  added: Write,
  sort: Sort,
  variables: Variables,
  tellApart: boolean,
  from = 0,
): readonly Case[] | null {
  for (let position = from; position < writes.length; position++) {
    const write = writes[position];
    if (write === undefined || write.kind !== added.kind || write.variable !== added.variable) continue;
    const related = relation(write.index, added.index);
    if (related === 'different') continue;
    const without = writes.filter((_, other) => other !== position);
    const hides =
      write.value !== 'any' && (mayFail(write.value, variables) || !certainlyFits(write.value, sort, variables));
    if (!tellApart) {
      if (related === 'unknown' || hides) return null;
      return addWrite(without, added, sort, variables, false, position);
    }
    const replaced = addWrite(without, added, sort, variables, true, position) ?? [];
    const checked = write.value !== 'any' && hides ? withCheck(replaced, fits(write.value, sort)) : replaced;
    if (related === 'same' || write.index === null || added.index === null) return checked;
    const equal = binaryTerm('==', added.index, write.index);
    const kept = addWrite(writes, added, sort, variables, true, position + 1) ?? [];
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
function fits(value: Expression, sort: Sort): Expression {
  const bounds = boundsOfSort(sort);
  if (bounds === null) return binaryTerm('==', value, value);
  const low: Expression = { kind: 'binary', operator: '<=', left: constantTerm(bounds[0]), right: value };
  return binaryTerm('&&', low, { kind: 'binary', operator: '<=', left: value, right: constantTerm(bounds[1]) });
}
