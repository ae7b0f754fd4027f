/** What a transition reads and writes: for whoever reorders steps, reduces, or splits a transition into accesses. */
import type { DveAccess, DveExpression, DveTransition, DveVariable, DveVariableUse } from './model.js';

/** Is a variable an array that nothing writes? */
export type IsConstant = (owner: number | null, variable: number) => boolean;

export function isConstantIn(globals: readonly DveVariable[], locals: readonly (readonly DveVariable[])[]): IsConstant {
  return (owner, variable) => (owner === null ? globals : locals[owner])?.[variable]?.constant === true;
}

export function accessesOf(
  { guard, sync, effects }: Pick<DveTransition, 'guard' | 'sync' | 'effects'>,
  isConstant: IsConstant,
): Pick<DveTransition, 'reads' | 'writes' | 'looksAt'> {
  const reads = new Map<string, DveAccess>();
  const writes = new Map<string, DveAccess>();
  const looksAt = new Set<number>();

  const note = (into: Map<string, DveAccess>, { owner, variable, index }: DveVariableUse): void => {
    if (isConstant(owner, variable)) return;
    const cell = index === null ? 0 : index.kind === 'constant' ? index.value : null;
    const key = `${owner} ${variable} ${cell}`;
    if (!into.has(key)) into.set(key, { owner, variable, cell });
  };
  const read = (expression: DveExpression): void => {
    switch (expression.kind) {
      case 'constant':
        return;
      case 'at':
        looksAt.add(expression.process);
        return;
      case 'variable':
        if (expression.index !== null) read(expression.index);
        return note(reads, expression);
      case 'unary':
        return read(expression.operand);
      case 'binary':
        read(expression.left);
        return read(expression.right);
      case 'chain':
        for (const part of expression.parts) read(part);
    }
  };
  const write = (target: DveVariableUse): void => {
    if (target.index !== null) read(target.index);
    note(writes, target);
  };

  if (guard !== null) read(guard);
  if (sync?.direction === 'send') for (const value of sync.values) read(value);
  if (sync?.direction === 'receive') for (const target of sync.targets) write(target);
  for (const { target, value } of effects) {
    read(value);
    write(target);
  }
  return { reads: [...reads.values()], writes: [...writes.values()], looksAt: [...looksAt] };
}
