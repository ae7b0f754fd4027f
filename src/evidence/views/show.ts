/** A cube of views in one line: its formula, and what is said of its positions. */

import type { Process } from '../../models/array-system/model.js';
import { showFormula } from '../../models/array-system/show.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { mapFormula } from '../../models/array-system/views.js';

/** `(z1 z2) PC[z1] = Crit && z2@1 X = 0; z2: 1 <= J, clear from 1`: `z2@1 X` is what z2 sees of X at its position 1. */
export function showViewedCube(cube: ViewedCube): string {
  const about = cube.parameters.length === 0 ? '' : ` (${cube.parameters.join(' ')})`;
  const formula = mapFormula(
    cube.formula,
    (access) => {
      const { reader, moment, symbol } = access;
      if (reader === null) return access;
      const name = `${nameOf(reader)}@${moment === 0 || moment === undefined ? 'J' : moment} ${symbol.name}`;
      return { ...access, reader: null, symbol: { ...symbol, name } };
    },
    null,
  );
  const marks = cube.chains.flatMap(({ process, fence, pending }) => [
    ...(fence > 0 ? [`${nameOf(process)} clear from ${fence}`] : []),
    ...(fence === 0 ? [`${nameOf(process)} clear at J`] : []),
    ...pending.map((group) => `${nameOf(process)} not clear at ${group}`),
  ]);
  return `${about}: ${showFormula(formula, new Map())}${marks.length === 0 ? '' : `; ${marks.join('; ')}`}`;
}

function nameOf(process: Process): string {
  return process.kind === 'bound' ? process.name : `#${process.number}`;
}
