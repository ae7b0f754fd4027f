/** Models written in the tests, read by the front end, and short ways to give values to their cells. */

import { readCubicle } from '../../../src/languages/cubicle/index.js';
import { rational } from '../../../src/logic/rational.js';
import type { Choice } from '../../../src/memory/operational/machine.js';
import {
  type Instance,
  makeInstance,
  type State,
  showCell,
  showCellValue,
  valueAt,
} from '../../../src/memory/operational/state.js';
import {
  constructorValue,
  datumValue,
  numberValue,
  processValue,
  type Value,
} from '../../../src/memory/operational/values.js';
import type { ArraySystem, Sort } from '../../../src/models/array-system/model.js';

export function systemOf(text: string): ArraySystem {
  const { system, diagnostics } = readCubicle(text, 'test.cub');
  if (system === null) throw new Error(diagnostics.map((diagnostic) => diagnostic.message).join('\n'));
  return system;
}

/** `Idle`, 3, or for sort proc the position of a process or of nobody. */
export type Short = string | number;

function valueFrom(short: Short, sort: Sort): Value {
  switch (sort.kind) {
    case 'enum':
      return constructorValue(sort, sort.constructors.indexOf(String(short)));
    case 'int':
    case 'real':
      return numberValue(Number.isInteger(short) ? rational(Number(short)) : rational(Number(short) * 8, 8));
    case 'proc':
      return processValue(Number.isInteger(short) ? Number(short) : rational(Number(short) * 2, 2));
    case 'abstract':
      return datumValue(sort, Number(short));
  }
}

/** A value by the name of the cell (`PC[#1]`) or of the symbol (`PC`). */
export function choosing(values: Readonly<Record<string, Short>>): Choice {
  return (symbol, indices) => {
    const short = values[showCell({ symbol, indices })] ?? values[symbol.name];
    if (short === undefined) throw new Error(`no value chosen for ${showCell({ symbol, indices })}`);
    return valueFrom(short, symbol.sort);
  };
}

export function stateOf(text: string, processes: number, values: Readonly<Record<string, Short>>): [Instance, State] {
  const instance = makeInstance(systemOf(text), processes);
  const choose = choosing(values);
  return [instance, instance.cells.map((cell) => choose(cell.symbol, cell.indices))];
}

export function shown(instance: Instance, state: State): Record<string, string> {
  return Object.fromEntries(
    instance.cells.map((cell, place) => [showCell(cell), showCellValue(instance, valueAt(state, place))]),
  );
}
