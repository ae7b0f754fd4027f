/**
 * The state after one step, cell by cell.
 *
 * `StateAfter` reads formulas in the state after a transition with given processes. A cell that the transition does not
 * assign is its constant of the state before. Any other cell gets a primed name when it is first asked for, defined by
 * the text of the assigned value (or of nested `ite`, one for each switch of a `case` update); a cell that becomes
 * arbitrary is declared and left free.
 *
 * The conditions of `case` updates must be exact, as they are used both ways. One with quantifiers over an unknown
 * number of processes is replaced by a Boolean constant, meant to be its truth value; what follows from the condition
 * when it holds, and when it does not, is assumed of that constant.
 */
import type {
  Access,
  Formula,
  StateSymbol,
  Switch,
  Term,
  Transition,
  Update,
} from '../../models/array-system/model.js';
import { assertion, implication, negation, symbol, TRUE } from '../solvers/smtlib.js';
import {
  assume,
  type Environment,
  type Member,
  type Reading,
  resolve,
  settledComparison,
  termText,
} from './formula.js';
import { hasQuantifier, namesIn } from './syntax.js';
import type { Vocabulary } from './vocabulary.js';

/** The truth value where the names of processes alone decide it, otherwise null. */
function settled(formula: Formula, environment: Environment, vocabulary: Vocabulary): boolean | null {
  if (formula.kind === 'constant') return formula.value;
  if (formula.kind === 'compare') return settledComparison(formula, environment, vocabulary);
  if (formula.kind === 'not') {
    const value = settled(formula.operand, environment, vocabulary);
    return value === null ? null : !value;
  }
  if (formula.kind !== 'and' && formula.kind !== 'or') return null;
  const strong = formula.kind === 'or';
  const values = formula.operands.map((operand) => settled(operand, environment, vocabulary));
  if (values.includes(strong)) return strong;
  return values.includes(null) ? null : !strong;
}

/** What happens to one cell: nothing, or the values it may take, the first whose condition holds. */
type Fate = null | {
  readonly switches: readonly Switch[];
  readonly last: Term | 'same' | 'any';
  readonly environment: Environment;
};

export type Updates = ReadonlyMap<StateSymbol, Update>;

export function updatesOf(transition: Transition): Updates {
  const updates = new Map(transition.updates.map((update) => [update.symbol, update]));
  if (updates.size < transition.updates.length) throw new Error(`${transition.name} assigns a symbol twice`);
  return updates;
}

/** The updates of a transition with its processes. */
export class Step {
  constructor(
    readonly updates: Updates,
    readonly environment: Environment,
    readonly vocabulary: Vocabulary,
  ) {}

  /**
   * The step may change what these cells hold, their indices being named in `environment`. An index that is not named
   * there is bound by a quantifier: then every cell of the symbol counts.
   */
  mayChange(cells: readonly Access[], environment: Environment): boolean {
    return cells.some(({ symbol: cell, indices }) => {
      if (!this.updates.has(cell)) return false;
      const named = indices.every((index) => index.kind === 'constant' || environment.has(index.name));
      if (!named) return true;
      const processes = indices.map((index) => resolve(index, environment, this.vocabulary));
      return this.fate(cell, processes) !== null;
    });
  }

  fate(cell: StateSymbol, processes: readonly string[]): Fate {
    const update = this.updates.get(cell);
    if (update === undefined) return null;
    if (update.kind === 'havoc') return { switches: [], environment: this.environment, last: 'any' };
    if (update.kind === 'assign') {
      const target = update.indices.map((index) => resolve(index, this.environment, this.vocabulary));
      if (target.some((process, place) => process !== processes[place])) return null;
      return { switches: [], environment: this.environment, last: update.value };
    }
    const environment = new Map(this.environment);
    for (const [place, binder] of update.binders.entries()) environment.set(binder, processes[place] as string);
    return this.#caseFate(update, environment, processes);
  }

  #caseFate(update: Extract<Update, { kind: 'case' }>, environment: Environment, processes: readonly string[]): Fate {
    const same = (term: Term): boolean =>
      term.kind === 'access' &&
      term.access.symbol === update.symbol &&
      term.access.indices.every((index, place) => resolve(index, environment, this.vocabulary) === processes[place]);
    const switches: Switch[] = [];
    let last: Term | 'same' | 'any' = update.otherwise ?? (this.vocabulary.system.weak ? 'same' : 'any');
    for (const each of update.switches) {
      const value = settled(each.condition, environment, this.vocabulary);
      if (value === false) continue;
      if (value === true) {
        last = each.value;
        break;
      }
      switches.push(each);
    }
    if (last !== 'same' && last !== 'any' && same(last)) last = 'same';
    if (last === 'same' && switches.every(({ value }) => same(value))) return null;
    return { switches, environment, last };
  }
}

export class StateAfter implements Reading {
  readonly vocabulary: Vocabulary;
  readonly complete: boolean;
  /** Declarations, definitions and assertions that the text of formulas read here rests on. */
  readonly lines: string[] = [];
  readonly #cells = new Map<string, string>();
  /** The constants for conditions with quantifiers, by formula and the processes it is about. */
  readonly #conditions = new Map<Formula, Map<string, string>>();
  #conditionCount = 0;

  constructor(
    readonly step: Step,
    readonly before: Reading,
  ) {
    this.vocabulary = before.vocabulary;
    this.complete = before.complete;
  }

  domain(environment: Environment): readonly Member[] {
    return this.before.domain(environment);
  }

  outside(): string {
    return TRUE;
  }

  cell(cell: StateSymbol, processes: readonly string[]): string {
    const name = this.vocabulary.cellName(cell, processes);
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const fate = this.step.fate(cell, processes);
    const text = fate === null ? this.before.cell(cell, processes) : this.#assigned(cell, processes, fate);
    this.#cells.set(name, text);
    return text;
  }

  #assigned(
    cell: StateSymbol,
    processes: readonly string[],
    { switches, environment, last }: NonNullable<Fate>,
  ): string {
    const name = this.vocabulary.cellName(cell, processes);
    const sort = this.vocabulary.sort(cell.sort);
    const primed = symbol(`${name}'`);
    if (last === 'any' && switches.length === 0) {
      this.lines.push(`(declare-const ${primed} ${sort})`);
      return primed;
    }
    let value: string;
    if (last === 'any') {
      value = symbol(`${name}'any`);
      this.lines.push(`(declare-const ${value} ${sort})`);
    } else {
      value = last === 'same' ? this.before.cell(cell, processes) : termText(last, environment, this.before);
    }
    for (const each of [...switches].reverse()) {
      const condition = this.#condition(each.condition, environment);
      value = `(ite ${condition} ${termText(each.value, environment, this.before)} ${value})`;
    }
    this.lines.push(`(define-fun ${primed} () ${sort} ${value})`);
    return primed;
  }

  #condition(condition: Formula, environment: Environment): string {
    const holds = assume(condition, environment, true, this.before);
    if (this.complete || !hasQuantifier(condition)) return holds;
    const fails = assume(condition, environment, false, this.before);
    const about = JSON.stringify([...namesIn(condition)].map((name) => environment.get(name)));
    const known = this.#conditions.get(condition) ?? new Map<string, string>();
    this.#conditions.set(condition, known);
    let name = known.get(about);
    if (name === undefined) {
      this.#conditionCount++;
      name = symbol(`condition'${this.#conditionCount}`);
      known.set(about, name);
      this.lines.push(`(declare-const ${name} Bool)`);
      this.lines.push(assertion(implication(name, holds)), assertion(implication(negation(name), fails)));
    }
    return name;
  }
}
