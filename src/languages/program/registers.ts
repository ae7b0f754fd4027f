/**
 * Hidden registers, which hold what was loaded until the rest of the expression is: where they are still needed, and
 * which of them are needed at all.
 */
import { mayFail } from '../../models/program/bounds.js';
import { expressionsOf, localsIn, mapEdge, mapLeaves } from '../../models/program/expression.js';
import { liveAt } from '../../models/program/liveness.js';
import type { Edge, Expression, Read, Variable } from '../../models/program/model.js';
import { type Flow, type Node, termsOf } from './flow.js';

export function successors(node: Node): readonly number[] {
  switch (node.kind) {
    case 'branch':
      return [node.whenTrue, node.whenFalse].filter((target) => target >= 0);
    case 'choose':
      return node.branches;
    case 'fail':
    case 'end':
      return [];
    default:
      return [node.next];
  }
}

/** For each node, the hidden registers that are read from there on before they are written. */
export function liveRegisters(flow: Flow): ReadonlySet<number>[] {
  const steps = flow.nodes.flatMap((node, from) => {
    const uses = termsOf(node)
      .flatMap(localsIn)
      .filter((local) => local >= flow.firstRegister);
    const ends = new Set(writtenBy(node));
    return successors(node).map((to) => ({ from, to, uses, ends }));
  });
  return liveAt(steps, flow.nodes.length);
}

function writtenBy(node: Node): number[] {
  if (node.kind === 'assign') return node.cell.index === null ? [node.cell.variable] : [];
  return node.kind === 'load' || node.kind === 'locked' ? [node.register] : [];
}

/** Registers that no edge uses are left out, and the others numbered anew. One whose load may fail is used for that. */
export function withUsedRegisters(flow: Flow, edges: readonly Edge[]): { locals: Variable[]; edges: Edge[] } {
  const { firstRegister, declared } = flow;
  const failing = edges.flatMap(({ updates }) =>
    updates.flatMap(({ target, value }) => {
      return target.kind === 'local' && value !== 'any' && mayFail(value, declared) ? [target.variable] : [];
    }),
  );
  const used = new Set([...edges.flatMap(expressionsOf).flatMap(localsIn), ...failing]);
  const kept = [...used].filter((local) => local >= firstRegister).sort((a, b) => a - b);
  const locals = flow.locals.slice(0, firstRegister);
  for (const [position, register] of kept.entries()) {
    const variable = flow.locals[register];
    if (variable === undefined) continue;
    locals.push(variable.name.startsWith('$') ? { ...variable, name: `$${position + 1}` } : variable);
  }
  const numberOf = (variable: number) => (variable < firstRegister ? variable : firstRegister + kept.indexOf(variable));
  const renumber = (read: Read): Read =>
    read.kind === 'local' ? { ...read, variable: numberOf(read.variable) } : read;
  const renumbered = edges.map((edge): Edge => {
    // A test that was left out may have been the only one to read a register.
    const updates = edge.updates.filter(
      ({ target }) => target.kind === 'shared' || target.variable < firstRegister || used.has(target.variable),
    );
    const inExpression = (expression: Expression) =>
      mapLeaves<Read, Read>(expression, (leaf, index) => renumber({ ...leaf, index }));
    return mapEdge({ ...edge, updates }, inExpression, renumber);
  });
  return { locals, edges: renumbered };
}
