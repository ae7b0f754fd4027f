/** Lemmas that a search proposes: in the language of the text, unbroken, and worth something; and what is said to grow. */
import { describe, expect, it } from 'vitest';
import { check } from '../../src/check/check.js';
import type { Reason } from '../../src/engines/remarks.js';
import { lemmasIn, reasonsText } from '../../src/report/remarks.js';

/** A ticket lock that stops the search by its limit, far from an end. */
const PROGRAM = `shared next: int, owner: int
thread T[any] {
  local t: int
  loop {
    t = fetch_add(next, 1)
    wait: await owner == t
    cs: skip
    leave: owner = t + 1
  }
}
never T(i)@cs && T(j)@cs
`;
const MODEL = `type place = Idle | Wait | Crit
var Next : int
var Owner : int
array P[proc] : place
array N[proc] : int
init (i) { P[i] = Idle && Next = 0 && Owner = 0 && N[i] = 0 }
unsafe (i j) { P[i] = Crit && P[j] = Crit }
transition take (i) requires { P[i] = Idle } { P[i] := Wait; N[i] := Next; Next := Next + 1; }
transition enter (i) requires { P[i] = Wait && Owner = N[i] } { P[i] := Crit; }
transition leave (i) requires { P[i] = Crit } { P[i] := Idle; Owner := Owner + 1; }
`;
const LIMITS = { maxStates: 2_000, engine: 'parameterized' } as const;

async function reasonsFor(text: string, file: string, more: object): Promise<readonly Reason[]> {
  const result = await check(text, { file, memory: 'sc', ...LIMITS, ...more });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'));
  expect(result.outcome.verdict).toBe('unknown');
  return result.outcome.reasons;
}

describe.each([
  ['lock.fp', PROGRAM, 60],
  ['lock.cub', MODEL, 80],
])('a search that does not come to an end, %s', (file, text, maxCubes) => {
  it('says what grows, and how to get lemmas', async () => {
    const reasons = await reasonsFor(text, file, { maxCubes });
    expect(reasons.map(({ code }) => code)).toEqual(['limit', 'growing']);
    expect(lemmasIn(reasons)).toEqual([]);
    const said = reasonsText(reasons, (option) => option);
    expect(said).toMatch(/conditions .*over .*`(T.t|N)`/);
    expect(said).toContain('suggestLemmas 5');
  });

  it('proposes lemmas that its language can say and no run breaks', async () => {
    const lemmas = lemmasIn(await reasonsFor(text, file, { maxCubes, suggestLemmas: 4 }));
    expect(lemmas.length).toBeGreaterThan(0);
    expect(lemmas.length).toBeLessThanOrEqual(4);
    for (const lemma of lemmas) expect(lemma).toMatch(/^lemma /);
    const again = await check(text, {
      file,
      memory: 'sc',
      engine: 'parameterized',
      lemmas: lemmas.join('\n'),
      maxCubes: 400,
    });
    if (!again.ok) throw new Error(again.diagnostics.map(({ message }) => message).join('\n'));
    expect(again.outcome.notes.map(({ code }) => code)).not.toContain('lemma refuted');
  });
});

it('is refused where no cubes are searched', async () => {
  const result = await check('thread T { skip }', { file: 'one.fp', engine: 'explicit', suggestLemmas: 3 });
  expect(result.ok).toBe(false);
});
