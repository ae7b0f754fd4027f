/**
 * From a formula to a Büchi automaton: simplify, tableau, reduce, and for one set of states degeneralize and reduce.
 * Obligations also get their smallest weak deterministic automaton, which is taken if it is no larger.
 *
 * The automaton accepts exactly the words that satisfy the formula. To check a property, translate its negation and
 * look for a run of the program that the automaton accepts. Automata may be exponentially larger than formulas;
 * what is larger than the limits is given up and said, within seconds.
 */
import {
  type BuchiAutomaton,
  components,
  type GeneralizedBuchiAutomaton,
  outgoing,
  type Strength,
  strengthOf,
} from './automaton.js';
import { PROPOSITIONS } from './cubes.js';
import { degeneralize } from './degeneralize.js';
import { intersects } from './emptiness.js';
import type { LtlFormula } from './formula.js';
import { fullMask, trim } from './marks.js';
import { type Formula, Formulas } from './normal-form.js';
import { isObligation } from './obligation.js';
import { reduce } from './reduce.js';
import { Simplifier } from './simplify.js';
import { type TableauLimits, tableau } from './tableau.js';
import { complement, weakDeterministic } from './weak-deterministic.js';

interface TranslationFailure {
  readonly kind: 'too-large';
  /** `depth`: of nested operators. `propositions`: their numbers are 31 or more. */
  readonly what: 'depth' | 'propositions' | 'states' | 'transitions' | 'acceptance sets';
}

interface Generalized {
  readonly kind: 'automaton';
  readonly automaton: GeneralizedBuchiAutomaton;
}

export interface Translation {
  readonly kind: 'automaton';
  readonly automaton: BuchiAutomaton;
  readonly strength: Strength;
  /** The same language with acceptance sets of transitions, often in fewer states. */
  readonly generalized: GeneralizedBuchiAutomaton;
}

const TRANSLATION_LIMITS: TableauLimits = { states: 5_000, transitions: 100_000 };

/** Formulas are walked by recursion. */
const DEPTH = 400;

export function translate(formula: LtlFormula, limits = TRANSLATION_LIMITS): Translation | TranslationFailure {
  const generalized = translateGeneralized(formula, limits);
  if (generalized.kind === 'too-large') return generalized;
  const automaton = degeneralize(generalized.automaton, limits.states);
  if (automaton === null) return { kind: 'too-large', what: 'states' };
  return { kind: 'automaton', automaton, strength: strengthOf(automaton), generalized: generalized.automaton };
}

export function translateGeneralized(
  formula: LtlFormula,
  limits = TRANSLATION_LIMITS,
): Generalized | TranslationFailure {
  const formulas = new Formulas();
  const normal = formulas.fromFormula(formula);
  if (normal.depth > DEPTH) return { kind: 'too-large', what: 'depth' };
  const simplifier = new Simplifier(formulas);
  const simple = simplifier.simplify(normal);
  if (highestProposition(simple) >= PROPOSITIONS) return { kind: 'too-large', what: 'propositions' };
  const made = tableau(simple, limits);
  if (made.kind === 'too-large') return made;
  const reduced = reduce(made.automaton, 'transitions');
  const weak = reduced.states > 1 ? weakDeterministic(reduced) : null;
  const size = weak === null ? Number.POSITIVE_INFINITY : trim(weak).states;
  // Of two of the same size the deterministic one has fewer runs.
  if (weak === null || size > reduced.states) return { kind: 'automaton', automaton: reduced };
  // Rewriting may hide that a formula is an obligation.
  const isRight =
    isObligation(simple) ||
    isObligation(normal) ||
    ((size < reduced.states || !isWeak(reduced)) &&
      isEquivalent(weak, reduced, simplifier.simplify(formulas.negate(simple))));
  return { kind: 'automaton', automaton: isRight ? reduce(weak, 'transitions') : reduced };
}

/** Levels will not copy states: a component's transitions have all marks, or the component does not accept. */
function isWeak({ states, transitions, sets }: GeneralizedBuchiAutomaton): boolean {
  const { of } = components(states, outgoing(states, transitions));
  const inside = transitions.filter(({ from, to }) => of[from] === of[to]);
  return (
    inside.every(({ marks }) => marks === 0 || marks === fullMask(sets)) &&
    new Set(inside.map(({ from, marks }) => `${of[from]} ${marks}`)).size ===
      new Set(inside.map(({ from }) => of[from])).size
  );
}

/** What may be spent on finding out whether a formula is an obligation. */
const NEGATION_LIMITS: TableauLimits = { states: 200, transitions: 2_000 };

/** The deterministic automaton has the language of the other one, and nothing that satisfies the negation. */
function isEquivalent(
  weak: GeneralizedBuchiAutomaton,
  automaton: GeneralizedBuchiAutomaton,
  negation: Formula,
): boolean {
  const made = tableau(negation, NEGATION_LIMITS);
  return made.kind === 'automaton' && !intersects(weak, made.automaton) && !intersects(complement(weak), automaton);
}

function highestProposition(formula: Formula): number {
  const seen = new Set<Formula>([formula]);
  let highest = -1;
  for (const part of seen) {
    if (part.kind === 'literal') highest = Math.max(highest, part.proposition);
    else if ('operands' in part) for (const operand of part.operands) seen.add(operand);
    else if ('operand' in part) seen.add(part.operand);
    else if ('left' in part) seen.add(part.left).add(part.right);
  }
  return highest;
}
