/**
 * Sizes of automata of well-known formulas, beside those of Spot.
 *
 * The formulas are the specification patterns of Dwyer, Avrunin and Corbett (FMSP 1998), for each pattern the scopes
 * "globally", "before r", "after q", "between q and r", "after q until r"; and those of Etessami and Holzmann (CONCUR
 * 2000). Spot's figures are states of `ltl2tgba -B` for the formula and for its negation, as its own test suite has
 * them (tests/core/ltl2tgba2.test, 2020). Where we need more, our figure stands in the last column.
 */
import { describe, expect, it } from 'vitest';
import { not } from '../../../src/logic/ltl/formula.js';
import { statesOf, textToFormula } from './support.js';

type Row = readonly [formula: string, spot: number, spotOfNegation: number, ours?: number];

const PATTERNS: readonly (readonly [name: string, rows: readonly Row[]])[] = [
  [
    'absence',
    [
      ['G (!p)', 1, 2],
      ['F r -> (!p U r)', 3, 3],
      ['G (q -> G (!p))', 2, 3],
      ['G ((q && !r && F r) -> (!p U r))', 3, 4],
      ['G (q && !r -> (!p W r))', 2, 3],
    ],
  ],
  [
    'existence',
    [
      ['F (p)', 2, 1],
      ['!r W (p && !r)', 2, 2],
      ['G (!q) || F (q && F p)', 3, 2],
      ['G (q && !r -> (!r W (p && !r)))', 2, 3],
      ['G (q && !r -> (!r U (p && !r)))', 2, 3],
    ],
  ],
  [
    'bounded existence',
    [
      ['(!p W (p W (!p W (p W G !p))))', 5, 6],
      ['F r -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r)))))))))', 7, 7],
      ['F q -> (!q U (q && (!p W (p W (!p W (p W G !p))))))', 6, 7],
      [
        'G ((q && F r) -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r))))))))))',
        7,
        8,
      ],
      [
        'G (q -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p W r) || G p)))))))))',
        6,
        7,
      ],
    ],
  ],
  [
    'universality',
    [
      ['G (p)', 1, 2],
      ['F r -> (p U r)', 3, 3],
      ['G (q -> G (p))', 2, 3],
      ['G ((q && !r && F r) -> (p U r))', 3, 4],
      ['G (q && !r -> (p W r))', 2, 3],
    ],
  ],
  [
    'precedence',
    [
      ['!p W s', 2, 2],
      ['F r -> (!p U (s || r))', 3, 3],
      ['G !q || F (q && (!p W s))', 5, 3],
      ['G ((q && !r && F r) -> (!p U (s || r)))', 3, 4],
      ['G (q && !r -> (!p W (s || r)))', 2, 3],
    ],
  ],
  [
    'response',
    [
      ['G (p -> F s)', 2, 2],
      ['F r -> (p -> (!r U (s && !r))) U r', 3, 3],
      ['G (q -> G (p -> F s))', 3, 3],
      ['G ((q && !r && F r) -> ((p -> (!r U (s && !r))) U r))', 3, 4],
      ['G (q && !r -> ((p -> (!r U (s && !r))) W r))', 3, 4],
    ],
  ],
  [
    'precedence chain, two before one',
    [
      ['F p -> (!p U (s && !p && X(!p U t)))', 3, 3],
      ['F r -> (!p U (r || (s && !p && X(!p U t))))', 4, 4],
      ['(G !q) || (!q U (q && F p -> (!p U (s && !p && X(!p U t)))))', 4, 4],
      ['G ((q && F r) -> (!p U (r || (s && !p && X(!p U t)))))', 4, 5],
      ['G (q -> (F p -> (!p U (r || (s && !p && X(!p U t))))))', 3, 4],
    ],
  ],
  [
    'precedence chain, one before two',
    [
      ['(F (s && X F t)) -> ((!s) U p)', 3, 3],
      ['F r -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p))', 4, 4],
      ['(G !q) || ((!q) U (q && ((F (s && X F t)) -> ((!s) U p))))', 4, 4],
      ['G ((q && F r) -> ((!(s && (!r) && X(!r U (t && !r)))) U (r || p)))', 4, 5],
      ['G (q -> (!(s && (!r) && X(!r U (t && !r))) U (r || p) || G (!(s && X F t))))', 3, 4],
    ],
  ],
  [
    'response chain, one to two',
    [
      ['G (s && X F t -> X(F (t && F p)))', 4, 3],
      ['F r -> (s && X(!r U t) -> X(!r U (t && F p))) U r', 6, 4],
      ['G (q -> G (s && X F t -> X(!t U (t && F p))))', 5, 4],
      ['G ((q && F r) -> (s && X(!r U t) -> X(!r U (t && F p))) U r)', 13, 5, 16],
      ['G (q -> (s && X(!r U t) -> X(!r U (t && F p))) U (r || G (s && X(!r U t) -> X(!r U (t && F p)))))', 9, 4, 25],
    ],
  ],
  [
    'response chain, two to one',
    [
      ['G (p -> F (s && X F t))', 5, 3],
      ['F r -> (p -> (!r U (s && !r && X(!r U t)))) U r', 4, 4],
      ['G (q -> G (p -> (s && X F t)))', 4, 4],
      ['G ((q && F r) -> (p -> (!r U (s && !r && X(!r U t)))) U r)', 4, 5],
      ['G (q -> (p -> (!r U (s && !r && X(!r U t)))) U (r || G (p -> (s && X F t))))', 7, 9],
    ],
  ],
  [
    'constrained chain',
    [
      ['G (p -> F (s && !z && X(!z U t)))', 5, 3],
      ['F r -> (p -> (!r U (s && !r && !z && X((!r && !z) U t)))) U r', 4, 4],
      ['G (q -> G (p -> (s && !z && X(!z U t))))', 4, 4],
      ['G ((q && F r) -> (p -> (!r U (s && !r && !z && X((!r && !z) U t)))) U r)', 4, 5],
      ['G (q -> (p -> (!r U (s && !r && !z && X((!r && !z) U t)))) U (r || G (p -> (s && !z && X(!z U t)))))', 7, 13],
    ],
  ],
  [
    'Etessami and Holzmann',
    [
      ['a U (b && G(c))', 2, 4],
      ['a U (b && X(c U d))', 3, 4],
      ['a U (b && X(c && (F(d && X(F(e && X(F(f && X(F(g))))))))))', 7, 8],
      ['F(a && X(G(b)))', 2, 3],
      ['F(a && X(b && X(F(c))))', 4, 3],
      ['F(a && X(b U c))', 3, 2],
      ['(F(G(a))) || (G(F(b)))', 4, 3],
      ['G(a -> (b U c))', 2, 3],
      ['G(a && X(F(b && X(F(c && X(F(d)))))))', 4, 5],
      ['(G(F(a))) && (G(F(b))) && (G(F(c))) && (G(F(d))) && (G(F(e)))', 6, 6],
      ['(a U (b U c)) || (b U (c U a)) || (c U (a U b))', 2, 2],
      ['G(a -> (b U ((G(c)) || (G(d)))))', 4, 8],
    ],
  ],
];

/** Figures that can be checked by hand: fairness, nested untils, and what is trivial. */
const OTHERS: readonly (readonly [formula: string, states: number])[] = [
  ['true', 1],
  ['false', 1],
  ['G F a', 2],
  ['F G a', 2],
  ['G F a -> G F b', 4],
  ['!(G F a -> G F b)', 3],
  ['G F a && G F b && G F c', 4],
  ['!((G F a && G F b) -> G (p -> F q))', 4],
  ['a U (b U (c U (d U e)))', 5],
  ['F a <-> F F a', 1],
  ['G (a -> X X b)', 4],
  ['F G a && F G b && F G c', 2],
  ['G F a || G F b || G F c', 2],
];

describe('automata are as small as those of good tools', () => {
  for (const [name, rows] of PATTERNS) {
    it(name, () => {
      for (const [text, spot, spotOfNegation, ours] of rows) {
        const formula = textToFormula(text);
        expect(statesOf(formula), text).toBeLessThanOrEqual(ours ?? spot);
        expect(statesOf(not(formula)), `!(${text})`).toBeLessThanOrEqual(spotOfNegation);
      }
    });
  }

  it('fairness and nested untils', () => {
    for (const [text, states] of OTHERS) expect(statesOf(textToFormula(text)), text).toBe(states);
  });
});
