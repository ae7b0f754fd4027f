/** Programs of Memorax. */
import { TSO } from '../../memory/models.js';
import { fixedProgram, type Language } from '../language.js';
import { ENDLESS } from '../shared/patience.js';

export const memorax = {
  name: 'memorax',
  title: 'programs of Memorax',
  extensions: ['.rmm'],
  beginning: /^(forbidden |macro |predicates (?!\{)|data \w+ = |process (\(|data |registers |text ))/,
  kind: 'program',
  memory: TSO,
  repairs: ['fences', 'store-fences', 'atomic-writes'],
  async read(text, { file, memory = TSO, patience = ENDLESS }) {
    const { readMemorax } = await import('./index.js');
    const { program, predicates, diagnostics } = patience.whole(() => readMemorax(text, file, { memory }, patience));
    if (program === null) return { model: null, diagnostics };
    const offered = predicates.flatMap(({ instances }) => instances);
    return { model: fixedProgram(program, memory, 'row of `forbidden`', offered), diagnostics };
  },
  print: null,
} as const satisfies Language;
