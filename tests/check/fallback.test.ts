/** A model with a given number of processes: where the cubes have no answer, the states of the instance have one. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.js';
import { DASHED, remarkText } from '../../src/report/remarks.js';

const file = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');
const DEKKER = file('weak/dekker.cub');
const BROKEN = `
var Turn : proc
array In[proc] : bool
init (p) { In[p] = False }
unsafe (p q) { In[p] = True && In[q] = True }
transition enter (p) requires { In[p] = False } { In[p] := True }
`;

async function outcomeOf(text: string, options: CheckOptions) {
  const result = await check(text, { file: 'model.cub', ...options });
  if (!result.ok) throw new Error(result.diagnostics[0]?.message);
  return result.outcome;
}

describe('the explicit engine behind the cubes', () => {
  test('answers where they had no answer, and says so', async () => {
    const outcome = await outcomeOf(DEKKER, { processes: 2, maxCubes: 3, buffer: 'unbounded' });
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'explicit', buffer: 'unbounded', processes: 2 });
    expect(outcome.notes.map(({ code }) => code)).toEqual(['tried before']);
    expect(remarkText(outcome, DASHED)).toContain(
      'the parameterized engine had no answer: the limit of 3 cubes was reached',
    );
  });

  test('keeps to the bound of store buffers', async () => {
    const outcome = await outcomeOf(DEKKER, { processes: 2, maxCubes: 3, buffer: 1 });
    expect(outcome).toMatchObject({ verdict: 'holds', engine: 'explicit', buffer: 1 });
  });

  test('under SC, too', async () => {
    const holds = await outcomeOf(file('dekker.cub'), { maxCubes: 3 });
    expect(holds).toMatchObject({ verdict: 'holds', engine: 'explicit', memory: 'sc', buffer: null });
    // What the cubes decide they decide alone.
    const violated = await outcomeOf(BROKEN, { processes: 3 });
    expect(violated).toMatchObject({ verdict: 'violated', engine: 'parameterized' });
    expect(violated.notes).toEqual([]);
  });

  test('tells what both said where it has none either', async () => {
    const outcome = await outcomeOf(DEKKER, { processes: 2, maxCubes: 3, maxStates: 10 });
    expect(outcome).toMatchObject({ verdict: 'unknown', engine: 'explicit' });
    expect(outcome.reasons).toMatchObject([{ code: 'engine', engine: 'parameterized' }, { code: 'limit' }]);
    expect(remarkText(outcome, DASHED)).toContain('the parameterized engine: the limit of 3 cubes');
  });

  test('is not asked about any number of processes, nor where the cubes were named', async () => {
    const any = await outcomeOf(file('weak/spinlock.cub'), { maxCubes: 1 });
    expect(any).toMatchObject({ verdict: 'unknown', engine: 'parameterized' });
    const named = await outcomeOf(DEKKER, { processes: 2, maxCubes: 3, engine: 'parameterized' });
    expect(named).toMatchObject({ verdict: 'unknown', engine: 'parameterized' });
  });
});
