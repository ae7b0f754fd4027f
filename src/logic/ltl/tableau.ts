/**
 * From a formula to a generalized Büchi automaton with acceptance on transitions.
 *
 * Couvreur's tableau ("On-the-fly verification of linear temporal logic", FM 1999). A state is a set of formulas which
 * the rest of the word must satisfy. Each formula is expanded into *terms*: literals for now, formulas for the next
 * time, and promises, by a U b = b || (a && X(a U b) && promise) and a R b = b && (a || X(a R b)). A state's terms are
 * products of its formulas' terms, and are its transitions. Each `U` that was promised gives an acceptance set: the
 * transitions that don't promise it, so an accepting run cannot put it off for ever.
 *
 * What we do to keep it small, and why it may be done:
 * - A term is dropped if another has fewer literals, fewer next formulas and fewer promises. The state of fewer formulas
 *   can follow each run of the other with fewer promises: a direct simulation.
 * - a state with f and c R (f && ...) has the terms of the state without f, since expanding the second expands f, and a
 *   product of two terms of f is dominated by one of them; f is left out. So G F a needs one state.
 * - States with the same terms are one (Gastin, Oddoux, "Fast LTL to Büchi automata translation", CAV 2001, section 5).
 */
import type { GeneralizedBuchiAutomaton, MarkedTransition } from './automaton.js';
import { PROPOSITIONS } from './cubes.js';
import { conjunctsOf, type Formula } from './normal-form.js';

interface Term {
  readonly positive: number;
  readonly negative: number;
  /** Sorted numbers of formulas. */
  readonly next: readonly number[];
  /** Bits of untils, in the order in which they were met. */
  readonly promises: number;
}

export interface TableauLimits {
  readonly states: number;
  readonly transitions: number;
}

type TableauResult =
  | { readonly kind: 'automaton'; readonly automaton: GeneralizedBuchiAutomaton }
  | { readonly kind: 'too-large'; readonly what: 'states' | 'transitions' | 'acceptance sets' };

/** As many promises as a mask has bits. */
const SETS = 31;

class TooLarge extends Error {
  readonly what: 'states' | 'transitions' | 'acceptance sets';
  constructor(what: 'states' | 'transitions' | 'acceptance sets') {
    super(what);
    this.what = what;
  }
}

/** `formula`'s propositions are below `PROPOSITIONS`. */
export function tableau(formula: Formula, limits: TableauLimits): TableauResult {
  try {
    return { kind: 'automaton', automaton: new Tableau(limits).build(formula) };
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'too-large', what: error.what };
    throw error;
  }
}

const NOTHING: Term = { positive: 0, negative: 0, next: [], promises: 0 };

class Tableau {
  private readonly limits: TableauLimits;
  private readonly byNumber = new Map<number, Formula>();
  private readonly terms = new Map<Formula, readonly Term[]>();
  private readonly untils = new Map<Formula, number>();
  /** Work done on products, in terms compared: what bounds the time. */
  private compared = 0;

  constructor(limits: TableauLimits) {
    this.limits = limits;
  }

  build(formula: Formula): GeneralizedBuchiAutomaton {
    const byFormulas = new Map<string, number>();
    const byTerms = new Map<string, number>();
    const outgoing: (readonly Term[])[] = [];
    const waiting: number[] = [];
    const stateOf = (members: readonly number[]): number => {
      const key = members.join(',');
      let state = byFormulas.get(key);
      if (state !== undefined) return state;
      const list = this.product(members.map((number) => this.expand(this.byNumber.get(number) as Formula)));
      const termsKey = list.map(keyOf).sort().join(';');
      state = byTerms.get(termsKey);
      if (state === undefined) {
        state = outgoing.length;
        if (state >= this.limits.states) throw new TooLarge('states');
        byTerms.set(termsKey, state);
        outgoing.push(list);
        waiting.push(state);
      }
      byFormulas.set(key, state);
      return state;
    };
    const initial = stateOf(this.membersOf(conjunctsOf(formula)));
    const found: (MarkedTransition & { promises: number })[][] = [];
    let count = 0;
    for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
      const terms = outgoing[state] as readonly Term[];
      count += terms.length;
      if (count > this.limits.transitions) throw new TooLarge('transitions');
      const from = state;
      found[from] = terms.map(({ positive, negative, next, promises }) => {
        return { from, to: stateOf(next), positive, negative, marks: 0, promises };
      });
    }
    const sets = this.untils.size;
    const all = sets === SETS ? 0x7fffffff : 2 ** sets - 1;
    const transitions = found.flat().map(({ promises, ...transition }) => ({ ...transition, marks: all & ~promises }));
    return { states: outgoing.length, initial, transitions, sets };
  }

  /** Numbers of a set of formulas, sorted, without those that a release among them expands anyway. */
  private membersOf(members: readonly Formula[]): number[] {
    const repeated = new Set<Formula>();
    for (const member of members) {
      if (member.kind === 'release') for (const part of conjunctsOf(member.right)) repeated.add(part);
    }
    const numbers: number[] = [];
    for (const member of members) {
      if (repeated.has(member)) continue;
      this.byNumber.set(member.number, member);
      numbers.push(member.number);
    }
    return [...new Set(numbers)].sort((a, b) => a - b);
  }

  private expand(formula: Formula): readonly Term[] {
    let terms = this.terms.get(formula);
    if (terms === undefined) {
      terms = this.termsOf(formula);
      this.terms.set(formula, terms);
    }
    return terms;
  }

  private termsOf(formula: Formula): readonly Term[] {
    switch (formula.kind) {
      case 'true':
        return [NOTHING];
      case 'false':
        return [];
      case 'literal': {
        if (formula.proposition >= PROPOSITIONS) throw new Error('a proposition that no cube can hold');
        const bit = 1 << formula.proposition;
        return [{ ...NOTHING, positive: formula.positive ? bit : 0, negative: formula.positive ? 0 : bit }];
      }
      case 'and':
        return this.product(formula.operands.map((operand) => this.expand(operand)));
      case 'or':
        return this.undominated(formula.operands.flatMap((operand) => this.expand(operand)));
      case 'next':
        return [this.later(formula.operand, 0)];
      case 'until': {
        const later = this.later(formula, 1 << this.setOf(formula));
        return this.undominated([...this.expand(formula.right), ...this.product([this.expand(formula.left), [later]])]);
      }
      case 'release': {
        const left = this.undominated([...this.expand(formula.left), this.later(formula, 0)]);
        return this.product([this.expand(formula.right), left]);
      }
    }
  }

  private later(formula: Formula, promises: number): Term {
    return { ...NOTHING, next: this.membersOf(conjunctsOf(formula)), promises };
  }

  private setOf(until: Formula): number {
    let set = this.untils.get(until);
    if (set === undefined) {
      set = this.untils.size;
      if (set >= SETS) throw new TooLarge('acceptance sets');
      this.untils.set(until, set);
    }
    return set;
  }

  private product(factors: readonly (readonly Term[])[]): readonly Term[] {
    let product: readonly Term[] = [NOTHING];
    for (const factor of factors) {
      const both: Term[] = [];
      for (const a of product) {
        for (const b of factor) {
          const positive = a.positive | b.positive;
          const negative = a.negative | b.negative;
          if ((positive & negative) !== 0) continue;
          both.push({ positive, negative, next: this.union(a.next, b.next), promises: a.promises | b.promises });
        }
      }
      product = this.undominated(both);
    }
    return product;
  }

  private union(a: readonly number[], b: readonly number[]): readonly number[] {
    if (a.length === 0 || a === b) return b;
    if (b.length === 0) return a;
    return this.membersOf([...a, ...b].map((number) => this.byNumber.get(number) as Formula));
  }

  private undominated(terms: readonly Term[]): readonly Term[] {
    if (terms.length > this.limits.transitions) throw new TooLarge('transitions');
    // Few promises and next formulas first: these dominate most.
    const sorted = [...terms].sort((a, b) => weight(a) - weight(b));
    const kept: Term[] = [];
    for (const term of sorted) {
      this.compared += kept.length;
      if (!kept.some((other) => dominates(other, term))) kept.push(term);
    }
    if (this.compared > COMPARISONS) throw new TooLarge('transitions');
    return kept;
  }
}

/** A few seconds of comparing terms. */
const COMPARISONS = 300_000_000;

/** A term that dominates another weighs less, or the same if it is the same. */
function weight({ positive, negative, next, promises }: Term): number {
  return bits(positive) + bits(negative) + bits(promises) + next.length;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function dominates(a: Term, b: Term): boolean {
  if ((a.positive & ~b.positive) !== 0 || (a.negative & ~b.negative) !== 0 || (a.promises & ~b.promises) !== 0) {
    return false;
  }
  return isSubset(a.next, b.next);
}

/** Of sorted lists. */
function isSubset(a: readonly number[], b: readonly number[]): boolean {
  if (a.length > b.length) return false;
  let at = 0;
  for (const number of a) {
    while (at < b.length && (b[at] as number) < number) at++;
    if (b[at] !== number) return false;
    at++;
  }
  return true;
}

const keyOf = ({ positive, negative, next, promises }: Term) => `${positive} ${negative} ${next.join(',')} ${promises}`;
