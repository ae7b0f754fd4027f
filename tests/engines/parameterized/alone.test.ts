/** What a process does alone, as lemmas that need no proof but their own; and how many processes there can be at all. */
import { afterAll, describe, expect, it } from 'vitest';
import { certify } from '../../../src/check/certify.js';
import { check } from '../../../src/check/check.js';
import { inductive } from '../../../src/engines/parameterized/lemmas/inductive.js';
import { neverTogether } from '../../../src/engines/parameterized/places/alone.js';
import { propertyOf } from '../../../src/engines/parameterized/plain/describe.js';
import { checkCertificate } from '../../../src/evidence/solvers/check.js';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { normalForm } from '../../../src/models/array-system/normal-form.js';
import { showProperty } from '../../../src/models/array-system/show.js';
import { systemOf } from '../../memory/operational/models.js';
import { explore } from '../../random/explore.js';
import { randomModel } from '../../random/generate.js';
import { printModel } from '../../random/text-model.js';
import { cases, least } from '../../support/size.js';
import { workshop } from './cubes.js';

/** Something waits only after a write, and nobody reads while it does. */
const WAITING = `type place = Idle | Reading | Written
array At[proc] : place  array Waits[proc] : bool  var X : int
init (p) { At[p] = Idle && Waits[p] = False && X = 0 }
transition read (p) requires { At[p] = Idle && Waits[p] = False } { At[p] := Reading }
transition stop (p) requires { At[p] = Reading } { At[p] := Idle }
transition write (p) requires { At[p] = Idle && Waits[p] = False } { At[p] := Written; Waits[p] := True }
transition flush (p) requires { Waits[p] = True } { Waits[p] := False; X := 0 }
transition again (p) requires { At[p] = Written } { At[p] := Idle }
unsafe (p) { X = 1 }
`;

function lemmasOf(text: string) {
  const system = systemOf(text);
  const { cubes, literals } = workshop(system);
  const candidates = neverTogether(normalForm(system)).flatMap((lemma) => cubes.lemma(lemma));
  const sifting = inductive(cubes, candidates, () => []);
  let step = sifting.next();
  while (!step.done) step = sifting.next();
  const properties = step.value.map((cube) => propertyOf(system, literals, cube, null));
  return { system, candidates, properties };
}

describe('what a process does alone', () => {
  it('says at which places something can wait', () => {
    const { properties } = lemmasOf(WAITING);
    expect(properties.map((property) => showProperty('never', property))).toEqual([
      'never (z1) { At[z1] = Reading && Waits[z1] = True }',
    ]);
  });

  it('proves itself, and is never wrong', () => {
    let kept = 0;
    for (let seed = 0; seed < cases(400, 25); seed++) {
      const { system, candidates, properties } = lemmasOf(printModel(randomModel(seed)));
      expect([seed, properties.length]).toEqual([seed, candidates.length]);
      kept += properties.length;
      if (properties.length === 0) continue;
      const question = { ...system, unsafe: properties };
      for (const processes of system.processes === null ? [1, 2, 3] : [system.processes]) {
        const { verdict } = explore(question, processes, { states: 300, initial: 2000, numbers: 20 });
        expect([seed, verdict]).not.toEqual([seed, 'violated']);
      }
    }
    expect(kept).toBeGreaterThan(least(20));
  });
});

/** One process has an initial state, and two have none. */
const LEADER = `type place = A | B
var X : proc  array At[proc] : place
init (p) { X = p && At[p] = A }
`;

describe('an initial state of one process alone', () => {
  afterAll(closeZ3);
  it.each([
    ['transition go (p q) requires { At[p] = A } { At[p] := B }', 'unsafe (p) { At[p] = B }', 'holds'],
    ['transition go (p) requires { At[p] = A } { At[p] := B }', 'unsafe (p q) { At[p] = B }', 'holds'],
    ['transition go (p) requires { At[p] = A } { At[p] := B }', 'unsafe (p) { At[p] = B }', 'violated'],
  ])('%s, %s: %s', async (transition, unsafe, verdict) => {
    const text = `${LEADER}${unsafe}\n${transition}`;
    const result = await check(text, { file: 'leader.cub' });
    expect(result).toMatchObject({ ok: true, outcome: { verdict } });
    if (verdict === 'violated') return;
    const certified = await certify(text, { file: 'leader.cub' });
    if (!certified.ok || certified.certificate.kind !== 'obligations') throw new Error('there is no certificate');
    const [z3] = await checkCertificate(certified.certificate.obligations, { programs: [] });
    expect(z3).toMatchObject({ accepted: true });
  });
});
