/** C11 with atomics, as locks and queues are written. */
import { hasBuffers, SC, TSO } from '../../memory/models.js';
import type { Language } from '../language.js';
import { fault } from '../shared/diagnostics.js';
import { ENDLESS } from '../shared/patience.js';

export const c = {
  name: 'c',
  title: 'C programs',
  extensions: ['.c', '.h'],
  // Models of DiVinE begin with `int x`, too: such a text needs its extension.
  beginning:
    /^(typedef |static |extern |volatile |unsigned |struct \w+ |enum (\w+ )?\{|void |_Atomic |_Bool |_Thread_local |atomic_\w+ |pthread_\w+ )/,
  kind: 'program',
  memory: TSO,
  repairs: ['fences', 'store-fences'],
  async read(text, { file, memory: asked, patience = ENDLESS, includeFolders = [], defines = [], allocations, races }) {
    const memory = asked ?? (races === true ? SC : TSO);
    if (races === true && hasBuffers(memory)) {
      const message =
        'races are looked for under SC: a load there reads what was stored last, and C11 says what that orders';
      const help = { kind: 'give', option: 'memory', value: 'sc' } as const;
      return { model: null, diagnostics: [fault(file, 'unsupported', message, help)] };
    }
    const [{ readC }, { programModel }] = await Promise.all([import('./index.js'), import('../program/reading.js')]);
    const options = {
      includeFolders,
      defines,
      ...(allocations === undefined ? {} : { allocations }),
      ...(races === undefined ? {} : { races }),
    };
    const { program, diagnostics } = patience.whole(() => readC(text, file, options, patience));
    if (program === null) return { model: null, diagnostics };
    return { model: await programModel(program, file, memory, '`assert` or `//@ never`'), diagnostics };
  },
  print: null,
} as const satisfies Language;
