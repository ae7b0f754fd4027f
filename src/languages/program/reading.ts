/** What engines ask about, from a text that was read: instances, temporal properties, formulas beside the text. */
import type { MemoryModel } from '../../memory/models.js';
import type { StateExpression } from '../../models/program/model.js';
import { lineIn } from '../../models/program/place.js';
import { formulaProperty } from '../../models/program/temporal.js';
import { GIVEN, type Instance, type ProgramModel } from '../language.js';
import { FormulaText } from '../ltl/given.js';
import { fault } from '../shared/diagnostics.js';
import type { ProgramFile } from './index.js';
import type { LtlProperty } from './ltl.js';
import { MissingInstance } from './properties.js';

export function programModel(read: ProgramFile, file: string, memory: MemoryModel, properties: string): ProgramModel {
  const propertyOf = ({ formula, propositions }: LtlProperty, name: string, shown: string) => {
    const conditions = propositions.map(({ condition }) => condition);
    const property = formulaProperty(name, shown, formula, conditions);
    return {
      ...property,
      written: (premise: StateExpression) => {
        const found = propositions[conditions.indexOf(premise)];
        // Without the choice of threads that it is for.
        const text = found?.text.replace(/ \(\w+ = -?\d+(, \w+ = -?\d+)*\)$/, '') ?? '';
        if (found === undefined) return null;
        return { key: `${found.place.line}:${found.place.column}`, text, ...lineIn(found.place) };
      },
    };
  };
  const instance = (count: number | null): Instance | { readonly refused: string } => {
    const made = read.instantiate(count);
    if (made.kind === 'error') return { refused: made.message };
    const { program, predicates, ltl } = made;
    return {
      program,
      predicates: predicates.map(({ condition }) => condition),
      temporal: ltl.map((property) => propertyOf(property, property.name, property.text)),
      formula: (asked, named) => {
        const formula = new FormulaText(file, asked, named);
        const planned = read.formula(formula, GIVEN);
        if (planned === null) return { faults: formula.faults() };
        const property = made.formula(planned);
        if (!(property instanceof MissingInstance)) return propertyOf(property, GIVEN, asked);
        const message = `the formula names \`${property.text}\`, and there are fewer threads`;
        return { faults: [fault(file, 'unknown-name', message)] };
      },
    };
  };
  return {
    kind: 'program',
    memory,
    properties,
    anyThreads: read.anyThreads,
    file: read,
    usual: 'states',
    assertions: 'places',
    reduce: true,
    instance,
  };
}
