/** Repairs of programs of which something is said about infinite runs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/check/check.js';
import { type FixOptions, type FixResult, fix } from '../../src/repair/index.js';
import { reasonOf } from '../support/engines.js';

const FOLDER = fileURLToPath(new URL('../../examples/liveness/', import.meta.url));

async function fixed(text: string, options: FixOptions = {}): Promise<FixResult> {
  const result = await fix(text, { file: 'program.fp', ...options });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result;
}

/** Under SC one of them sees the store of the other. */
const WON = `shared x, y: 0..1 = 0

thread A {
  x = 1
  if (y == 1) {
    won: skip
  }
}

thread B {
  y = 1
  if (x == 1) {
    won: skip
  }
}
`;
const SOMEONE = 'F (A@won || B@won)';

describe('a formula', () => {
  test.each(['fences', 'atomic-writes'] as const)('that is given: %s', async (means) => {
    const result = await fixed(WON, { with: means, ltl: SOMEONE, all: true });
    expect(result.sets.map(({ places }) => places.map(({ line }) => line))).toEqual([[4, 11]]);
    expect([result.status, result.minimal, result.complete]).toEqual(['repaired', 'proved', true]);
    const again = await check(result.sets[0]?.text ?? '', { file: 'program.fp', ltl: SOMEONE });
    expect(again.ok && again.outcome.verdict).toBe('holds');
    expect(result.outcome && reasonOf(result.outcome)).toBe('checked again: the states, and `formula`');
  });

  test('of the text counts when nothing is named, by its name, and not when another property is', async () => {
    const text = `${WON}ltl someone: ${SOMEONE}\nnever both: A@won && x == 0\n`;
    expect((await fixed(text)).sets[0]?.places).toHaveLength(2);
    expect((await fixed(text, { property: 'someone' })).sets[0]?.places).toHaveLength(2);
    const other = await fixed(text, { property: 'both' });
    expect(other.sets[0]?.places).toHaveLength(1);
    expect((other.outcome && reasonOf(other.outcome)) ?? '').not.toContain('someone');
  });

  test('that is violated under SC is not demanded, and the answer says so', async () => {
    const text = `${WON}ltl each: F A@won\nnever early: A@won && y == 0\n`;
    const result = await fixed(text);
    expect(result.status).toBe('unneeded');
    expect(reasonOf(result)).toBe('`ltl each` is not demanded: it is violated under SC, too');
    const asked = await fixed(text, { property: 'each' });
    expect(asked.status).toBe('unrepairable');
    expect(asked.trace?.memory).toBe('sc');
  });

  test('of states, which the engine of all states is asked', async () => {
    const text = WON.replaceAll('won: skip', 'won: skip\n  } else {\n    lost: skip');
    const result = await fixed(text, { ltl: 'G !(A@lost && B@lost)' });
    expect(result.sets[0]?.places).toHaveLength(2);
    expect(result.trace).toBeNull();
  });
});

test('safety counts beside a formula', async () => {
  const text = `${WON.replaceAll('won: skip', 'won: skip\n  } else {\n    lost: skip')}never none: A@lost && B@lost\n`;
  // The formula holds as it is.
  const result = await fixed(text, { ltl: 'F (A@end && B@end)', fairThreads: true });
  expect(result.sets[0]?.places).toHaveLength(2);
});

test('a wake-up that is lost: as many fences as in the repaired twin, and with fair threads only', async () => {
  const text = readFileSync(`${FOLDER}lost-wakeup.fp`, 'utf8');
  const result = await fixed(text, { fairThreads: true });
  const twin = readFileSync(`${FOLDER}lost-wakeup-tso.fp`, 'utf8');
  const fences = (of: string) => of.split('\n').filter((line) => line.trim() === 'fence').length;
  expect(fences(result.sets[0]?.text ?? '')).toBe(fences(twin));
  expect(result.minimal).toBe('proved');
});

test('names in formulas, and formulas that are none', async () => {
  const named = { ltl: 'F won', propositions: { won: 'A@won || B@won' } };
  expect((await fixed(WON, named)).sets[0]?.places).toHaveLength(2);
  const wrong = await fix(WON, { file: 'program.fp', ltl: 'F (' });
  expect(wrong.ok).toBe(false);
});
