/** What a transition reads and writes: for whoever reorders steps, reduces, or splits a transition into accesses. */
import {
  type DveAccess,
  type DveExpression,
  type DveTransition,
  type DveVariable,
  type DveVariableUse,
  partsOf,
} from './model.js';

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
    for (const part of partsOf(expression)) read(part);
    if (expression.kind === 'at') looksAt.add(expression.process);
    if (expression.kind === 'variable') note(reads, expression);
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
