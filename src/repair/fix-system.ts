/** Repair of an array system: places are transitions, and the oracle is the check of the patched text. */

import { Budget } from '../check/budget.js';
import { type CheckOptions, check } from '../check/check.js';
import { fault } from '../check/fault.js';
import type { Outcome } from '../evidence/outcome.js';
import { memoryNamed } from '../memory/models.js';
import { type Fix, type FixOptions, noSuchProperty, setsWanted, tell } from './answer.js';
import { SystemOracle, systemRepair } from './array-system.js';
import { searchPlaces } from './search.js';

export async function fixSystem(text: string, options: FixOptions): Promise<Fix> {
  const budget = new Budget(options);
  const file = options.file ?? 'model.cub';
  const memory = memoryNamed(options.memory ?? 'tso');
  const property = options.property ?? null;
  const refuse = (message: string): Fix => ({ ok: false, diagnostics: [fault(file, 'unsupported', message)] });
  if (options.with === 'atomic-writes') return refuse('array systems are repaired by fences');
  if (options.method === 'paper') return refuse('the method of the paper is for atomic writes of programs');
  const repair = systemRepair(text, file, property);
  if (repair !== null && 'noProperty' in repair) return refuse(noSuchProperty(property ?? '', repair.noProperty));
  const question: CheckOptions = { ...options, file, language: 'cubicle', memory: memory.name };
  const first = await check(repair === null ? text : repair.asked([]), question);
  if (!first.ok) return first;
  if (repair === null) throw new Error('a model that can be read has no places');

  const ask = async (asked: string): Promise<Outcome> => {
    // The text as it is was asked about already.
    if (asked === repair.asked([])) return first.outcome;
    const left = options.timeout === undefined ? {} : { timeout: Math.max(0.001, options.timeout - budget.seconds) };
    const answer = await check(asked, { ...question, ...left });
    if (!answer.ok) throw new Error(answer.diagnostics.map(({ message }) => message).join('; '));
    return answer.outcome;
  };
  const { places } = repair;
  const result = await searchPlaces({
    oracle: new SystemOracle(repair, ask),
    weights: places.map(({ weight }) => weight),
    ...setsWanted(options),
  });
  const { processes } = first.outcome;
  const checkAgain = async (patched: string): Promise<Outcome> => {
    const again = systemRepair(patched, file, property);
    if (again === null || 'noProperty' in again) throw new Error('a patched text cannot be read');
    return ask(again.asked([]));
  };
  return tell(
    {
      text,
      file,
      memory,
      places,
      threadsOf: () => (processes === 'any' ? null : processes),
      warnings: first.warnings,
      options,
      budget,
      checkAgain,
      violationUnderSc: async () => {
        const answer = await check(repair.asked([]), { ...question, memory: 'sc' });
        return answer.ok ? answer.outcome.trace : null;
      },
    },
    result,
    (trace) => trace,
  );
}
