/** Formulas beside a program mean what an `ltl` declaration in it means; faults are told where they are. */
import { describe, expect, test } from 'vitest';
import { readModel } from '../../../src/languages/index.js';
import type { Instance } from '../../../src/languages/language.js';
import type { Named } from '../../../src/languages/ltl/given.js';

const PROGRAM = `
type side = Left | Right
shared x: 0..3, gate: side, flag[2]: bool
thread T[any] {
  local mine: 0..3 = 0
  loop {
    wait: await x == 0
    mine = x
    cs: x = 1
    GF: x = 0
  }
}
thread Worker { gate = Right; done: skip }
`;

const MODEL = `
byte x = 0;
process A { byte y = 0; state s, t; init s; trans s -> t { guard x == 0; effect x = 1, y = 2; }; }
process Watch { state q; init q; }
system async property Watch;
`;

async function instanceOf(text: string, count: number | null): Promise<Instance> {
  const { model, diagnostics } = await readModel(text, {});
  if (model?.kind !== 'program') throw new Error(diagnostics[0]?.message);
  const instance = model.instance(count);
  if ('refused' in instance) throw new Error(instance.refused);
  return instance;
}

async function faultsOf(text: string, formula: string, named: Named = {}, count: number | null = 2) {
  const made = (await instanceOf(text, count)).formula?.(formula, named);
  if (made === undefined || !('faults' in made)) throw new Error(`${formula} could be read`);
  return made.faults;
}

describe('a formula beside a program', () => {
  const NAMED = { wait: 'T(i)@wait', cs: 'T(i)@cs', sum: 'x + 1 == 2 || flag[0]', live: 'F Worker@done' };

  test.each([
    ['G (T(0)@wait -> F T(0)@cs)', 'G (T(0)@wait -> F T(0)@cs)'],
    ['[](wait => <>cs)', 'G (T(i)@wait -> F T(i)@cs)'],
    ['GF cs', 'G F T(i)@cs'],
    ['csUwait', 'T(i)@cs U T(i)@wait'],
    ['x==1 M gate!=Left', 'gate != Left U (x == 1 && gate != Left)'],
    ['F (x == 2 && flag[0] && T(j).mine < 3)', 'F (x == 2 && flag[0] && T(j).mine < 3)'],
    ['G (sum \\/ ~live)', 'G ((x + 1 == 2 || flag[0]) || !(F Worker@done))'],
    ['F "x + count(T) > 3"', 'F (x + count(T) > 3)'],
    ['X (cs <-> wait) R T(1)@GF', 'X (T(i)@cs <-> T(i)@wait) R T(1)@GF'],
    ['G ((x + 2) >= 0)', '[] (x + 2) >= 0'],
    ['(x + T(0).mine) * 2 > x -> 0 <= x', '(x + T(0).mine) * 2 > x -> 0 <= x'],
    ['G !((x == 1) == (gate == Left))', '[] !((x == 1) == (gate == Left))'],
    ['flag[x % (1 + 1)] R <> flag[0]', 'flag[x % (1 + 1)] V <>flag[0]'],
    ['[]<>cs M []wait', '[]<>T(i)@cs M [] T(i)@wait'],
    ['not (x==1 W Worker@end) & T(i)@cs V T(j)@cs', '!(x == 1 W Worker@end) && (T(i)@cs R T(j)@cs)'],
  ])('%s', async (formula, declared) => {
    const inText = await instanceOf(`${PROGRAM}ltl f: ${declared}\n`, 2);
    const made = (await instanceOf(PROGRAM, 2)).formula?.(formula, NAMED);
    if (made === undefined || 'faults' in made) throw new Error(JSON.stringify(made?.faults));
    expect(made).toMatchObject({ name: 'formula', text: formula });
    expect(made.questions()).toEqual(inText.temporal[0]?.questions());
  });

  test('is wrong where it is wrong', async () => {
    const at = async (formula: string, named: Named = {}) => {
      const [first] = await faultsOf(PROGRAM, formula, named);
      return [first?.code, first?.beside?.kind, first?.line, first?.column, first?.length];
    };
    expect(await at('F (x == ')).toEqual(['syntax', 'formula', 1, 6, 1]);
    expect(await at('G T(0)@nowhere')).toEqual(['unknown-name', 'formula', 1, 8, 7]);
    expect(await at('G (x == 1 ->\n  F gate)')).toEqual(['type-mismatch', 'formula', 2, 5, 4]);
    expect(await at('F "x + y"')).toEqual(['unknown-name', 'formula', 1, 8, 1]);
    expect(await at('a && b', { a: 'x == 1', b: 'x == 1\n  && z' })).toEqual(['unknown-name', 'condition', 2, 6, 1]);
    expect(await at('F b', { b: 'x = 1' })).toEqual(['syntax', 'condition', 1, 3, 1]);
    expect(await at('F T(5)@cs')).toEqual(['unknown-name', undefined, null, null, null]);
  });

  test('whose unknown word is a whole condition may lack a name', async () => {
    expect(await faultsOf(PROGRAM, 'F nobody')).toMatchObject([{ perhapsNamed: 'nobody' }]);
    const [inside] = await faultsOf(PROGRAM, 'F x == nobody');
    expect(inside?.perhapsNamed).toBeUndefined();
  });
});

describe('a formula beside a DVE model', () => {
  test('has its conditions', async () => {
    const made = (await instanceOf(MODEL, null)).formula?.('G (A.s -> F two)', { two: 'A->y == 2' });
    if (made === undefined || 'faults' in made) throw new Error(JSON.stringify(made?.faults));
    expect(made.questions()).toMatchObject([{ propositions: [{ kind: 'at' }, { kind: 'binary' }] }]);
  });

  test('is wrong where it is wrong', async () => {
    expect(await faultsOf(MODEL, 'G (A.s ->\n F z == 1)', {}, null)).toMatchObject([
      { code: 'unknown-name', beside: { kind: 'formula' }, line: 2, column: 4, length: 1 },
    ]);
    expect(await faultsOf(MODEL, 'G Watch.q', {}, null)).toMatchObject([{ code: 'unsupported', column: 3, length: 7 }]);
    expect(await faultsOf(MODEL, 'F b', { a: 'x', b: 'A.u' }, null)).toMatchObject([
      { code: 'unknown-name', beside: { kind: 'condition', name: 'b' }, line: 1, column: 3 },
    ]);
  });
});
