/**
 * Hidden registers, which hold what was loaded until the rest of the expression is: where they are still needed, and
 * which of them are needed at all.
 */

import { partsOfTerm } from '../../models/program/expression.js';
import type { Edge, Expression, Update, Variable } from '../../models/program/model.js';
import type { Flow, Node } from './flow.js';

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
  const { nodes, firstRegister } = flow;
  const live = nodes.map(() => new Set<number>());
  const before: number[][] = nodes.map(() => []);
  for (const [id, node] of nodes.entries()) for (const next of successors(node)) before[next]?.push(id);
  const waiting = nodes.map((_, id) => id);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodes[id];
    const own = live[id];
    if (node === undefined || own === undefined) continue;
    const size = own.size;
    const written = writtenBy(node);
    for (const next of successors(node))
      for (const register of live[next] ?? []) if (register !== written) own.add(register);
    for (const term of termsOf(node)) addRegisters(term, firstRegister, own);
    if (own.size > size) waiting.push(...(before[id] ?? []));
  }
  return live;
}

function writtenBy(node: Node): number | null {
  if (node.kind === 'assign') return node.target.index === null ? node.target.variable : null;
  return node.kind === 'load' || node.kind === 'exchange' || node.kind === 'compareExchange' ? node.register : null;
}

function termsOf(node: Node): Expression[] {
  const terms: (Expression | null)[] = [];
  if (node.kind === 'assign') terms.push(node.target.index);
  if (node.kind === 'load' || node.kind === 'store' || node.kind === 'exchange' || node.kind === 'compareExchange') {
    terms.push(node.cell.index);
  }
  if ((node.kind === 'assign' || node.kind === 'store') && node.value !== 'any') terms.push(node.value);
  if (node.kind === 'exchange') terms.push(node.operand);
  if (node.kind === 'compareExchange') terms.push(node.old, node.value);
  if (node.kind === 'branch') terms.push(node.condition);
  return terms.filter((term) => term !== null);
}

function addRegisters(term: Expression, firstRegister: number, found: Set<number>): void {
  if (term.kind === 'local' && term.variable >= firstRegister) found.add(term.variable);
  for (const part of partsOfTerm(term)) addRegisters(part, firstRegister, found);
}

/** Registers that no edge uses are left out, and the others numbered anew. */
export function withUsedRegisters(flow: Flow, edges: readonly Edge[]): { locals: Variable[]; edges: Edge[] } {
  const { firstRegister } = flow;
  const used = new Set<number>();
  for (const { guard, updates } of edges) {
    const terms = updates.flatMap(({ target, value }) => [target.index, value === 'any' ? null : value]);
    for (const term of [guard, ...terms]) if (term !== null) addRegisters(term, firstRegister, used);
  }
  const kept = [...used].sort((a, b) => a - b);
  const locals = flow.locals.slice(0, firstRegister);
  for (const [position, register] of kept.entries()) {
    const variable = flow.locals[register];
    if (variable !== undefined) locals.push({ ...variable, name: `$${position + 1}` });
  }
  const numberOf = (variable: number) => (variable < firstRegister ? variable : firstRegister + kept.indexOf(variable));
  const renumbered = edges.map((edge): Edge => {
    // A test that was left out may have been the only one to read a register.
    const needed = edge.updates.filter(
      ({ target }) => target.kind === 'shared' || target.variable < firstRegister || used.has(target.variable),
    );
    const updates = needed.map(({ target, value }): Update => {
      const variable = target.kind === 'local' ? numberOf(target.variable) : target.variable;
      const index = target.index === null ? null : renumber(target.index, numberOf);
      return { target: { ...target, variable, index }, value: value === 'any' ? value : renumber(value, numberOf) };
    });
    return { ...edge, guard: edge.guard === null ? null : renumber(edge.guard, numberOf), updates };
  });
  return { locals, edges: renumbered };
}

function renumber(term: Expression, numberOf: (variable: number) => number): Expression {
  const again = (part: Expression) => renumber(part, numberOf);
  switch (term.kind) {
    case 'constant':
      return term;
    case 'local':
      return { ...term, variable: numberOf(term.variable), index: term.index === null ? null : again(term.index) };
    case 'shared':
      return { ...term, index: term.index === null ? null : again(term.index) };
    case 'unary':
      return { ...term, operand: again(term.operand) };
    case 'binary':
      return { ...term, left: again(term.left), right: again(term.right) };
    case 'conditional': {
      const [condition, whenTrue, whenFalse] = [again(term.condition), again(term.whenTrue), again(term.whenFalse)];
      return { ...term, condition, whenTrue, whenFalse };
    }
  }
}
