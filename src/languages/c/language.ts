/** C11 with atomics, as locks and queues are written. */
import { TSO } from '../../memory/models.js';
import type { Language } from '../language.js';
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
  repairs: ['fences'],
  async read(text, { file, memory = TSO, patience = ENDLESS, includeFolders = [], defines = [], allocations }) {
    const [{ readC }, { programModel }] = await Promise.all([import('./index.js'), import('../program/reading.js')]);
    const options = {
      includeFolders,
      defines,
      ...(allocations === undefined ? {} : { allocations }),
    };
    const { program, diagnostics } = patience.whole(() => readC(text, file, options, patience));
    if (program === null) return { model: null, diagnostics };
    return { model: await programModel(program, file, memory, '`assert` or `//@ never`'), diagnostics };
  },
  print: null,
} as const satisfies Language;
