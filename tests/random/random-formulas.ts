/** Random formulas: conditions with every connective and quantifier of the language. */
import type { Random } from './random.js';
import { conjunction, literal, type TextFormula, type TextPredicate } from './text-model.js';
import { randomLiteral, type Scope, type Tendency, type Vocabulary } from './vocabulary.js';

export interface Phrases extends Vocabulary {
  readonly predicates: readonly TextPredicate[];
}

/** A quantifier-free formula; most are one literal. */
export function randomCondition(phrases: Phrases, scope: Scope, tendency: Tendency = 'none', depth = 1): TextFormula {
  const { random } = phrases;
  const part = (): TextFormula => randomCondition(phrases, scope, 'none', depth - 1);
  const shape =
    depth <= 0
      ? 'literal'
      : random.weighted({ literal: 12, or: 4, and: 3, not: 1, implies: 0.4, iff: 0.3, if: 0.3, call: 1 });
  switch (shape) {
    case 'literal':
      return randomLiteral(phrases, scope, tendency);
    case 'call':
      return randomCall(phrases, scope) ?? randomLiteral(phrases, scope);
    case 'not':
      return { kind: 'not', operands: [part()] };
    case 'if':
      return { kind: 'if', operands: [part(), part(), part()] };
    case 'and':
    case 'or':
    case 'implies':
    case 'iff':
      return { kind: shape, operands: [part(), part()] };
  }
}

function randomCall(phrases: Phrases, scope: Scope): TextFormula | null {
  const { random, predicates } = phrases;
  const usable = predicates.filter(({ parameters }) => parameters.length === 0 || scope.length > 0);
  if (usable.length === 0) return null;
  const { name, parameters } = random.pick(usable);
  return literal(`${name}(${parameters.map(() => random.pick(scope)).join(', ')})`);
}

/** A quantified condition for a guard: over the other processes mostly, sometimes over all, rarely nested. */
export function randomQuantified(phrases: Phrases, scope: Scope, variable: string, tendency: Tendency): TextFormula {
  const { random } = phrases;
  const quantifier = random.weighted({ forall_other: 6, forall: 1.5, exists_other: 2, exists: 1 });
  if ((quantifier === 'forall' || quantifier === 'exists') && random.chance(0.25)) {
    const second = `${variable}b`;
    const body = randomCondition(phrases, [...scope, variable, second]);
    return { kind: 'quantified', quantifier, variable: `${variable} <> ${second}`, body };
  }
  const inside = [...scope, variable];
  const simple: TextFormula = {
    kind: 'quantified',
    quantifier,
    variable,
    body: randomCondition(phrases, inside, tendency),
  };
  if (random.chance(0.05)) return { kind: 'not', operands: [simple] };
  if (!random.chance(0.05)) return simple;
  // Some below all is no part of the language.
  const within = quantifier.startsWith('forall') ? 'forall' : random.pick(['forall_other', 'exists']);
  const nested = `${variable}n`;
  const body: TextFormula = {
    kind: 'quantified',
    quantifier: within,
    variable: nested,
    body: randomCondition(phrases, [...inside, nested]),
  };
  return { kind: 'quantified', quantifier, variable, body };
}

/** A guard: the given conjuncts, then random conditions, then perhaps one or two quantified ones. */
export function randomGuard(
  phrases: Phrases,
  scope: Scope,
  given: readonly TextFormula[],
  tendency: Tendency,
): TextFormula {
  const { random } = phrases;
  const conjuncts = [...given];
  const more = random.count([3, 4, 1]);
  for (let count = 0; count < more; count++) conjuncts.push(randomCondition(phrases, scope, tendency));
  const quantified = random.count(phrases.leaning.quantified);
  for (const variable of ['k', 'm'].slice(0, quantified)) {
    conjuncts.push(randomQuantified(phrases, scope, variable, tendency));
  }
  if (conjuncts.length > 1 && random.chance(0.06)) return { kind: 'or', operands: conjuncts };
  return conjunction(conjuncts);
}

export function randomPredicates(vocabulary: Vocabulary, random: Random): TextPredicate[] {
  if (!random.chance(0.15)) return [];
  const parameters = ['a', 'b'].slice(0, random.count([1, 4, 2]));
  return [{ name: 'pred', parameters, formula: randomCondition({ ...vocabulary, predicates: [] }, parameters) }];
}
