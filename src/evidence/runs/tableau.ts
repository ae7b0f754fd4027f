/**
 * The automaton of a formula, made as plainly as possible, for the judge of temporal proofs: no rewriting, no reduction, nothing
 * shared with `logic/ltl`, which the search takes its automata from.
 *
 * A state is a set of formulas in negation normal form that must hold from now on. A transition is one way to make them true:
 * what must be true and false now, and what must hold from the next moment on. An until is made true by its right side now, or
 * postponed: its left side now, the until itself next. For each until there is an acceptance set, of the transitions that do not
 * postpone it (Couvreur 1999, On-the-fly verification of linear temporal logic, without any of its improvements).
 *
 * What a certificate rests on is that every word which satisfies the formula has an accepting run; here is why. Follow the word,
 * and at each moment make every formula true in a way in which it is true there; of an until take the right side whenever that
 * is true. Then all formulas of a state are true where the run is in it, so the run never ends. And an until that is postponed at
 * every moment from some moment on has a right side that is false for ever: it was not true. So each set is met again and again.
 * (That other words have no accepting run is true as well, but only decides whether a proof is found.)
 */
import type { GeneralisedBuchi } from '../../logic/ltl/buchi.js';
import type { LtlFormula } from '../../logic/ltl/formula.js';

type Normal =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'literal'; readonly proposition: number; readonly positive: boolean }
  | { readonly kind: 'next'; readonly operand: Normal }
  | { readonly kind: 'and' | 'or' | 'until' | 'release'; readonly left: Normal; readonly right: Normal };

/** Formulas by their text. */
type Formulas = ReadonlyMap<string, Normal>;

/** One way to make the formulas of a state true. */
interface Way {
  readonly positive: number;
  readonly negative: number;
  readonly next: Formulas;
  /** Untils, by their text. */
  readonly postponed: ReadonlySet<string>;
}

/** Bits of a mask. */
const MOST = 31;
const MOST_STATES = 2_000;
const MOST_TRANSITIONS = 50_000;
/** Formulas taken apart to find the ways of one state. */
const MOST_PARTS = 500_000;

/** Of the words in which the formula is false; null when it is too large. */
export function automatonAgainst(formula: LtlFormula): GeneralisedBuchi | null {
  const first = new Map([named(normal(formula, false))]);
  const states: { readonly key: string; readonly ways: Way[] }[] = [];
  const numbers = new Map<string, number>();
  const waiting: Formulas[] = [first];
  numbers.set(keyOf(first), 0);
  let transitions = 0;
  for (let formulas = waiting.shift(); formulas !== undefined; formulas = waiting.shift()) {
    const ways = waysOf(formulas);
    if (ways === null) return null;
    states.push({ key: keyOf(formulas), ways });
    transitions += ways.length;
    if (numbers.size > MOST_STATES || transitions > MOST_TRANSITIONS) return null;
    for (const { next } of ways) {
      if (numbers.has(keyOf(next))) continue;
      numbers.set(keyOf(next), numbers.size);
      waiting.push(next);
    }
  }
  const untils = [...new Set(states.flatMap(({ ways }) => ways.flatMap(({ postponed }) => [...postponed])))];
  if (untils.length > MOST) return null;
  return {
    states: states.length,
    initial: [0],
    sets: untils.length,
    transitions: states.flatMap(({ ways }, from) =>
      ways.map(({ positive, negative, next, postponed }) => ({
        from,
        to: numbers.get(keyOf(next)) as number,
        positive,
        negative,
        marks: untils.reduce((marks, until, bit) => (postponed.has(until) ? marks : marks | (1 << bit)), 0),
      })),
    ),
  };
}

/** The formula, or its negation, with negations at propositions only. */
function normal(formula: LtlFormula, positive: boolean): Normal {
  const both = (kind: 'and' | 'or', left: Normal, right: Normal): Normal => ({ kind, left, right });
  const [and, or] = positive ? (['and', 'or'] as const) : (['or', 'and'] as const);
  const [until, release] = positive ? (['until', 'release'] as const) : (['release', 'until'] as const);
  switch (formula.kind) {
    case 'constant':
      return { kind: 'constant', value: formula.value === positive };
    case 'proposition':
      return { kind: 'literal', proposition: formula.proposition, positive };
    case 'not':
      return normal(formula.operand, !positive);
    case 'next':
      return { kind: 'next', operand: normal(formula.operand, positive) };
    case 'finally':
      return { kind: until, left: { kind: 'constant', value: positive }, right: normal(formula.operand, positive) };
    case 'globally':
      return { kind: release, left: { kind: 'constant', value: !positive }, right: normal(formula.operand, positive) };
  }
  const [left, right] = [normal(formula.left, positive), normal(formula.right, positive)];
  switch (formula.kind) {
    case 'and':
      return both(and, left, right);
    case 'or':
      return both(or, left, right);
    case 'implies':
      return both(or, normal(formula.left, !positive), right);
    case 'iff': {
      // Both or neither; one without the other.
      const [other, opposite] = [normal(formula.left, !positive), normal(formula.right, !positive)];
      return positive
        ? both('or', both('and', left, right), both('and', other, opposite))
        : both('or', both('and', left, opposite), both('and', other, right));
    }
    case 'until':
      return { kind: until, left, right };
    case 'release':
      return { kind: release, left, right };
    case 'weakUntil':
      // a W b: b releases (a or b).
      return { kind: release, left: right, right: both(or, left, right) };
    case 'strongRelease':
      // a M b: b until (a and b).
      return { kind: until, left: right, right: both(and, left, right) };
  }
}

/** Null when there are too many. */
function waysOf(formulas: Formulas): Way[] | null {
  const ways = new Map<string, Way>();
  let parts = 0;
  const extend = (todo: readonly Normal[], done: ReadonlySet<string>, way: Way): void => {
    const [formula, ...rest] = todo;
    if (parts++ > MOST_PARTS) return;
    if (formula === undefined) {
      ways.set(`${way.positive} ${way.negative} ${keyOf(way.next)} ${[...way.postponed].sort().join()}`, way);
      return;
    }
    const [text] = named(formula);
    if (done.has(text)) return extend(rest, done, way);
    const seen = new Set(done).add(text);
    const later = (next: Normal) => new Map([...way.next, named(next)]);
    switch (formula.kind) {
      case 'constant':
        if (formula.value) extend(rest, seen, way);
        return;
      case 'literal': {
        const bit = 1 << formula.proposition;
        const positive = formula.positive ? way.positive | bit : way.positive;
        const negative = formula.positive ? way.negative : way.negative | bit;
        if ((positive & negative) === 0) extend(rest, seen, { ...way, positive, negative });
        return;
      }
      case 'next':
        return extend(rest, seen, { ...way, next: later(formula.operand) });
      case 'and':
        return extend([formula.left, formula.right, ...rest], seen, way);
      case 'or':
        extend([formula.left, ...rest], seen, way);
        return extend([formula.right, ...rest], seen, way);
      case 'until':
        extend([formula.right, ...rest], seen, way);
        return extend([formula.left, ...rest], seen, {
          ...way,
          next: later(formula),
          postponed: new Set(way.postponed).add(text),
        });
      case 'release':
        extend([formula.left, formula.right, ...rest], seen, way);
        return extend([formula.right, ...rest], seen, { ...way, next: later(formula) });
    }
  };
  extend([...formulas.values()], new Set(), { positive: 0, negative: 0, next: new Map(), postponed: new Set() });
  return parts > MOST_PARTS ? null : [...ways.values()];
}

function keyOf(formulas: Formulas): string {
  return [...formulas.keys()].sort().join();
}

function named(formula: Normal): [text: string, formula: Normal] {
  return [textOf(formula), formula];
}

function textOf(formula: Normal): string {
  switch (formula.kind) {
    case 'constant':
      return formula.value ? 'T' : 'F';
    case 'literal':
      return `${formula.positive ? '' : '!'}p${formula.proposition}`;
    case 'next':
      return `X(${textOf(formula.operand)})`;
    case 'and':
    case 'or':
    case 'until':
    case 'release':
      return `${formula.kind[0]}(${textOf(formula.left)} ${textOf(formula.right)})`;
  }
}
