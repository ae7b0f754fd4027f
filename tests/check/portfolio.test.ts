import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Budget } from '../../src/check/budget.js';
import { check } from '../../src/check/check.js';
import type { CheckOptions } from '../../src/check/options.js';
import { sideBySide } from '../../src/check/side-by-side.js';

async function asked(file: string, options: CheckOptions) {
  const result = await check(readFileSync(`examples/${file}`, 'utf8'), { file, ...options });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.outcome;
}

describe('engines side by side', () => {
  it.each([
    ['programs/peterson.fp', 'tso'],
    ['programs/peterson-tso.fp', 'tso'],
    ['any-number/ticket-lock.fp', 'tso'],
    ['weak/naive-mutex-unfenced.cub', 'tso'],
  ] as const)('say of %s under %s what they say in turn', async (file, memory) => {
    const [together, inTurn] = [await asked(file, { memory, portfolio: true }), await asked(file, { memory })];
    expect(together.verdict).toBe(inTurn.verdict);
    expect(together.buffer).toBe(inTurn.buffer);
  });

  it('give all their reasons where none has an answer', async () => {
    const text =
      'shared x: int\nthread T { loop { x = 2 * x + 1 } }\nthread U { loop { x = 3 * x } }\nnever odd: x == 2\n';
    const result = await check(text, { file: 'grows.fp', memory: 'tso', portfolio: true, maxStates: 500, timeout: 20 });
    if (!result.ok) throw new Error('it is a program');
    expect(result.outcome.verdict).toBe('unknown');
    const said = new Set(result.outcome.reasons.map((reason) => (reason.code === 'engine' ? reason.engine : 'last')));
    expect(said.size).toBeGreaterThan(1);
  });

  it('end when one has a good answer', async () => {
    const ended: string[] = [];
    function* endless(): Generator<number, string> {
      try {
        for (let k = 0; ; k++) yield k;
      } finally {
        ended.push('endless');
      }
    }
    const { good, others } = await sideBySide<string>(
      [
        async (budget) => ('value' in (await budget.drive(endless())) ? 'good' : 'stopped'),
        async () => 'bad',
        async () => {
          await new Promise((resolve) => setTimeout(resolve, 100));
          return 'good';
        },
      ],
      new Budget({}),
      (answer) => answer === 'good',
    );
    expect([good, others, ended]).toEqual(['good', ['bad'], ['endless']]);
  });
});
