/** Array systems in the language of Cubicle. */
import { hasBuffers, SC, TSO } from '../../memory/models.js';
import type { Language } from '../language.js';
import { ENDLESS } from '../shared/patience.js';

/** `type t = A | B`, which programs may begin with as well: what follows tells. */
const TYPES = '(type \\w+ (= (\\| )?\\w+ (\\| \\w+ )*)?)*';
const SYMBOL = 'var |array |weak |const \\w+ [:[]';
const RULE = 'init |unsafe |transition |predicate |(invariant|lemma) (\\( (\\w+ )*\\) )?\\{';

export const cubicle = {
  name: 'cubicle',
  title: 'array systems of Cubicle',
  extensions: ['.cub'],
  beginning: new RegExp(`^(number_procs |${TYPES}(${SYMBOL}|${RULE}))`),
  kind: 'array system',
  memory: null,
  repairs: ['fences'],
  async read(text, { file, memory, patience = ENDLESS }) {
    const { readCubicle } = await import('./index.js');
    // Asked for a memory with store buffers, every model keeps the rules of one.
    const weak = memory !== undefined && hasBuffers(memory);
    const { system, diagnostics } = patience.whole(() => readCubicle(text, file, { weak }, patience));
    if (system === null) return { model: null, diagnostics };
    return { model: { kind: 'array system', memory: memory ?? (system.weak ? TSO : SC), system }, diagnostics };
  },
  async print(text, file, patience = ENDLESS) {
    const [{ parseCubicleText, readCubicle }, { printCubicle }] = await Promise.all([
      import('./index.js'),
      import('./print.js'),
    ]);
    return patience.whole(() => {
      const { system, diagnostics } = readCubicle(text, file, {}, patience);
      const { model, comments } = parseCubicleText(text, file);
      if (system === null || model === null) return { ok: false, diagnostics };
      return { ok: true, text: printCubicle(model, comments) };
    });
  },
} as const satisfies Language;
