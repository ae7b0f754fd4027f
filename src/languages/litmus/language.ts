/** Litmus tests of X86, in the language of herd. */
import { TSO } from '../../memory/models.js';
import { fixedProgram, type Language } from '../language.js';
import { fault } from '../shared/diagnostics.js';

export const litmus = {
  name: 'litmus',
  title: 'litmus tests',
  extensions: ['.litmus'],
  // Those of other machines, too: the reader says that they are not read.
  beginning: /^(X86|X86_64|AArch64|ARM|PPC|RISCV|MIPS|LISA|Bell|C) \w/,
  kind: 'program',
  memory: TSO,
  repairs: [],
  async read(text, { file, memory = TSO }) {
    const [{ readLitmus }, { litmusProgram }] = await Promise.all([import('./index.js'), import('./program.js')]);
    const { checked, diagnostics } = readLitmus(text, file);
    if (checked === null) return { model: null, diagnostics };
    const made = litmusProgram(checked.test);
    if (made.kind === 'program') return { model: fixedProgram(made.program, memory, 'condition'), diagnostics };
    return { model: null, diagnostics: [...diagnostics, fault(file, 'unsupported', made.message)] };
  },
  print: null,
} as const satisfies Language;
