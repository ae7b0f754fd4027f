import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { Conjunction } from '../../src/logic/conjunction.js';
import { Facts } from '../../src/logic/facts.js';
import { Kind, type Literal, type Literals } from '../../src/logic/literals.js';
import { cases } from '../support/size.js';
import { type Random, random } from './arithmetic-support.js';
import { and, conjunctionText, Judge, literalText, not, verdicts } from './literals-smtlib.js';
import {
  build,
  newLiterals,
  type Palette,
  randomAtom,
  randomAtoms,
  randomNames,
  randomPalette,
  remark,
  renamed,
  SEED,
} from './random-literals.js';

afterAll(closeZ3);

/** A satisfiable conjunction in normal form over the palette. */
function randomNormalForm(r: Random, literals: Literals, conjunction: Conjunction, palette: Palette): Int32Array {
  conjunction.reset();
  let normal = new Int32Array(0);
  for (const atom of randomAtoms(r, palette, 1, 8)) {
    const mark = conjunction.mark();
    const next = conjunction.add(build(literals, atom)) ? conjunction.finish() : null;
    if (next === null) conjunction.undo(mark);
    else normal = new Int32Array(next);
  }
  return normal;
}

interface Question {
  readonly premise: string;
  readonly literal: Literal;
  readonly implied: boolean;
  readonly contradicted: boolean;
}

/** What is claimed of random literals after random conjunctions; one `Facts` for all of them, as in the search. */
function randomQuestions(r: Random, literals: Literals, count: number): Question[] {
  const facts = new Facts(literals);
  const conjunction = new Conjunction(literals);
  const questions: Question[] = [];
  for (let i = 0; i < count; i++) {
    const palette = randomPalette(r, { bounds: r.below(2) === 0 });
    const names = randomNames(r, literals);
    const normal = renamed(literals, randomNormalForm(r, literals, conjunction, palette), names);
    const premise = conjunctionText(literals, normal);
    facts.load(normal);
    for (const literal of normal) {
      // What a conjunction says itself is never missed.
      expect(facts.implies(literal), premise).toBe(true);
      expect(facts.contradicts(literals.negate(literal)), premise).toBe(true);
    }
    for (let k = 0; k < 6; k++) {
      const literal = literals.rename(build(literals, randomAtom(r, palette)), names);
      if (literal < 0) continue;
      const implied = facts.implies(literal);
      const contradicted = facts.contradicts(literal);
      expect(implied && contradicted, `${premise} implies and contradicts ${literalText(literals, literal)}`).toBe(
        false,
      );
      questions.push({ premise, literal, implied, contradicted });
    }
  }
  return questions;
}

const kindName = (literals: Literals, literal: Literal): string =>
  Object.keys(Kind).find((name) => Kind[name as keyof typeof Kind] === literals.kind[literal]) ?? '?';

describe('facts', () => {
  for (const absolute of [false, true]) {
    it(`claim only what Z3 confirms${absolute ? ', with absolute names' : ''}`, async () => {
      const literals = newLiterals(absolute);
      const questions = randomQuestions(random(SEED), literals, cases(absolute ? 300 : 600));
      const judge = new Judge();
      const silent: Question[] = [];
      for (const question of questions) {
        const text = literalText(literals, question.literal);
        if (question.implied) judge.expect('unsat', and(question.premise, not(text)), `implies ${text}`);
        else if (question.contradicted) judge.expect('unsat', and(question.premise, text), `contradicts ${text}`);
        else silent.push(question);
      }
      // Both answers are given often enough to be put to the test.
      expect(questions.filter((q) => q.implied).length).toBeGreaterThan(questions.length / 20);
      expect(questions.filter((q) => q.contradicted).length).toBeGreaterThan(questions.length / 20);
      await judge.settle(absolute);
      await reportCompleteness(literals, questions, silent, absolute);
    });
  }

  it('forget one conjunction when they load the next', () => {
    const literals = newLiterals(false);
    const r = random(SEED);
    const conjunction = new Conjunction(literals);
    const used = new Facts(literals);
    for (let i = 0; i < cases(300); i++) {
      const palette = randomPalette(r, { highestProcess: 29 });
      const normal = randomNormalForm(r, literals, conjunction, palette);
      used.load(normal);
      const fresh = new Facts(literals);
      fresh.load(normal);
      for (let k = 0; k < 10; k++) {
        const literal = build(literals, randomAtom(r, palette));
        if (literal < 0) continue;
        expect(used.implies(literal)).toBe(fresh.implies(literal));
        expect(used.contradicts(literal)).toBe(fresh.contradicts(literal));
      }
    }
  });
});

/** Facts may be silent: in long runs, how often they were although there was something to say. */
async function reportCompleteness(
  literals: Literals,
  questions: readonly Question[],
  silent: readonly Question[],
  absolute: boolean,
): Promise<void> {
  if (cases(100) <= 100) return;
  const text = (q: Question) => literalText(literals, q.literal);
  const implied = await verdicts(
    silent.map((q) => and(q.premise, not(text(q)))),
    absolute,
  );
  const contradicted = await verdicts(
    silent.map((q) => and(q.premise, text(q))),
    absolute,
  );
  for (const kind of Object.keys(Kind)) {
    const own = questions.filter((q) => kindName(literals, q.literal) === kind);
    const missed = (answers: readonly string[]) =>
      silent.filter((q, i) => answers[i] === 'unsat' && kindName(literals, q.literal) === kind).length;
    const count = (claimed: number, lost: number) => `${claimed} of ${claimed + lost}`;
    remark(
      `${kind}${absolute ? ' (absolute names)' : ''}: implied literals noticed ` +
        `${count(own.filter((q) => q.implied).length, missed(implied))}, contradicted ` +
        `${count(own.filter((q) => q.contradicted).length, missed(contradicted))}`,
    );
  }
}
