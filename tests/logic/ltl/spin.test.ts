/**
 * Our automata against the never claims of SPIN (`spin -f`), on random words; skipped where SPIN is not installed.
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseLtl } from '../../../src/languages/ltl/parse.js';
import type { BuchiAutomaton, Transition } from '../../../src/logic/ltl/automaton.js';
import type { LtlFormula } from '../../../src/logic/ltl/formula.js';
import { accepts, holdsOn } from '../../judges/ltl-lasso.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';
import { randomFormula, randomLasso } from './random-ltl.js';
import { translated } from './support.js';

const hasSpin = spawnSync('spin', ['-V']).status === 0;
if (!hasSpin) console.log('skipped: spin is not installed');

const FORMULAS = cases(200, 25);
const PROPOSITIONS = 3;

/** In the operators that SPIN has. */
function spinText(formula: LtlFormula): string {
  switch (formula.kind) {
    case 'proposition':
      return `p${formula.proposition}`;
    case 'constant':
      return String(formula.value);
    case 'not':
      return `(! ${spinText(formula.operand)})`;
    case 'next':
      return `(X ${spinText(formula.operand)})`;
    case 'finally':
      return `(<> ${spinText(formula.operand)})`;
    case 'globally':
      return `([] ${spinText(formula.operand)})`;
  }
  const [left, right] = [spinText(formula.left), spinText(formula.right)];
  switch (formula.kind) {
    case 'and':
      return `(${left} && ${right})`;
    case 'or':
      return `(${left} || ${right})`;
    case 'implies':
      return `(${left} -> ${right})`;
    case 'iff':
      return `(${left} <-> ${right})`;
    case 'until':
      return `(${left} U ${right})`;
    case 'release':
      return `(${left} V ${right})`;
    case 'weakUntil':
      return `((${left} U ${right}) || ([] ${left}))`;
    case 'strongRelease':
      return `(${right} U (${left} && ${right}))`;
  }
}

/** Guards are conditions; here each valuation of one is a transition. A claim that ends accepts the rest. */
function readClaim(text: string): BuchiAutomaton {
  const edges: { from: string; guard: string; to: string }[] = [{ from: 'accept_all', guard: '(1)', to: 'accept_all' }];
  /** A state may have several labels, one after the other. */
  const labels: string[][] = [];
  let from = '';
  let isLabelled = false;
  for (const line of text.split('\n').slice(1)) {
    const label = /^(\w+):/.exec(line)?.[1];
    if (label !== undefined) {
      if (isLabelled) labels.at(-1)?.push(label);
      else labels.push([label]);
      isLabelled = true;
      from = label;
      continue;
    }
    isLabelled = false;
    if (/^\s*skip/.test(line)) edges.push({ from, guard: '(1)', to: 'accept_all' });
    const jump = /:: (\(.*\)) -> goto (\w+)/.exec(line);
    if (jump !== null) edges.push({ from, guard: jump[1] as string, to: jump[2] as string });
    const end = /:: atomic \{ (\(.*\)) -> assert/.exec(line);
    if (end !== null) edges.push({ from, guard: end[1] as string, to: 'accept_all' });
  }
  const stateOf = (label: string) => labels.findIndex((list) => list.includes(label));
  if (stateOf('accept_all') < 0) labels.push(['accept_all']);
  const transitions: Transition[] = [];
  for (const edge of edges) {
    const [start, target] = [stateOf(edge.from), stateOf(edge.to)];
    if (start < 0 || target < 0) throw new Error(`a claim that is not understood:\n${text}`);
    const read = parseLtl(edge.guard.replace(/\b1\b/g, 'true').replace(/\b0\b/g, 'false'));
    if (read.kind === 'fault') throw new Error(`a guard that is not understood: ${edge.guard}`);
    const numbers = read.propositions.map((name) => Number(name.slice(1)));
    for (let valuation = 0; valuation < 2 ** PROPOSITIONS; valuation++) {
      const letter = numbers.reduce((bits, number, at) => bits | (((valuation >> number) & 1) << at), 0);
      if (!holdsOn(read.formula, { prefix: [], cycle: [letter] })) continue;
      const negative = (2 ** PROPOSITIONS - 1) & ~valuation;
      transitions.push({ from: start, to: target, positive: valuation, negative });
    }
  }
  const accepting = labels.map((list) => list.some((label) => label.startsWith('accept')));
  return { states: labels.length, initial: 0, transitions, accepting };
}

describe.skipIf(!hasSpin)('never claims of SPIN', () => {
  it(`${FORMULAS} random formulas have the same words`, () => {
    const random = new Random(11);
    let compared = 0;
    let slow = 0;
    while (compared < FORMULAS && slow < 10) {
      const formula = randomFormula(random, random.between(1, 5), PROPOSITIONS);
      // SPIN is often built without X.
      if (spinText(formula).includes('X')) continue;
      const { stdout, status } = spawnSync('spin', ['-f', spinText(formula)], { encoding: 'utf8', timeout: 10_000 });
      // For a few it takes very long.
      if (status !== 0) {
        slow++;
        continue;
      }
      const claim = readClaim(stdout);
      const { automaton } = translated(formula);
      compared++;
      for (let word = 0; word < 20; word++) {
        const lasso = randomLasso(random, PROPOSITIONS);
        const about = `${spinText(formula)} on ${JSON.stringify(lasso)}`;
        expect(accepts(automaton, lasso), about).toBe(accepts(claim, lasso));
      }
    }
    expect(compared).toBe(FORMULAS);
  });
});
