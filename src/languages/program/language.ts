/** Programs in the language of Fencepost. */
import { TSO } from '../../memory/models.js';
import type { StateExpression } from '../../models/program/model.js';
import { lineIn } from '../../models/program/place.js';
import { GIVEN, type Instance, type Language, type ProgramModel } from '../language.js';
import { fault } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';
import type { LtlProperty } from './ltl.js';

/** `type t = a | b`, which array systems may begin with as well: what follows tells. */
const ENUMERATIONS = '(type \\w+ = \\w+ (\\| \\w+ )*(; )*)*';
/** Other types: `0..3`, `N - 1..N`, `int`. */
const TYPE = 'type \\w+ = (\\d|[-(]|\\w+ [-.+*/%]|int |bool )';
/** `invariant (i) { ... }` is one of array systems. */
const PROPERTY = 'never |ltl |predicates \\{|(invariant|lemma) (?!(\\( (\\w+ )*\\) )?\\{)';

export const program = {
  name: 'program',
  title: 'programs',
  extensions: ['.fp'],
  beginning: new RegExp(
    `^${ENUMERATIONS}(include "|const \\w+ =|shared |proc \\w+ \\(|record \\w+ \\{|thread \\w+ [{([]|${TYPE}|${PROPERTY})`,
  ),
  kind: 'program',
  memory: TSO,
  repairs: ['fences', 'store-fences', 'atomic-writes'],
  async read(text, { file, memory = TSO, patience = ENDLESS }) {
    const [{ readProgram, MissingInstance }, { formulaProperty }, { FormulaText }] = await Promise.all([
      import('./index.js'),
      import('../../models/program/temporal.js'),
      import('../ltl/given.js'),
    ]);
    const { program: read, diagnostics } = patience.whole(() => readProgram(text, file, patience));
    if (read === null) return { model: null, diagnostics };
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
    const model: ProgramModel = {
      kind: 'program',
      memory,
      properties: '`never`, `invariant` or `assert`',
      anyThreads: read.anyThreads,
      file: read,
      usual: 'states',
      assertions: 'places',
      reduce: true,
      instance,
    };
    return { model, diagnostics };
  },
  async print(text, file, patience = ENDLESS) {
    const { printProgram, readProgram } = await import('./index.js');
    return patience.whole(() => {
      const { program: read, diagnostics } = readProgram(text, file, patience);
      return read === null ? { ok: false, diagnostics } : { ok: true, text: printProgram(read.syntax) };
    });
  },
} as const satisfies Language;
