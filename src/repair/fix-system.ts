/** Repair of an array system: places are transitions, and the oracle is the check of the patched text. */
import { Budget } from '../check/budget.js';
import { type Settled, settle, settleAnyway } from '../check/check.js';
import type { CheckOptions } from '../check/options.js';
import { noSuchProperty } from '../check/read.js';
import type { Answer } from '../engines/answer.js';
import type { Reason } from '../engines/remarks.js';
import { traceOf } from '../evidence/replay.js';
import type { InLanguage } from '../languages/index.js';
import { fault } from '../languages/shared/diagnostics.js';
import { hasBuffers, memoryNamed, SC } from '../memory/models.js';
import { type Checked, type Fix, type FixOptions, setsWanted, tell } from './answer.js';
import { SystemOracle, systemRepair } from './array-system.js';
import { searchPlaces } from './search.js';

export async function fixSystem(text: string, options: InLanguage<FixOptions>): Promise<Fix> {
  const budget = new Budget(options);
  const { file } = options;
  const memory = memoryNamed(options.memory ?? 'tso');
  // The property is chosen in the text itself, so that every place stays where it is.
  const { property = null, ...others } = options;
  const refuse = (message: string): Fix => ({ ok: false, diagnostics: [fault(file, 'unsupported', message)] });
  if (options.with !== undefined && options.with !== 'fences') return refuse('array systems are repaired by fences');
  if (options.method === 'paper') return refuse('the method of the paper is for atomic writes of programs');
  const repair = systemRepair(text, file, property, hasBuffers(memory));
  if (repair !== null && 'noProperty' in repair) return refuse(noSuchProperty(property ?? '', repair.noProperty));
  const question: CheckOptions = { ...others, memory: memory.name };
  const first = await settle(repair === null ? text : repair.asked([]), question);
  if (!first.ok) return first;
  if (repair === null) throw new Error('a model that can be read has no places');

  /** A patched text can be read, if there is time to: otherwise the reason why there is none. */
  const settled = async (asked: string): Promise<Settled | Reason> => {
    // The text as it is was asked about already.
    if (asked === repair.asked([])) return first;
    const left = options.timeout === undefined ? {} : { timeout: Math.max(0.001, options.timeout - budget.seconds) };
    const result = await settle(asked, { ...question, ...left });
    if (result.ok) return result;
    if (result.diagnostics.some(({ severity, code }) => severity === 'error' && code !== 'limit'))
      throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
    return budget.spent(null) ?? { code: 'limit', limit: 'time', value: options.timeout ?? 0, covered: null };
  };
  const answers = async (asked: string): Promise<Answer> => {
    const told = await settled(asked);
    return 'code' in told ? { verdict: 'unknown', reasons: [told], buffer: null } : told.answered;
  };
  const { places } = repair;
  const weights = places.map(({ weight }) => weight);
  const result = await searchPlaces({ oracle: new SystemOracle(repair, answers), weights, ...setsWanted(options) });
  const { processes } = first.outcome;
  const found = {
    ...{ text, file, memory, places, warnings: first.warnings, options, budget },
    threadsOf: () => (processes === 'any' ? null : processes),
    checkAgain: async (patched: string): Promise<Checked> => {
      const again = systemRepair(patched, file, property, hasBuffers(memory));
      if (again === null || 'noProperty' in again) throw new Error('a patched text cannot be read');
      const told = await settled(again.asked([]));
      if (!('code' in told)) return told.outcome;
      return { ...first.outcome, verdict: 'unknown', reasons: [told], counts: {}, notes: [], warnings: null };
    },
    violation: async () => first.outcome.trace,
    violationUnderSc: async () => {
      const sequential = await settleAnyway(repair.asked([]), { ...question, memory: SC.name });
      return sequential.ok ? sequential.outcome.trace : null;
    },
  };
  return tell(found, result, traceOf);
}
