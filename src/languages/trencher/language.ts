/** Programs of Trencher. */
import { TSO } from '../../memory/models.js';
import { fixedProgram, type Language } from '../language.js';
import { ENDLESS } from '../shared/patience.js';

export const trencher = {
  name: 'trencher',
  title: 'programs of Trencher',
  extensions: ['.trencher', '.txt'],
  beginning: /^(memory_size |thread (?!\w+ [{([]).*?\b(initial|final|transition|end) )/,
  kind: 'program',
  memory: TSO,
  repairs: [],
  async read(text, { file, memory = TSO, patience = ENDLESS }) {
    const { readTrencher } = await import('./index.js');
    const { program, diagnostics } = patience.whole(() => readTrencher(text, file));
    return { model: program === null ? null : fixedProgram(program, memory, '`final` state'), diagnostics };
  },
  print: null,
} as const satisfies Language;
