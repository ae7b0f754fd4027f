/**
 * Registers that hold nothing but the thread's own number: `expected = me` before a compare-and-swap. Every definition copies
 * the number, and no use comes before a definition, so a use is the number itself. Such a register would be an array of the
 * system whose cells are all the same as their index, which no engine could know without proving it.
 */
import { mapEdge, mapLeaves } from '../../models/program/expression.js';
import { liveAt, stepOf } from '../../models/program/liveness.js';
import type { Edge, Expression, Read, Template } from '../../models/program/model.js';
import { isHidden } from '../../models/program/parts.js';

/** `template` is one of an any-kind, with split registers. */
export function withOwnNumber(template: Template): Template {
  const { edges, locals, locations, entry, parameters } = template;
  if (parameters === 0) return template;
  const unread = liveAt(edges.map(stepOf), locations.length)[entry] ?? new Set<number>();
  const copies = new Set<number>();
  for (const [local, { name, size }] of locals.entries()) {
    if (!isHidden(name) || size !== null || unread.has(local)) continue;
    const values = edges.flatMap(({ updates }) =>
      updates.filter(({ target }) => target.kind === 'local' && target.variable === local).map(({ value }) => value),
    );
    const isOwn = (value: Expression | 'any') => value !== 'any' && value.kind === 'local' && value.variable === 0;
    if (values.length > 0 && values.every(isOwn)) copies.add(local);
  }
  if (copies.size === 0) return template;
  const change = (expression: Expression): Expression =>
    mapLeaves<Read, Read>(expression, (leaf, index) => {
      const isCopy = leaf.kind === 'local' && copies.has(leaf.variable);
      return { ...leaf, index, variable: isCopy ? 0 : leaf.variable };
    });
  return {
    ...template,
    edges: edges.map((edge): Edge => {
      const updates = edge.updates.filter(({ target }) => target.kind !== 'local' || !copies.has(target.variable));
      return mapEdge({ ...edge, updates }, change);
    }),
  };
}
