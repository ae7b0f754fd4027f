/**
 * The value of a term and the truth of a formula, by the definition: no normal form, nothing shared with the engines, so
 * that it can judge them.
 *
 * Every cell is read through a view, which says what a process sees and whether a fence is passed. Under sequential
 * consistency there is one memory: the reader of `i@X` makes no difference and every fence is passed. The views of the
 * other memory models are in `store-buffers.ts`.
 */

import { add, multiply, type Rational } from '../../logic/rational.js';
import type { Access, Formula, Process, Quantified, Term } from '../../models/array-system/model.js';
import { type Instance, placeOf, type State, valueAt } from './state.js';
import { constructorValue, equalValues, numberValue, orderValues, processValue, type Value } from './values.js';

/** Which process each name stands for. Binders have names of their own, so entering one never hides another. */
export type Environment = ReadonlyMap<string, number>;

export function bind(names: readonly string[], processes: readonly number[]): Environment {
  const environment = new Map<string, number>();
  names.forEach((name, position) => {
    const process = processes[position];
    if (process === undefined) throw new Error(`no process given for ${name}`);
    environment.set(name, process);
  });
  return environment;
}

export function extend(environment: Environment, names: readonly string[], processes: readonly number[]): Environment {
  return new Map([...environment, ...bind(names, processes)]);
}

export function processOf(process: Process, environment: Environment): number {
  if (process.kind === 'constant') return process.number;
  const number = environment.get(process.name);
  if (number === undefined) throw new Error(`the process ${process.name} is not bound`);
  return number;
}

/** How the cells of an instance are seen. */
export interface View {
  readonly instance: Instance;
  /** What the process sees in the cell at this place; null where the text names no reader. */
  readonly see: (reader: number | null, place: number) => Value;
  /** Whether `fence()` holds. */
  readonly fence: () => boolean;
}

/** One memory for all. */
export function memoryView(instance: Instance, state: State): View {
  return { instance, see: (_, place) => valueAt(state, place), fence: () => true };
}

function read(view: View, access: Access, environment: Environment): Value {
  const indices = access.indices.map((index) => processOf(index, environment));
  const reader = access.reader === null ? null : processOf(access.reader, environment);
  return view.see(reader, placeOf(view.instance, access.symbol, indices));
}

export function evaluateIn(view: View, term: Term, environment: Environment): Value {
  switch (term.kind) {
    case 'process':
      return processValue(processOf(term.process, environment));
    case 'constructor':
      return constructorValue(term.sort, term.value);
    case 'access':
      return read(view, term.access, environment);
    case 'linear': {
      let sum: Rational = term.constant;
      for (const { coefficient, access } of term.summands) {
        const value = read(view, access, environment);
        if (value.kind !== 'number') throw new Error(`${access.symbol.name} holds no number`);
        sum = add(sum, multiply(coefficient, value.number));
      }
      return numberValue(sum);
    }
  }
}

export function holdsIn(view: View, formula: Formula, environment: Environment): boolean {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'fence':
      return view.fence();
    case 'compare': {
      const left = evaluateIn(view, formula.left, environment);
      const right = evaluateIn(view, formula.right, environment);
      switch (formula.operator) {
        case '=':
          return equalValues(left, right);
        case '<>':
          return !equalValues(left, right);
        case '<':
          return orderValues(left, right) < 0;
        case '<=':
          return orderValues(left, right) <= 0;
      }
      throw new Error('a comparison has one of four operators');
    }
    case 'and':
      return formula.operands.every((operand) => holdsIn(view, operand, environment));
    case 'or':
      return formula.operands.some((operand) => holdsIn(view, operand, environment));
    case 'not':
      return !holdsIn(view, formula.operand, environment);
    case 'forall':
      return range(view.instance, formula, environment).every((inner) => holdsIn(view, formula.body, inner));
    case 'exists':
      return range(view.instance, formula, environment).some((inner) => holdsIn(view, formula.body, inner));
  }
}

export function evaluate(instance: Instance, state: State, term: Term, environment: Environment): Value {
  return evaluateIn(memoryView(instance, state), term, environment);
}

export function holds(instance: Instance, state: State, formula: Formula, environment: Environment): boolean {
  return holdsIn(memoryView(instance, state), formula, environment);
}

/** One environment for each process the quantified variable stands for: all of them but the excluded ones. */
function range(instance: Instance, formula: Quantified, environment: Environment): Environment[] {
  const excluded = formula.excluded.map((process) => processOf(process, environment));
  const environments: Environment[] = [];
  for (let process = 1; process <= instance.processes; process++) {
    if (!excluded.includes(process)) environments.push(new Map(environment).set(formula.variable, process));
  }
  return environments;
}
