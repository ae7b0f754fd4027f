import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { Conjunction } from '../../src/logic/conjunction.js';
import { Entailment } from '../../src/logic/entails.js';
import type { Literal, Literals } from '../../src/logic/literals.js';
import { cases } from '../support/size.js';
import { type Random, random } from './arithmetic-support.js';
import { and, conjunctionText, disjunctionText, Judge, not } from './literals-smtlib.js';
import {
  build,
  newLiterals,
  type Palette,
  type PaletteShape,
  randomAtoms,
  randomNames,
  randomPalette,
  remark,
  renamed,
  SEED,
} from './random-literals.js';

afterAll(closeZ3);

const PLENTY = 1_000_000;

const FAMILIES: readonly { name: string; count: number; shape: PaletteShape }[] = [
  { name: 'all sorts', count: 250, shape: {} },
  { name: 'enumerations', count: 150, shape: { sorts: ['bool', 'triple', 'full'], mostSorts: 2, mostCells: 3 } },
  { name: 'abstract values', count: 60, shape: { sorts: ['thing'], mostCells: 4 } },
  { name: 'processes', count: 150, shape: { sorts: ['proc'], mostCells: 3 } },
  { name: 'numbers', count: 130, shape: { sorts: ['int', 'real'], mostCells: 3 } },
  { name: 'bounds', count: 130, shape: { sorts: ['int', 'real'], mostSorts: 1, mostCells: 3, bounds: true } },
  { name: 'wide enumerations', count: 60, shape: { sorts: ['wide'], mostCells: 3 } },
];

interface Question {
  readonly premise: Int32Array;
  readonly clauses: readonly Literal[][];
}

/** A satisfiable premise and some conjuncts; the last ones often leave little room, so that the union covers much. */
function randomQuestion(r: Random, literals: Literals, palette: Palette): Question | null {
  const conjunction = new Conjunction(literals);
  const known = (least: number, most: number) =>
    randomAtoms(r, palette, least, most)
      .map((atom) => build(literals, atom))
      .filter((l) => l >= 0);
  const names = randomNames(r, literals);
  if (!known(0, 4).every((literal) => conjunction.add(literal))) return null;
  const premise = conjunction.finish();
  if (premise === null) return null;
  const clauses = Array.from({ length: r.between(1, 7) }, () => known(1, r.pick([1, 2, 2, 3])));
  // Complementary pairs make longer arguments than chance would.
  for (let extra = r.below(4); extra > 0; extra--) {
    const clause = [...r.pick(clauses)];
    const at = r.below(clause.length);
    if (clause[at] !== undefined) clause[at] = literals.negate(clause[at]);
    clauses.push(clause);
  }
  return {
    premise: renamed(literals, premise, names),
    clauses: clauses.filter((c) => c.length > 0).map((c) => c.map((l) => literals.rename(l, names))),
  };
}

function text(literals: Literals, { premise, clauses }: Question): string {
  return and(conjunctionText(literals, premise), not(disjunctionText(literals, clauses)));
}

describe('entailment of a union', () => {
  for (const absolute of [false, true]) {
    const families = absolute ? FAMILIES.filter((f) => f.name === 'processes' || f.name === 'all sorts') : FAMILIES;
    for (const { name, count, shape } of families) {
      it(`is decided for ${name}${absolute ? ' with absolute names' : ''} when the budget is large`, async () => {
        const literals = newLiterals(absolute);
        const entailment = new Entailment(literals, new Conjunction(literals));
        const judge = new Judge();
        const r = random(SEED + count);
        let refuted = 0;
        while (judge.asked < cases(count, Math.ceil(count / 8))) {
          const question = randomQuestion(r, literals, randomPalette(r, shape));
          if (question === null) continue;
          const answer = entailment.refutes(question.premise, question.clauses, PLENTY);
          if (answer) refuted++;
          judge.expect(answer ? 'unsat' : 'sat', text(literals, question), answer ? 'contained' : 'not contained');
        }
        remark(`${name}: ${refuted} of ${judge.asked} contained`);
        expect(refuted).toBeGreaterThan(judge.asked / 20);
        expect(refuted).toBeLessThan((judge.asked * 19) / 20);
        await judge.settle(absolute);
      });
    }
  }

  it('is only claimed when it holds, whatever the budget, and a larger one loses nothing', async () => {
    const literals = newLiterals(false);
    const entailment = new Entailment(literals, new Conjunction(literals));
    const judge = new Judge();
    const r = random(SEED);
    const claims = new Map<number, number>();
    for (let i = 0; i < cases(300); i++) {
      const question = randomQuestion(r, literals, randomPalette(r));
      if (question === null) continue;
      let before = false;
      for (const budget of [0, 1, 2, 4, 8, PLENTY]) {
        const answer = entailment.refutes(question.premise, question.clauses, budget);
        if (before) expect(answer, text(literals, question)).toBe(true);
        if (answer) claims.set(budget, (claims.get(budget) ?? 0) + 1);
        if (answer && !before) judge.expect('unsat', text(literals, question), `contained, budget ${budget}`);
        before = answer;
      }
    }
    expect(claims.get(0)).toBe(undefined);
    expect(claims.get(1)).toBeGreaterThan(0);
    expect(claims.get(PLENTY)).toBeGreaterThan(claims.get(1) as number);
    await judge.settle(false);
  });

  it('in nothing, and in what is empty or everything', () => {
    const literals = newLiterals(false);
    const entailment = new Entailment(literals, new Conjunction(literals));
    expect(entailment.refutes([], [], PLENTY)).toBe(false);
    expect(entailment.refutes([], [[]], PLENTY)).toBe(true);
  });
});
