/** All final states of a litmus test under one memory, and an execution for one of them, or the cycle that forbids it. */
import { litmus } from '../../src/check/litmus.js';
import type { Progress } from '../../src/engines/engine.js';
import { jsonLitmus } from '../../src/report/litmus.js';
import type { LitmusAnswer, Subject } from '../protocol.js';
import { ON_PAGE } from '../spelling.js';

export async function outcomesOf(
  { file, text, memory, asked }: Subject,
  outcome: string | null,
  _told: (progress: Progress) => void,
): Promise<LitmusAnswer> {
  const { timeout, maxMemory } = asked;
  const result = await litmus(text, {
    file,
    memory,
    ...(outcome === null ? {} : { outcome }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(maxMemory === undefined ? {} : { maxMemory }),
  });
  return result.ok ? { ok: true, litmus: jsonLitmus(file, result.answer, ON_PAGE) } : result;
}
