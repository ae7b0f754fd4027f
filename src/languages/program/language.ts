/** Programs in the language of Fencepost. */
import { TSO } from '../../memory/models.js';
import type { Language } from '../language.js';
import { ENDLESS } from '../shared/patience.js';

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
    const [{ readProgram }, { programModel }] = await Promise.all([import('./index.js'), import('./reading.js')]);
    const { program: read, diagnostics } = patience.whole(() => readProgram(text, file, patience));
    if (read === null) return { model: null, diagnostics };
    const model = programModel(read, file, memory, '`never`, `invariant` or `assert`');
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
