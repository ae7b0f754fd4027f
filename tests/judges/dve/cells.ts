/** Where the variables of a DVE model are in a list of values: the global ones, then those of each process. */
import type { DveModel, DveVariable } from '../../../src/languages/dve/model.js';

export interface Cells {
  readonly model: DveModel;
  /** The first cell of a variable; null for a constant array, which has none. */
  first(owner: number | null, variable: number): number | null;
  /** First values. */
  readonly initial: readonly number[];
}

export function cellsOf(model: DveModel): Cells {
  const initial: number[] = [];
  const layOut = (variables: readonly DveVariable[]): (number | null)[] =>
    variables.map((variable) => {
      if (variable.constant) return null;
      const first = initial.length;
      // One by one: arrays can have more cells than a call has arguments.
      for (const value of variable.initial) initial.push(value);
      return first;
    });
  const globals = layOut(model.globals);
  const locals = model.processes.map(({ variables }) => layOut(variables));
  const first = (owner: number | null, variable: number): number | null => {
    const found = (owner === null ? globals : locals[owner])?.[variable];
    if (found === undefined) throw new Error('a variable that is not in the model');
    return found;
  };
  return { model, first, initial };
}

export function variableAt(
  { model }: Cells,
  { owner, variable }: { readonly owner: number | null; readonly variable: number },
): DveVariable {
  const found = (owner === null ? model.globals : model.processes[owner]?.variables)?.[variable];
  if (found === undefined) throw new Error('a variable that is not in the model');
  return found;
}
