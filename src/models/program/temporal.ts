/**
 * What can be said of infinite runs: temporal properties, each as questions about automata, of which one that is violated is
 * enough.
 *
 * A formula is taken apart at its conjunctions first. What is said of all threads is a large conjunction, and the automaton of
 * its negation would be a large union; the parts are small, and each has few propositions.
 *
 * A part that says that something always holds is no question for automata: the search of all states answers it, faster and
 * with a shortest run. Any finite run goes on to a fair one, so fairness makes no difference to it.
 */

import { type GeneralisedBuchi, MOST_BITS } from '../../logic/ltl/buchi.js';
import { type LtlFormula, unary } from '../../logic/ltl/formula.js';
import { translateGeneralized } from '../../logic/ltl/translate.js';
import { binary, FALSE, unary as not, TRUE } from './expression.js';
import type { StateExpression } from './model.js';

/** The automaton accepts the runs that are not wanted. */
export interface TemporalQuestion {
  readonly propositions: readonly StateExpression[];
  readonly automaton: GeneralisedBuchi;
  /** The same question, where it is whether something holds in all states. */
  readonly invariant?: StateExpression;
  /** Of `G (p -> ...)`: which of the propositions p is. */
  readonly premise?: number;
}

/** A proposition as it is written; `key` is the same for those that stand in one place of the text. */
export interface WrittenProposition {
  readonly key: string;
  readonly text: string;
  readonly line: number;
  /** The file, where the text includes it. */
  readonly file?: string;
}

export interface TemporalProperty {
  readonly name: string;
  /** As it was written. */
  readonly text: string;
  /** Where it is a formula, over these propositions; a model may give an automaton instead. */
  readonly formula?: { readonly formula: LtlFormula; readonly propositions: readonly StateExpression[] };
  /** Made when it is asked. */
  questions(): readonly TemporalQuestion[] | { readonly refused: string };
  /** Of a question's premise, where the text tells it. */
  written?(premise: StateExpression): WrittenProposition | null;
}

export function formulaProperty(
  name: string,
  text: string,
  formula: LtlFormula,
  propositions: readonly StateExpression[],
): TemporalProperty {
  const questions = (): readonly TemporalQuestion[] | { readonly refused: string } => {
    const made: TemporalQuestion[] = [];
    for (const part of conjuncts(formula)) {
      const invariant = part.kind === 'globally' ? conditionOf(part.operand, propositions) : null;
      const used = propositionsOf(part);
      if (used.length > MOST_BITS) {
        return {
          refused: `${name} speaks of ${used.length} conditions at once, and at most ${MOST_BITS} are possible`,
        };
      }
      const translated = translateGeneralized(unary('not', renumbered(part, used)));
      if (translated.kind === 'too-large') {
        return { refused: `the automaton of ${name} is too large (${translated.what}): take the formula apart` };
      }
      const { automaton } = translated;
      made.push({
        propositions: used.map((number) => propositions[number] as StateExpression),
        automaton: { ...automaton, initial: [automaton.initial] },
        ...(invariant === null ? {} : { invariant }),
        ...premiseOf(part, used),
      });
    }
    return made;
  };
  return { name, text, formula: { formula, propositions }, questions };
}

/** Of `G (p -> ...)`. */
function premiseOf(part: LtlFormula, used: readonly number[]): Pick<TemporalQuestion, 'premise'> {
  if (part.kind !== 'globally' || part.operand.kind !== 'implies') return {};
  const { left } = part.operand;
  return left.kind === 'proposition' ? { premise: used.indexOf(left.proposition) } : {};
}

function conjuncts(formula: LtlFormula): LtlFormula[] {
  if (formula.kind === 'and') return [...conjuncts(formula.left), ...conjuncts(formula.right)];
  if (formula.kind !== 'globally') return [formula];
  const parts = conjuncts(formula.operand);
  return parts.length === 1 ? [formula] : parts.map((part) => unary('globally', part));
}

/** A formula without temporal operators as a condition; null when it has some. */
function conditionOf(formula: LtlFormula, propositions: readonly StateExpression[]): StateExpression | null {
  switch (formula.kind) {
    case 'constant':
      return formula.value ? TRUE : FALSE;
    case 'proposition':
      return propositions[formula.proposition] as StateExpression;
    case 'not': {
      const operand = conditionOf(formula.operand, propositions);
      return operand === null ? null : not('!', operand);
    }
    case 'and':
    case 'or':
    case 'implies':
    case 'iff': {
      const left = conditionOf(formula.left, propositions);
      const right = conditionOf(formula.right, propositions);
      if (left === null || right === null) return null;
      if (formula.kind === 'and') return binary('&&', left, right);
      if (formula.kind === 'iff') return binary('==', not('!', left), not('!', right));
      return binary('||', formula.kind === 'implies' ? not('!', left) : left, right);
    }
    default:
      return null;
  }
}

function propositionsOf(formula: LtlFormula): number[] {
  const found = new Set<number>();
  walk(formula, (proposition) => found.add(proposition));
  return [...found].sort((one, other) => one - other);
}

function walk(formula: LtlFormula, see: (proposition: number) => void): void {
  if (formula.kind === 'proposition') see(formula.proposition);
  else if ('operand' in formula) walk(formula.operand, see);
  else if ('left' in formula) {
    walk(formula.left, see);
    walk(formula.right, see);
  }
}

function renumbered(formula: LtlFormula, used: readonly number[]): LtlFormula {
  if (formula.kind === 'proposition') return { ...formula, proposition: used.indexOf(formula.proposition) };
  if ('operand' in formula) return { ...formula, operand: renumbered(formula.operand, used) };
  if (!('left' in formula)) return formula;
  return { ...formula, left: renumbered(formula.left, used), right: renumbered(formula.right, used) };
}
