/** A plain cube in the words of the model: as a property, for certificates and for people. */
import type { Literals } from '../../../logic/literals.js';
import type { ArraySystem, Formula, Process, Property } from '../../../models/array-system/model.js';
import type { Cube } from '../cube.js';
import { Description } from '../describe.js';
import { outside } from '../universal.js';

/** A cube as a property: distinct processes that satisfy its literals and universal parts. */
export function propertyOf(system: ArraySystem, literals: Literals, cube: Cube, name: string | null): Property {
  const describe = new Description(system, literals);
  const parameters = literals.absolute ? [] : Array.from({ length: cube.processes }, (_, p) => describe.name(p));
  const operands = Array.from(cube.literals, (l) => describe.formula(l));
  for (const part of cube.universals) {
    let body: Formula = {
      kind: 'or',
      operands: part.body.map((c) => ({ kind: 'and', operands: c.map((l) => describe.formula(l)) })),
    };
    for (let k = part.variables - 1; k >= 0; k--) {
      const inner = Array.from({ length: k }, (_, i) => describe.name(outside(i)));
      const excluded = [...parameters, ...inner].map((n): Process => ({ kind: 'bound', name: n }));
      body = { kind: 'forall', variable: describe.name(outside(k)), excluded, body };
    }
    operands.push(body);
  }
  return { name, parameters, formula: { kind: 'and', operands }, place: { line: 0, column: 0 } };
}
