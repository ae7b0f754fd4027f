/**
 * A violation found by forward exploration, as a run for the judge: bytes become values.
 *
 * Cells that the exploration does not store influence nothing, but init may speak of them: they get values from a model
 * of init with all stored cells pinned.
 */
import type { Literals } from '../../logic/literals.js';
import { modelOf } from '../../logic/model.js';
import { rational } from '../../logic/rational.js';
import type { Run } from '../../memory/operational/replay.js';
import { makeInstance } from '../../memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processValue,
  type Value,
} from '../../memory/operational/values.js';
import type { StateSymbol } from '../../models/array-system/model.js';
import type { NormalForm } from '../../models/array-system/normal-form.js';
import type { Exploration } from './forward/explore.js';
import { BIAS, byteOf, DATA, type Layout } from './forward/layout.js';
import { Grounding } from './ground.js';
import type { Safety } from './safety.js';

/** Null when init has no model with the state found. */
export function runFound(form: NormalForm, literals: Literals, safety: Safety, exploration: Exploration): Run | null {
  const { layout } = exploration;
  const { processes } = layout;
  const path = exploration.path();
  const order = Array.from({ length: processes }, (_, p) => p);
  const ground = new Grounding(literals, order, form.usesOrder, DATA);
  const stored = new Map<number, Value>();
  for (const cell of makeInstance(form.system, processes).cells) {
    const value = storedValue(layout, cell.symbol, cell.indices, path.initial);
    if (value !== null) stored.set(ground.cellOf(cell), value);
  }
  const pinned = Int32Array.from(ground.pin(stored).filter((l) => l >= 0)).sort();
  const first = safety.initialConjunction({ processes, literals: pinned, universals: [] }, processes);
  if (first === null) return null;
  const model = modelOf(literals, first, processes);
  const initial = (symbol: StateSymbol, indices: readonly number[]): Value =>
    storedValue(layout, symbol, indices, path.initial) ??
    ground.valueIn(model, ground.cellOf({ symbol, indices }), symbol, stored);
  const counted = (array: StateSymbol): number =>
    order.map((p) => initial(array, [p + 1])).filter((v) => v.kind === 'constructor' && v.value !== 0).length;
  return {
    processes,
    initial: (symbol, indices) => {
      const census = form.system.census?.find((each) => each.symbol.index === symbol.index);
      return census === undefined ? initial(symbol, indices) : numberValue(rational(counted(census.array)));
    },
    steps: path.steps.map((s) => ({
      transition: s.transition,
      arguments: s.arguments.map((p) => p + 1),
      choose: (symbol, indices) =>
        storedValue(layout, symbol, indices, s.state) ??
        ground.valueIn(model, ground.cellOf({ symbol, indices }), symbol, stored),
    })),
  };
}

/** Null for a cell that is not stored. */
function storedValue(layout: Layout, symbol: StateSymbol, indices: readonly number[], state: Uint8Array): Value | null {
  const byte = byteOf(
    layout,
    symbol.index,
    indices.map((p) => p - 1),
  );
  if (byte < 0) return null;
  const raw = state[byte] as number;
  switch (symbol.sort.kind) {
    case 'enum':
      return constructorValue(symbol.sort, raw);
    case 'proc':
      return processValue(raw + 1);
    case 'abstract':
      return datumValue(symbol.sort, raw);
    default:
      return numberValue(rational(raw - BIAS));
  }
}
