/**
 * Conditions with instance variables, for the threads that there are.
 *
 * `never T(i)@cs && T(j)@cs` is about every choice of instances: variables that stand at the same place of the same
 * thread are different. A choice that names an instance that is not there is no choice. A `never` is one for each choice (an
 * invariant is a `never` of its negation, so it must hold for all of them); the choices of an `ltl` are joined by `and`.
 */

import type { LtlFormula } from '../../logic/ltl/formula.js';
import { applyBinary } from '../../models/program/arithmetic.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import type { LtlProperty, StatePredicate } from './ltl.js';
import type { InstanceUse, InstanceVariable, PlannedCondition, PlannedFormula, PlannedLtl, Resolved } from './plan.js';

type Choice = ReadonlyMap<string, number>;

/** There is no such instance: a fault of a condition without variables, and no choice of one with variables. */
export class MissingInstance {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const FALSE: StateExpression = { kind: 'constant', value: 0 };

export class PropertyExpander {
  private readonly templates: Program['templates'];
  /** For each thread declaration, by its arguments: the position of the instance. */
  private readonly instances: readonly ReadonlyMap<string, number>[];
  /** Labels asked for that no location has, such as `P@end` of a thread that never ends. */
  readonly nowhere = new Set<string>();

  constructor(templates: Program['templates'], instances: readonly ReadonlyMap<string, number>[]) {
    this.templates = templates;
    this.instances = instances;
  }

  /** One predicate for each choice. */
  each({ condition, variables, text, place }: PlannedCondition): StatePredicate[] | MissingInstance {
    const found = new Map<string, StatePredicate>();
    for (const choice of this.choices(variables)) {
      const one = this.resolve(condition, choice);
      if (one instanceof MissingInstance) {
        if (variables.length === 0) return one;
        continue;
      }
      if (!found.has(keyOf(one))) found.set(keyOf(one), { condition: one, text: text + suffix(choice), place });
    }
    return [...found.values()];
  }

  ltl({ name, formula, variables, text, place }: PlannedLtl): LtlProperty | MissingInstance {
    const propositions: StatePredicate[] = [];
    const known = new Map<string, number>();
    let whole: LtlFormula | null = null;
    for (const choice of this.choices(variables)) {
      const one = this.formula(formula, choice, propositions, known);
      if (one instanceof MissingInstance) {
        if (variables.length === 0) return one;
        continue;
      }
      whole = whole === null ? one : { kind: 'and', left: whole, right: one };
    }
    return { name, formula: whole ?? { kind: 'constant', value: true }, propositions, text, place };
  }

  private formula(
    formula: PlannedFormula,
    choice: Choice,
    propositions: StatePredicate[],
    known: Map<string, number>,
  ): LtlFormula | MissingInstance {
    if (formula.kind === 'proposition') {
      const condition = this.resolve(formula.condition, choice);
      if (condition instanceof MissingInstance) return condition;
      if (condition.kind === 'constant') return { kind: 'constant', value: condition.value !== 0 };
      const key = JSON.stringify(condition);
      const proposition = known.get(key) ?? propositions.length;
      if (proposition === propositions.length) {
        known.set(key, proposition);
        propositions.push({ condition, text: formula.text + suffix(choice), place: formula.place });
      }
      return { kind: 'proposition', proposition };
    }
    if ('operand' in formula) {
      const operand = this.formula(formula.operand, choice, propositions, known);
      return operand instanceof MissingInstance ? operand : { kind: formula.kind, operand };
    }
    const left = this.formula(formula.left, choice, propositions, known);
    if (left instanceof MissingInstance) return left;
    const right = this.formula(formula.right, choice, propositions, known);
    return right instanceof MissingInstance ? right : { kind: formula.kind, left, right };
  }

  /** All choices of values for the variables. */
  private choices(variables: readonly InstanceVariable[]): Choice[] {
    let choices: Map<string, number>[] = [new Map()];
    for (const [number, variable] of variables.entries()) {
      const values = this.valuesOf(variable);
      const distinct = variables.slice(0, number).filter((other) => sharesPosition(other, variable));
      const next: Map<string, number>[] = [];
      for (const choice of choices) {
        for (const value of values) {
          if (distinct.some(({ name }) => choice.get(name) === value)) continue;
          next.push(new Map(choice).set(variable.name, value));
        }
      }
      choices = next;
    }
    return choices;
  }

  private valuesOf({ positions }: InstanceVariable): number[] {
    const [first] = positions;
    if (first === undefined) return [];
    const keys = [...(this.instances[first.thread]?.keys() ?? [])];
    return [...new Set(keys.map((key) => Number(key.split(',')[first.argument])))];
  }

  private threadOf({ thread, arguments: list, text }: InstanceUse, choice: Choice): number | MissingInstance {
    const values = list.map((argument) => {
      if (argument.kind === 'constant') return argument.value;
      return argument.kind === 'instanceVariable' ? choice.get(argument.variable) : undefined;
    });
    return this.instances[thread]?.get(values.join(',')) ?? new MissingInstance(text);
  }

  private resolve(expression: Resolved, choice: Choice): StateExpression | MissingInstance {
    switch (expression.kind) {
      case 'constant':
        return expression;
      case 'count':
        return { kind: 'constant', value: this.instances[expression.thread]?.size ?? 0 };
      case 'instanceVariable':
        return { kind: 'constant', value: choice.get(expression.variable) ?? 0 };
      case 'shared': {
        const index = expression.index === null ? null : this.resolve(expression.index, choice);
        if (index instanceof MissingInstance) return index;
        return { kind: 'memory', variable: expression.variable, index };
      }
      case 'at': {
        const thread = this.threadOf(expression.instance, choice);
        if (thread instanceof MissingInstance) return thread;
        const { locations } = this.templates[expression.instance.thread] ?? { locations: [] };
        const found = [...locations.keys()].filter((position) =>
          locations[position]?.labels.includes(expression.label),
        );
        if (found.length > 0) return { kind: 'at', thread, locations: found };
        this.nowhere.add(`${this.templates[expression.instance.thread]?.name}@${expression.label}`);
        return FALSE;
      }
      case 'localOf': {
        const thread = this.threadOf(expression.instance, choice);
        if (thread instanceof MissingInstance) return thread;
        const index = expression.index === null ? null : this.resolve(expression.index, choice);
        if (index instanceof MissingInstance) return index;
        return { kind: 'localOf', thread, variable: expression.variable, index };
      }
      case 'unary': {
        const operand = this.resolve(expression.operand, choice);
        if (operand instanceof MissingInstance) return operand;
        if (operand.kind === 'constant') {
          return {
            kind: 'constant',
            value: expression.operator === '!' ? Number(operand.value === 0) : 0 - operand.value + 0,
          };
        }
        return { kind: 'unary', operator: expression.operator, operand };
      }
      case 'binary':
        return this.binary(expression, choice);
      default:
        throw new Error(`a property with ${expression.kind}`);
    }
  }

  private binary(expression: Resolved & { kind: 'binary' }, choice: Choice): StateExpression | MissingInstance {
    const { operator } = expression;
    const left = this.resolve(expression.left, choice);
    if (left instanceof MissingInstance) return left;
    const right = this.resolve(expression.right, choice);
    if (right instanceof MissingInstance) return right;
    if (left.kind === 'constant' && right.kind === 'constant') {
      const value = applyBinary(operator, left.value, right.value);
      if (value !== null && Number.isSafeInteger(value)) return { kind: 'constant', value };
    }
    if (operator === '&&' || operator === '||') {
      const neutral = operator === '&&' ? 1 : 0;
      for (const [one, other] of [
        [left, right],
        [right, left],
      ] as const) {
        if (one.kind === 'constant') return Number(one.value !== 0) === neutral ? other : one;
      }
    }
    return { kind: 'binary', operator, left, right };
  }
}

function sharesPosition(a: InstanceVariable, b: InstanceVariable): boolean {
  return a.positions.some(({ thread, argument }) =>
    b.positions.some((other) => other.thread === thread && other.argument === argument),
  );
}

function suffix(choice: Choice): string {
  if (choice.size === 0) return '';
  return ` (${[...choice].map(([name, value]) => `${name} = ${value}`).join(', ')})`;
}

/** Conditions joined by `&&` in another order are the same. */
function keyOf(condition: StateExpression): string {
  const parts: string[] = [];
  const collect = (part: StateExpression): void => {
    if (part.kind === 'binary' && part.operator === '&&') {
      collect(part.left);
      collect(part.right);
    } else {
      parts.push(JSON.stringify(part));
    }
  };
  collect(condition);
  return parts.sort().join('&&');
}
