import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../support/ask.js';

async function reason(text: string, file: string): Promise<string | null> {
  const outcome = await outcomeOf(text, { file });
  expect(outcome.verdict).toBe('holds');
  return outcome.reason;
}

const STORE = 'shared x: 0..1\nthread P { x = 1 }\n';

describe('a program that asks for nothing', () => {
  it('holds, and the answer says how little that is', async () => {
    const note = 'there is no `never`, `invariant` or `assert`: this only says that no step fails';
    expect(await reason(STORE, 'a.fp')).toBe(note);
    expect(await reason(`${STORE}ltl set: F x == 1`, 'a.fp')).toBe(`${note}; not asked here: \`ltl set\``);
    const thread = 'thread t\ninitial a\ntransition a b write 1 0\nend\n';
    expect(await reason(thread, 'a.trencher')).toBe('there is no `final` state: this only says that no step fails');
  });

  it('is not one with a property or an assertion', async () => {
    expect(await reason(`${STORE}never x > 1`, 'a.fp')).toBeNull();
    expect(await reason(`${STORE}thread Q { assert x < 2 }`, 'a.fp')).toBeNull();
    expect(await reason('forbidden E process text assume: false; E: nop', 'a.rmm')).toBeNull();
  });

  it('is violated all the same when a step fails', async () => {
    const outcome = await outcomeOf('shared x: 0..1\nthread P(me: 0..1) { x = x + 1 }\n', { file: 'a.fp' });
    expect(outcome).toMatchObject({ verdict: 'violated', reason: null });
  });
});
