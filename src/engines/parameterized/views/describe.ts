/** A view cube in one line, what holds now, and what each process still reads, in order; and as data for certificates. */
import type { Literals } from '../../../logic/literals.js';
import type { ArraySystem, Formula } from '../../../models/array-system/model.js';
import { showFormula } from '../../../models/array-system/show.js';
import { viewCubeParts } from '../../../models/array-system/show-view-cube.js';
import type { ViewedCube } from '../../../models/array-system/view-cube.js';
import { Description } from '../describe.js';
import { propertyOf } from '../plain/describe.js';
import { first } from '../slots.js';
import type { ViewCube } from './cube.js';

/** What the cube says, literal by literal; with process constants where names are absolute. */
export function viewedCube(system: ArraySystem, literals: Literals, cube: ViewCube): ViewedCube {
  const description = new Description(system, literals);
  const chains = first(cube.processes).map((p) => {
    const groups = cube.chains[p] as number;
    const waits = cube.pending[p] as number;
    return {
      process: description.process(p),
      groups,
      fence: cube.fences[p] as number,
      pending: first(groups).flatMap((k) => ((waits >> (k + 1)) & 1 ? [k + 1] : [])),
    };
  });
  return { ...propertyOf(system, literals, cube, null), chains, joint: cube.joint };
}

/** `never (z1 z2) { PC[z1] = Crit && z2 is to read Flag[z1] = False after its writes }`. */
export function describeViewCube(system: ArraySystem, literals: Literals, cube: ViewCube): string {
  const show = (formula: Formula): string => {
    if (formula.kind !== 'forall') return showFormula(formula, new Map());
    let [others, body] = [formula.variable, formula.body];
    while (body.kind === 'forall') [others, body] = [`${others} ${body.variable}`, body.body];
    return `for all others ${others}: (${show(body)})`;
  };
  const parts = viewCubeParts(viewedCube(system, literals, cube), {
    process: (process) => (process.kind === 'bound' ? process.name : `#${process.number}`),
    formula: show,
    end: show,
  });
  return new Description(system, literals).never(cube.processes, parts);
}
