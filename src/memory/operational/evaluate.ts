/**
 * The value of a term and the truth of a formula in one state, by the definition: no normal form, nothing shared with
 * the engines, so that it can judge them.
 *
 * Under sequential consistency every process reads the one memory: the reader of `i@X` makes no difference and a fence
 * is always passed.
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

function read(instance: Instance, state: State, access: Access, environment: Environment): Value {
  const indices = access.indices.map((index) => processOf(index, environment));
  return valueAt(state, placeOf(instance, access.symbol, indices));
}

export function evaluate(instance: Instance, state: State, term: Term, environment: Environment): Value {
  switch (term.kind) {
    case 'process':
      return processValue(processOf(term.process, environment));
    case 'constructor':
      return constructorValue(term.sort, term.value);
    case 'access':
      return read(instance, state, term.access, environment);
    case 'linear': {
      let sum: Rational = term.constant;
      for (const { coefficient, access } of term.summands) {
        const value = read(instance, state, access, environment);
        if (value.kind !== 'number') throw new Error(`${access.symbol.name} holds no number`);
        sum = add(sum, multiply(coefficient, value.number));
      }
      return numberValue(sum);
    }
  }
}

export function holds(instance: Instance, state: State, formula: Formula, environment: Environment): boolean {
  switch (formula.kind) {
    case 'constant':
      return formula.value;
    case 'fence':
      return true;
    case 'compare': {
      const left = evaluate(instance, state, formula.left, environment);
      const right = evaluate(instance, state, formula.right, environment);
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
      return formula.operands.every((operand) => holds(instance, state, operand, environment));
    case 'or':
      return formula.operands.some((operand) => holds(instance, state, operand, environment));
    case 'not':
      return !holds(instance, state, formula.operand, environment);
    case 'forall':
      return range(instance, formula, environment).every((inner) => holds(instance, state, formula.body, inner));
    case 'exists':
      return range(instance, formula, environment).some((inner) => holds(instance, state, formula.body, inner));
  }
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
