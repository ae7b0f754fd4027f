/**
 * Random programs: the certificate of all their states is accepted, and changed ones are accepted exactly when they are still
 * inductive and safe, which is found out by going through all states of the sorts.
 */
import { afterAll, describe, expect, it } from 'vitest';
import type { PredicateCertificate } from '../../../src/evidence/invariant/certificate.js';
import { judgePredicates } from '../../../src/evidence/invariant/judge.js';
import { closeZ3 } from '../../../src/evidence/solvers/z3.js';
import { randomProgram } from '../../engines/explicit/random-programs.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { bruteJudge, certificateOf, reachable } from './explicit.js';

const PROGRAMS = cases(15);
const CHANGES = 3;

/** One thing is different: a cube less, a literal less, more or turned round, cubes elsewhere. */
function changed(certificate: PredicateCertificate, random: Random): PredicateCertificate {
  const s = random.between(0, certificate.states.length - 1);
  const there = certificate.states[s] as PredicateCertificate['states'][number];
  const c = random.between(0, there.cubes.length - 1);
  const cube = there.cubes[c] as readonly number[];
  const put = (cubes: readonly (readonly number[])[]) => ({
    ...certificate,
    states: certificate.states.with(s, { ...there, cubes }),
  });
  const l = random.between(0, cube.length - 1);
  const literal = random.between(0, 2 * certificate.predicates.length - 1);
  switch (random.pick(['without', 'weaker', 'weaker', 'stronger', 'turned', 'another', 'moved'])) {
    case 'without':
      return put(there.cubes.toSpliced(c, 1));
    case 'weaker':
      return put(there.cubes.with(c, cube.toSpliced(l, 1)));
    case 'stronger':
      return put(there.cubes.with(c, [...cube, literal]));
    case 'turned':
      return put(there.cubes.with(c, cube.length === 0 ? [literal] : cube.with(l, (cube[l] as number) ^ 1)));
    case 'another':
      return put([...there.cubes, cube.length === 0 ? [] : cube.with(l, literal)]);
    default: {
      const other = random.between(0, certificate.states.length - 1);
      const elsewhere = certificate.states[other] as PredicateCertificate['states'][number];
      const states = certificate.states
        .with(s, { ...there, cubes: elsewhere.cubes })
        .with(other, { ...elsewhere, cubes: there.cubes });
      return { ...certificate, states };
    }
  }
}

describe('random programs', () => {
  afterAll(closeZ3);

  it('are judged as by brute force', async () => {
    const wrong: string[] = [];
    const verdicts = { accepted: 0, refused: 0 };
    let programs = 0;
    for (let seed = 1; programs < PROGRAMS; seed++) {
      const random = new Random(seed);
      const program = randomProgram(random);
      const states = reachable(program, 40);
      if (states === null || states.length < 4) continue;
      programs++;
      const certificate = certificateOf(program, states, random.chance(0.5));
      const whole = await judgePredicates(program, certificate, { programs: [] });
      if (whole.verdict !== 'accepted') wrong.push(`seed ${seed}: ${whole.verdict}, ${whole.reason}`);
      for (let k = 0; k < CHANGES; k++) {
        const other = changed(certificate, random);
        const truth = bruteJudge(program, other, 2_000);
        if (truth === null) continue;
        const expected = truth ? 'accepted' : 'refused';
        const { verdict, reason } = await judgePredicates(program, other, { programs: [] });
        if (verdict !== expected) wrong.push(`seed ${seed}, change ${k}: ${verdict} and not ${expected}, ${reason}`);
        verdicts[expected]++;
      }
    }
    expect(wrong).toEqual([]);
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(PROGRAMS / 5);
  });
});
