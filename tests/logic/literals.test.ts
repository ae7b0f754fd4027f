import { afterAll, describe, expect, it } from 'vitest';
import { closeZ3 } from '../../src/evidence/solvers/z3.js';
import { FALSE, type Literal, type Literals, TRUE } from '../../src/logic/literals.js';
import { rational } from '../../src/logic/rational.js';
import { cases } from '../support/size.js';
import { type Random, random } from './arithmetic-support.js';
import { atomText, Judge, literalText, xor } from './literals-smtlib.js';
import {
  build,
  type Cell,
  newLiterals,
  PROCESSES,
  randomAtom,
  randomPalette,
  SEED,
  shuffled,
} from './random-literals.js';

afterAll(closeZ3);

function describeWith(
  absolute: boolean,
  test: (literals: Literals, judge: Judge, r: Random) => void,
): () => Promise<void> {
  return async () => {
    const judge = new Judge();
    test(newLiterals(absolute), judge, random(SEED));
    await judge.settle(absolute);
  };
}

describe('the table of literals', () => {
  const meaning = (literals: Literals, judge: Judge, r: Random): void => {
    for (let i = 0; i < cases(500); i++) {
      const atom = randomAtom(r, randomPalette(r));
      const literal = build(literals, atom);
      expect(build(literals, atom)).toBe(literal);
      const text = atomText(literals, atom);
      judge.expect('unsat', xor(text, literalText(literals, literal)), `literal ${literal} means ${text}`);
    }
  };
  it('says what was asked for, and gives equal literals equal numbers', describeWith(false, meaning));
  it('says what was asked for with absolute names', describeWith(true, meaning));

  const complements = (literals: Literals, judge: Judge, r: Random): void => {
    for (let i = 0; i < cases(500); i++) {
      const literal = build(literals, randomAtom(r, randomPalette(r)));
      if (literal < 0) continue;
      const negated = literals.negate(literal);
      // The complement of what is neither true nor false is neither: `negate` gives a literal, and is its own inverse.
      expect(negated).toBeGreaterThanOrEqual(0);
      expect(literals.negate(negated)).toBe(literal);
      const [text, other] = [literalText(literals, literal), literalText(literals, negated)];
      judge.expect('unsat', `(= ${text} ${other})`, `${other} is the complement of ${text}`);
    }
  };
  it('negates to the complement', describeWith(false, complements));
  it('negates to the complement with absolute names', describeWith(true, complements));

  it('records which processes a literal mentions', () => {
    const literals = newLiterals(false);
    const r = random(SEED);
    for (let i = 0; i < 500; i++) {
      const literal = build(literals, randomAtom(r, randomPalette(r)));
      if (literal < 0) continue;
      const mentioned = new Set<number>();
      for (const [, args] of literalText(literals, literal).matchAll(/\[([\d,]+)\]/g)) {
        for (const process of (args as string).split(',')) mentioned.add(Number(process));
      }
      expect(
        PROCESSES.filter((p) => (literals.processes[literal] as number) & (1 << p)),
        literalText(literals, literal),
      ).toEqual([...mentioned].sort((a, b) => a - b));
    }
  });
});

describe('renaming', () => {
  const renames = (names: (r: Random) => number[]) => (literals: Literals, judge: Judge, r: Random) => {
    const known: Literal[] = [];
    for (let i = 0; i < cases(1500); i++) {
      // Often a literal that was renamed before, under other names.
      const literal =
        known.length > 0 && r.below(2) === 0 ? r.pick(known) : build(literals, randomAtom(r, randomPalette(r)));
      if (literal >= 0) known.push(literal);
      const map = names(r);
      const renamed = literals.rename(literal, map);
      expect(literals.rename(literal, map)).toBe(renamed);
      const [wanted, text] = [literalText(literals, literal, map), literalText(literals, renamed)];
      if (text !== wanted) judge.expect('unsat', xor(wanted, text), `${wanted} is renamed to ${text}`);
    }
  };
  it(
    'by a permutation is renaming of the text',
    describeWith(
      false,
      renames((r) => shuffled(r, PROCESSES)),
    ),
  );
  it(
    'by a map that is not injective is renaming of the text',
    describeWith(
      false,
      renames((r) => PROCESSES.map(() => r.below(5))),
    ),
  );
  it(
    'keeps the meaning of absolute names',
    describeWith(
      true,
      renames((r) => shuffled(r, PROCESSES)),
    ),
  );

  it('tells literals about one process from literals about two', () => {
    const literals = newLiterals(false);
    const at = (process: number) => literals.cell(symbolNumber(literals, 'int_1a'), [process]);
    const bound = (process: number) =>
      literals.linear({ variables: [at(process)], coefficients: [1n], relation: '<=', constant: 5n });
    const order = literals.linear({ variables: [at(0), at(1)], coefficients: [1n, -1n], relation: '<=', constant: 0n });
    const alone = bound(0);
    expect([order, alone]).toEqual([0, 1]);
    // Processes 0 and 1 become 1 and 2 in literal 0, process 0 becomes 2 in literal 1: once mistaken for the same.
    literals.rename(order, [1, 2]);
    expect(literals.rename(alone, [2])).toBe(bound(2));
  });

  it('merges what becomes one cell', () => {
    const literals = newLiterals(false);
    const cell = (process: number): Cell => ({
      kind: 'cell',
      sort: 'int',
      symbol: symbolNumber(literals, 'int_1a'),
      args: [process],
      choice: null,
    });
    const side = (process: number, constant: number) => ({
      summands: [{ cell: cell(process), coefficient: rational(1) }],
      constant: rational(constant),
    });
    const below = build(literals, { kind: 'sum', operator: '<', integer: true, left: side(0, 0), right: side(1, 0) });
    const near = build(literals, { kind: 'sum', operator: '<', integer: true, left: side(0, 0), right: side(1, 2) });
    expect(literals.rename(below, [4, 4])).toBe(FALSE);
    expect(literals.rename(near, [4, 4])).toBe(TRUE);
  });
});

function symbolNumber(literals: Literals, name: string): number {
  return literals.symbols.findIndex((s) => s.name === name);
}
