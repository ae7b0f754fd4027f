import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { eliminate, satisfiable, solve } from '../../src/logic/arithmetic.js';
import type { LinearConstraint } from '../../src/logic/linear.js';
import { cases } from '../support/size.js';
import {
  firstViolated,
  isInteger,
  REALS,
  random,
  randomConjunction,
  type Shape,
  smtConjunction,
  smtDisjunction,
  verdicts,
} from './arithmetic-support.js';

afterAll(closeZ3);

/** Our verdicts and models against Z3's verdicts. */
async function compare(conjunctions: readonly (readonly LinearConstraint[])[]): Promise<void> {
  const expected = await verdicts(conjunctions.map(smtConjunction));
  conjunctions.forEach((conjunction, i) => {
    const text = smtConjunction(conjunction);
    expect(['sat', 'unsat'], text).toContain(expected[i]);
    expect(satisfiable(conjunction, isInteger) ? 'sat' : 'unsat', text).toBe(expected[i]);
    const model = solve(conjunction, isInteger);
    expect(model === null ? 'unsat' : 'sat', text).toBe(expected[i]);
    if (model !== null) expect(firstViolated(conjunction, model), text).toBe(null);
  });
  // A generator whose conjunctions all have one verdict would test little.
  expect(new Set(expected).size).toBe(2);
}

type Family = Omit<Shape, 'base'>;

const FAMILIES: readonly (readonly [name: string, count: number, family: Family])[] = [
  ['differences', 150, { variables: 5, constraints: 8, coefficient: 'difference', constant: 4 }],
  ['many differences', 60, { variables: 10, constraints: 15, coefficient: 'difference', constant: 6 }],
  [
    'mostly disequalities',
    120,
    { variables: 4, constraints: 12, coefficient: 'difference', constant: 2, relations: ['<=', '<', '<>', '<>', '<>'] },
  ],
  [
    'differences of fractions',
    100,
    { variables: 4, constraints: 8, coefficient: 'difference', constant: 4, denominator: 4 },
  ],
  [
    'differences beyond 2^53',
    60,
    { variables: 4, constraints: 8, coefficient: 'difference', constant: 3, scale: 2n ** 54n },
  ],
  [
    'differences near 2^53',
    60,
    { variables: 4, constraints: 8, coefficient: 'difference', constant: 3, scale: 2n ** 46n },
  ],
  ['small sums', 100, { variables: 3, constraints: 5, coefficient: 3, summands: 3, constant: 6 }],
  ['sums', 100, { variables: 5, constraints: 8, coefficient: 4, summands: 3, constant: 10 }],
  [
    'inequalities of sums',
    60,
    { variables: 5, constraints: 11, coefficient: 5, summands: 4, constant: 10, relations: ['<=', '<', '<>'] },
  ],
  [
    'large sums',
    60,
    { variables: 4, constraints: 6, coefficient: 6, summands: 3, constant: 10, scale: 2n ** 60n + 1n },
  ],
  [
    'steep sums',
    60,
    { variables: 3, constraints: 7, coefficient: 30, summands: 3, constant: 99, relations: ['<=', '<=', '<>'] },
  ],
];

describe.each([
  ['integers', 0],
  ['reals', REALS],
])('over %s, Z3 agrees on random conjunctions of', (_, base) => {
  it.each(FAMILIES)('%s (%i)', async (_name, count, family) => {
    const r = random(count + base + family.constraints);
    await compare(
      Array.from({ length: cases(count, Math.ceil(count / 8)) }, () => randomConjunction(r, { ...family, base })),
    );
  });
});

it('Z3 agrees on random conjunctions over both sorts', async () => {
  const r = random(77);
  const families = FAMILIES.map(([, , family]) => ({ ...family, constraints: 4 }));
  const conjunctions = Array.from({ length: 120 }, () => {
    const parts = [
      randomConjunction(r, { ...r.pick(families), base: 0 }),
      randomConjunction(r, { ...r.pick(families), base: REALS }),
    ];
    // Interleaved, either sort first.
    return parts.flat().sort((a, b) => (a.constant < b.constant ? -1 : a.constant > b.constant ? 1 : 0));
  });
  await compare(conjunctions);
});

const ELIMINATED: readonly (readonly [name: string, count: number, family: Family])[] = [
  ['differences', 20, { variables: 3, constraints: 4, coefficient: 'difference', constant: 3 }],
  [
    'differences with many bounds',
    20,
    {
      variables: 4,
      constraints: 6,
      coefficient: 'difference',
      constant: 3,
      relations: ['<=', '<=', '<', '<>'],
      about: true,
    },
  ],
  ['unit sums', 15, { variables: 3, constraints: 4, coefficient: 1, summands: 3, constant: 3 }],
  [
    'sums',
    15,
    {
      variables: 3,
      constraints: 5,
      coefficient: 2,
      summands: 2,
      constant: 4,
      about: true,
      relations: ['<=', '<', '<>'],
    },
  ],
  [
    'equalities',
    15,
    { variables: 4, constraints: 4, coefficient: 3, summands: 3, constant: 5, relations: ['=', '=', '<=', '<>'] },
  ],
];

describe.each([
  ['integer', 0],
  ['real', REALS],
])('eliminating one %s variable, Z3 agrees on', (_, base) => {
  it.each(ELIMINATED)('%s (%i)', async (_name, count, family) => {
    const r = random(count + base);
    const most = cases(count);
    const differences: string[] = [];
    let refused = 0;
    for (let i = 0; i < most; i++) {
      const conjunction = randomConjunction(r, { ...family, base });
      const parts = eliminate(conjunction, base, isInteger);
      if (parts === null) {
        refused++;
        continue;
      }
      expect(parts.flat().filter((c) => c.variables.includes(base))).toEqual([]);
      const quantified = `(exists ((x${base} ${isInteger(base) ? 'Int' : 'Real'})) ${smtConjunction(conjunction)})`;
      differences.push(`(xor ${quantified} ${smtDisjunction(parts)})`);
    }
    const answers = await verdicts(differences, '(then qe smt)');
    expect(differences.filter((_, i) => answers[i] !== 'unsat')).toEqual([]);
    // Only an integer with a coefficient other than 1 may be refused.
    if (base === REALS || family.coefficient === 'difference') expect(refused).toBe(0);
    expect(refused).toBeLessThan(most / 2);
  });
});
