/**
 * Steps that contradict themselves in plain words: the guard, or the value that the step gives to a cell, says that the cell is
 * one constructor or process, and the cube after the step says that it is another, or not that one. Nine of ten steps into the
 * cubes of a large proof do so. Nobody needs a solver to see it, so such a step needs no obligation.
 */
import type { Access, Term } from '../../models/array-system/model.js';
import { type Environment, resolve } from './formula.js';
import type { Case } from './split.js';
import type { Step } from './step.js';
import type { Vocabulary } from './vocabulary.js';

/** `PC[i] = Crit`, `PC[i] <> Crit`, `Home = i`. */
export interface PlainWord {
  readonly access: Access;
  readonly equal: boolean;
  readonly value: Term;
}

/** What a case says of single cells, whatever else it says. */
export function plainWords({ conjuncts }: Case): PlainWord[] {
  return conjuncts.flatMap(({ formula, sign }): PlainWord[] => {
    if (formula.kind !== 'compare' || (formula.operator !== '=' && formula.operator !== '<>')) return [];
    const { left, right } = formula;
    const equal = (formula.operator === '=') === sign;
    if (left.kind === 'access' && isValue(right)) return [{ access: left.access, equal, value: right }];
    return right.kind === 'access' && isValue(left) ? [{ access: right.access, equal, value: left }] : [];
  });
}

function isValue({ kind }: Term): boolean {
  return kind === 'constructor' || kind === 'process';
}

interface Said {
  readonly words: readonly PlainWord[];
  readonly environment: Environment;
}

/** What is said before the step, or given by it, and what is said after it. */
export function clash(before: Said, step: Step, after: Said): boolean {
  const { vocabulary } = step;
  const known = new Map<string, string>();
  const excluded = new Set<string>();
  for (const { access, equal, value } of before.words) {
    const cell = cellIn(access, before.environment, vocabulary);
    const text = valueIn(value, before.environment, vocabulary);
    if (equal) known.set(cell, text);
    else excluded.add(`${cell} ${text}`);
  }
  return after.words.some(({ access, equal, value }) => {
    const wanted = valueIn(value, after.environment, vocabulary);
    const comesFrom = origin(access, step, after.environment);
    if (comesFrom === null) return false;
    const { term, environment } = comesFrom;
    if (term.kind !== 'access') return isValue(term) && (valueIn(term, environment, vocabulary) === wanted) !== equal;
    const cell = cellIn(term.access, environment, vocabulary);
    const has = known.get(cell);
    if (has !== undefined) return (has === wanted) !== equal;
    return equal && excluded.has(`${cell} ${wanted}`);
  });
}

/** What a cell holds after the step, in words of the state before; null where that depends, or is anything. */
function origin(access: Access, step: Step, environment: Environment) {
  const processes = access.indices.map((index) => resolve(index, environment, step.vocabulary));
  const fate = step.fate(access.symbol, processes);
  if (fate === null) return { term: { kind: 'access', access } as const, environment };
  if (fate.switches.length > 0 || fate.last === 'any') return null;
  if (fate.last === 'same') return { term: { kind: 'access', access } as const, environment };
  return { term: fate.last, environment: fate.environment };
}

function cellIn({ symbol, indices }: Access, environment: Environment, vocabulary: Vocabulary): string {
  return vocabulary.cellName(
    symbol,
    indices.map((index) => resolve(index, environment, vocabulary)),
  );
}

function valueIn(value: Term, environment: Environment, vocabulary: Vocabulary): string {
  if (value.kind === 'process') return resolve(value.process, environment, vocabulary);
  if (value.kind === 'constructor') return vocabulary.constructorName(value.sort, value.value);
  throw new Error(`a ${value.kind} is no value`);
}
