/** The library's `check`, where the answer must be an outcome, or a fault. */
import { type CheckOptions, check } from '../../src/check/check.js';
import type { Diagnostic } from '../../src/languages/shared/diagnostics.js';
import { outcomeOf, type ToldOutcome } from '../support/ask.js';

export function ask(text: string, options: CheckOptions = {}): Promise<ToldOutcome> {
  return outcomeOf(text, { file: 'program.fp', ...options });
}

/** The first fault. */
export async function refusal(text: string, options: CheckOptions = {}): Promise<Diagnostic> {
  const result = await check(text, { file: 'program.fp', ...options });
  const [first] = result.ok ? [] : result.diagnostics;
  if (first === undefined) throw new Error('nothing is wrong');
  return first;
}

/** Peterson's lock, for two threads that go round for ever. */
export const PETERSON = `
shared flag[2]: bool = false
shared turn: 0..1 = 0
thread P(me: 0..1) {
  local other = 1 - me
  loop {
    flag[me] = true
    turn = other
    FENCE
    wait: await !flag[other] || turn == me
    cs: skip
    flag[me] = false
  }
}
never mutex: P(0)@cs && P(1)@cs
`;
export const FENCED = PETERSON.replace('FENCE', 'fence');
export const UNFENCED = PETERSON.replace('FENCE', '');
