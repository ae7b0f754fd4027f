/**
 * Cells of records and of arrays of arrays: `a[i][j]` of two times three cells is cell `3 * i + j` of one array. That each
 * index is within its own bounds is asked: of the first one by the array that comes out, unless it is only a part of it, of the
 * others here.
 */
import { binary, conditional, constant } from '../../models/program/expression.js';
import { binaryTerm } from '../../models/program/fold.js';
import type { Sort } from '../../models/program/model.js';
import type { ExpressionChecker, Typed } from './check-expression.js';
import { readsShared } from './lower.js';
import type { PlannedShared, Resolved, ResolvedLeaf, Size } from './plan.js';
import { printExpression } from './print-expression.js';
import type { Accessor, ExpressionSyntax, NameUse } from './syntax.js';
import type { Shape, Vocabulary } from './vocabulary.js';

/** `nodes[i].next`, `a[i][j]` as a cell; null when it is wrong. */
export function cellOf(use: NameUse, shape: Shape, checker: ExpressionChecker, vocabulary: Vocabulary): Typed | null {
  const path: Accessor[] = [...(use.index === null ? [] : [{ index: use.index }]), ...(use.path ?? [])];
  const indices: { readonly index: Resolved; readonly size: Size; readonly syntax: ExpressionSyntax }[] = [];
  let at = shape;
  for (let position = 0; ; ) {
    for (const size of at.sizes) {
      const accessor = path[position++];
      if (accessor === undefined || !('index' in accessor)) return incomplete(use, at, vocabulary);
      const index = checker.index(accessor.index, size.kind === 'fixed' ? size.size : null);
      if (index === null) return null;
      indices.push({ index, size, syntax: accessor.index });
    }
    const accessor = path[position++];
    if (typeof at.inside === 'number') {
      if (accessor === undefined) break;
      return tooMuch(use, accessor, indices.length, vocabulary);
    }
    if (accessor === undefined || 'index' in accessor) return incomplete(use, at, vocabulary);
    const field = at.inside.get(accessor.field.text);
    if (field === undefined) {
      const near = vocabulary.nearest(accessor.field.text, at.inside.keys(), false);
      return vocabulary.unknown(accessor.field, 'there is no field', near);
    }
    at = field;
  }
  const variable = at.inside as number;
  const { sort, ghost } = vocabulary.shared[variable] as PlannedShared;
  if (!checker.sees(use, ghost === true)) return null;
  let cell: Resolved | null = null as Resolved | null;
  const tests: Resolved[] = [];
  for (const { index, size, syntax } of indices) {
    const length = size.kind === 'fixed' ? size.size : 0;
    const isFirst = cell === null;
    cell = cell === null ? index : binaryTerm<ResolvedLeaf>('+', binaryTerm('*', cell, constant(length)), index);
    if (isFirst && at.first === undefined) continue;
    const bounds: Sort = { kind: 'range', low: 0, high: length - 1 };
    if (checker.isWithin(index, bounds)) continue;
    if (readsShared(index)) {
      const message = `this may not be in 0..${length - 1}, and is read only once: assign it to a local first`;
      return vocabulary.wrong('unsupported', syntax, message);
    }
    tests.push(binary('<=', constant(0), index), binary('<', index, constant(length)));
  }
  if (at.first !== undefined) cell = cell === null ? constant(at.first) : binaryTerm('+', cell, constant(at.first));
  const whole = tests.reduce<Resolved | null>((all, test) => (all === null ? test : binary('&&', all, test)), null);
  const index = cell === null || whole === null ? cell : conditional(whole, cell, constant(-1));
  const mark = ghost === true ? { ghost } : {};
  return { expression: { kind: 'shared', variable, index, text: printExpression(use), ...mark }, sort };
}

function incomplete(use: NameUse, { sizes, inside }: Shape, vocabulary: Vocabulary): null {
  const fields = typeof inside === 'number' ? '' : `.${[...inside.keys()][0]}`;
  const what =
    typeof inside === 'number' ? 'an array of arrays' : sizes.length > 0 ? 'an array of records' : 'a record';
  const example = `${use.name.text}${sizes.map(() => '[0]').join('')}${fields}`;
  return vocabulary.wrong('wrong-kind', use, `\`${use.name.text}\` has ${what}: name a cell, such as \`${example}\``);
}

function tooMuch(use: NameUse, accessor: Accessor, indices: number, vocabulary: Vocabulary): null {
  if ('field' in accessor)
    return vocabulary.wrong('wrong-kind', accessor.field, 'this is no record, so it has no fields');
  return vocabulary.wrong('arity', use, `\`${use.name.text}\` takes ${indices} ${indices === 1 ? 'index' : 'indices'}`);
}
