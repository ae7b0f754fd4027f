/** Models that count, with lemmas: that they can be read, that there are right and wrong ones, and that a wrong word about a lemma is seen. */
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import { readCubicle } from '../../src/languages/cubicle/index.js';
import { cases } from '../support/size.js';
import { campaignModel } from './generate.js';
import { judge, QUICK } from './judge.js';
import { shrink } from './shrink.js';
import { printModel, type TextModel } from './text-model.js';
import { campaignWeakModel } from './weak/generate.js';

function drawn(make: (seed: number) => TextModel, step: number): TextModel[] {
  return Array.from({ length: cases(200) }, (_, k) => make(step * k + 3));
}

describe.each([
  ['sc', drawn(campaignModel, 4)],
  ['weak', drawn(campaignWeakModel, 5)],
])('models that count: %s', (_, models) => {
  it('can be read', () => {
    for (const text of models.map(printModel)) {
      const { system, diagnostics } = readCubicle(text, 'random.cub');
      expect(system, `${diagnostics.map(({ message }) => message).join('; ')}\n${text}`).not.toBeNull();
    }
  });

  it('have hints now and then, and processes that name others', () => {
    const hinted = models.filter(({ lemmas = [] }) => lemmas.length > 0);
    expect(hinted.length).toBeGreaterThan(models.length / 4);
    expect(hinted.length).toBeLessThan(models.length);
    expect(models.some(({ symbols }) => symbols.some(({ arity, sort }) => arity === 1 && sort === 'proc'))).toBe(true);
  });
});

const LOCK = `type loc = L1 | L3
var X : bool
array P[proc] : loc
lemma (i) { P[i] = L3 && X = True }
init (i) { P[i] = L1 && X = False }
unsafe (i j) { P[i] = L3 && P[j] = L3 }
transition take (i)
requires { P[i] = L1 && X = False }
{ P[i] := L3; X := True }
`;

describe('the judge of lemmas', () => {
  it('accepts that a wrong one is told, with a run that breaks it', async () => {
    const judged = await judge(LOCK, QUICK);
    expect(judged).toMatchObject({ kind: 'agreed', verdict: 'holds' });
  });

  it('sees that a wrong one is not told', async () => {
    const silent: typeof check = async (text, options) => {
      const result = await check(text, options);
      return result.ok ? { ...result, outcome: { ...result.outcome, notes: [] } } : result;
    };
    expect(await judge(LOCK, QUICK, silent)).toMatchObject({ kind: 'wrong', fault: 'wrong lemma' });
  });

  it('sees a run that breaks something else', async () => {
    const other: typeof check = async (text, options) => {
      const result = await check(text, options);
      if (!result.ok) return result;
      // The same run, as if it were about the lemma that holds.
      const notes = result.outcome.notes.map((note) => (note.code === 'lemma refuted' ? { ...note, line: 5 } : note));
      return { ...result, outcome: { ...result.outcome, notes } };
    };
    const two = LOCK.replace('init', 'lemma (i j) { P[i] = L3 && P[j] = L3 }\ninit');
    expect(await judge(two, QUICK, other)).toMatchObject({ kind: 'wrong', fault: 'wrong lemma' });
  });

  it('has lemmas made smaller, too', async () => {
    const model = drawn(campaignModel, 4).find(({ lemmas = [] }) => lemmas.length > 0) as TextModel;
    const smallest = await shrink(model, async ({ lemmas = [] }) => lemmas.length > 0);
    expect(smallest.lemmas).toHaveLength(1);
    expect(smallest.transitions).toHaveLength(0);
  });
});
