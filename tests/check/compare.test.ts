import { describe, expect, test } from 'vitest';
import { type CompareOptions, type Comparison, compare } from '../../src/check/compare.js';
import { compareText, jsonComparison, tellingOutcome } from '../../src/report/compare.js';
import { PLAIN } from '../../src/report/style.js';
import { validate } from '../support/schema.js';

/** Message passing: PSO lets the flag pass the datum. */
const MESSAGE = `
shared x: 0..1, y: 0..1
thread W { x = 1; y = 1 }
thread R { await y == 1; local r = x; got: assume r == 0; bad: skip }
never R@bad
`;
/** Store buffering: TSO is enough. */
const BUFFERING = `
shared x[2]: 0..1
thread P(me: 0..1) { x[me] = 1; local r = x[1 - me]; got: assume r == 0; bad: skip }
never P(0)@bad && P(1)@bad
`;
const OPTIONS = { style: PLAIN, width: 100, quiet: false, allInvariants: false };

async function compared(text: string, options: CompareOptions = {}): Promise<Comparison> {
  const result = await compare(text, { file: 'program.fp', ...options });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.comparison;
}

describe('comparing memory models', () => {
  test('finds the pair that a violation tells apart', async () => {
    const message = await compared(MESSAGE);
    expect(message.outcomes.map(({ verdict }) => verdict)).toEqual(['holds', 'holds', 'violated']);
    expect(message.apart).toEqual({ stronger: 'tso', weaker: 'pso' });
    expect(tellingOutcome(message)?.trace?.memory).toBe('pso');
    const buffering = await compared(BUFFERING);
    expect(buffering.apart).toEqual({ stronger: 'sc', weaker: 'tso' });
  });

  test('has nothing to tell where the verdict is the same', async () => {
    const broken = await compared('shared x: 0..1\nthread P { x = 1 }\nnever x == 1');
    expect(broken.outcomes.map(({ verdict }) => verdict)).toEqual(['violated', 'violated', 'violated']);
    expect(broken.apart).toBeNull();
    const text = compareText('p.fp', broken, OPTIONS);
    expect(text).toContain('nothing tells them apart');
    expect(text).not.toContain('event graph');
  });

  test('does not take an unknown for a difference', async () => {
    const limited = await compared(BUFFERING, { maxStates: 3 });
    expect(limited.outcomes.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(limited.apart).toBeNull();
    const counter = `${BUFFERING}shared n: int\nthread N { loop { n = n + 1 } }\nnever n < 0\n`;
    const partly = await compared(counter, { maxStates: 2000 });
    expect(partly.outcomes[0]?.verdict).toBe('unknown');
    expect(partly.outcomes[1]?.verdict).toBe('violated');
    expect(partly.apart).toBeNull();
    expect(compareText('p.fp', partly, OPTIONS)).toContain('nothing tells them apart as far as is known');
  });

  test('asks about a model without weak variables under SC alone, and says so', async () => {
    const model = `
      array In[proc] : bool
      init (p) { In[p] = False }
      unsafe (p q) { In[p] = True && In[q] = True }
      transition enter (p) requires { In[p] = False } { In[p] := True }
    `;
    for (const options of [{}, { processes: 2 }]) {
      const result = await compare(model, { file: 'model.cub', ...options });
      if (!result.ok) throw new Error(result.diagnostics[0]?.message);
      const { comparison, warnings } = result;
      expect(comparison.outcomes).toMatchObject([{ memory: 'sc', verdict: 'violated' }]);
      expect(comparison.apart).toBeNull();
      expect(warnings).toMatchObject([{ severity: 'warning', code: 'weak-memory', line: null }]);
      expect(compareText('model.cub', comparison, OPTIONS)).toContain('only one memory was asked about');
      expect(validate(JSON.stringify(jsonComparison('model.cub', comparison)))).toBe('compare');
    }
    const wrong = await compare(model.replace('In[p] = True &&', 'In[p] = 3 &&'), { file: 'model.cub' });
    expect(wrong.ok).toBe(false);
  });

  test('gives up where the program cannot be read', async () => {
    const result = await compare('thread P { x = 1 }', { file: 'p.fp' });
    expect(result.ok).toBe(false);
  });

  test('is one table and one execution', async () => {
    const lines = compareText('p.fp', await compared(MESSAGE), OPTIONS).split('\n');
    expect(lines[0]).toBe('p.fp: 2 threads');
    expect(lines[1]).toMatch(/^ {2}memory +verdict +steps +buffers +states +time$/);
    expect(lines.slice(2, 5).map((line) => line.trim().split(/ +/).slice(0, 2))).toEqual([
      ['SC', 'holds'],
      ['TSO', 'holds'],
      ['PSO', 'violated'],
    ]);
    expect(lines).toContain('  PSO allows this execution, and TSO does not:');
    expect(lines.some((line) => line.includes('R drains') || line.includes('W drains'))).toBe(true);
    const quiet = compareText('p.fp', await compared(MESSAGE), { ...OPTIONS, quiet: true });
    expect(quiet.split('\n').length).toBe(5);
  });

  test('says of which bound a difference is', async () => {
    const looping = MESSAGE.replace('thread W { x = 1; y = 1 }', 'thread W { loop { x = 1; y = 1 } }');
    const text = compareText('p.fp', await compared(looping, { buffer: 2 }), OPTIONS);
    expect(text).toContain('TSO (with buffers of at most 2 writes) does not');
    const exact = compareText('p.fp', await compared(looping.replace('local r', 'local r: 0..1')), OPTIONS);
    expect(exact).toContain('PSO allows this execution, and TSO does not');
  });

  test('is an object for programs', async () => {
    const object = jsonComparison('p.fp', await compared(MESSAGE));
    expect(validate(JSON.stringify(object))).toBe('compare');
    expect(Object.keys(object)).toEqual(['schema', 'file', 'outcomes', 'apart']);
    expect(JSON.parse(JSON.stringify(object))).toEqual(object);
    expect(object.outcomes.map(({ memory }) => memory)).toEqual(['sc', 'tso', 'pso']);
  });
});
