/** Models in the language of DiVinE. */
import { SC } from '../../memory/models.js';
import { GIVEN, type Language, type ProgramModel } from '../language.js';
import type { Named } from '../ltl/given.js';
import { fault } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';

export const dve = {
  name: 'dve',
  title: 'models of DiVinE',
  extensions: ['.dve'],
  beginning: /^((const )?(byte|int) \w|channel [\w{]|process \w\S* \{|system (async|sync) )/,
  kind: 'program',
  memory: SC,
  repairs: ['fences', 'atomic-writes'],
  async read(text, { file, memory = SC, atomicWaits: waiting = 'own', patience = ENDLESS }) {
    const [{ readDve }, { dveProgram }, { dveFormula }, { FormulaText }] = await Promise.all([
      import('./index.js'),
      import('./program.js'),
      import('./formula.js'),
      import('../ltl/given.js'),
    ]);
    const { model: read, diagnostics } = patience.whole(() => readDve(text, file, patience));
    if (read === null) return { model: null, diagnostics };
    const made = patience.whole(() => dveProgram(read, memory, { waiting }));
    if ('refused' in made)
      return { model: null, diagnostics: [...diagnostics, fault(file, 'unsupported', made.refused)] };
    const { program, property } = made;
    const temporal =
      property === null
        ? []
        : [{ name: property.name, text: 'the property of the model', questions: () => [property] }];
    const formula = (asked: string, named: Named) => {
      const formulaText = new FormulaText(file, asked, named);
      const found = dveFormula(formulaText, { name: GIVEN, text: asked }, read, made);
      return found ?? { faults: formulaText.faults() };
    };
    const model: ProgramModel = {
      kind: 'program',
      memory,
      properties: '`assert` and no property process',
      anyThreads: [],
      file: null,
      usual: property === null ? 'states' : 'runs',
      assertions: 'never',
      reduce: false,
      instance: () => ({ program, predicates: [], temporal, formula }),
    };
    return { model, diagnostics };
  },
  async print(text, file, patience = ENDLESS) {
    const { parseDveText, printDve, readDve } = await import('./index.js');
    return patience.whole(() => {
      const { model, diagnostics } = readDve(text, file, patience);
      const { syntax } = parseDveText(text, file);
      return model === null || syntax === null ? { ok: false, diagnostics } : { ok: true, text: printDve(syntax) };
    });
  },
} as const satisfies Language;
