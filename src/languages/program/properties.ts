/**
 * Conditions with instance variables, for the threads that there are.
 *
 * `never T(i)@cs && T(j)@cs` is about every choice of instances: variables that stand at the same place of the same
 * thread are different. A choice that names an instance that is not there is no choice. A `never` is one for each choice (an
 * invariant is a `never` of its negation, so it must hold for all of them); the choices of an `ltl` are joined by `and`.
 */

import type { LtlFormula } from '../../logic/ltl/formula.js';
import { type Declared, declaredInState, mayFail } from '../../models/program/bounds.js';
import { bottomUp, constant, FALSE, mapLeaves } from '../../models/program/expression.js';
import { binaryTerm, EXACT, foldNode, numberIn } from '../../models/program/fold.js';
import type { Program, StateExpression, StateRead, Tree } from '../../models/program/model.js';
import type { Patience } from '../shared/patience.js';
import { orderedAfter } from './interchangeable.js';
import type { LtlProperty, StatePredicate } from './ltl.js';
import type {
  InstanceUse,
  InstanceVariable,
  PlannedCondition,
  PlannedFormula,
  PlannedLtl,
  Resolved,
  ResolvedLeaf,
} from './plan.js';

type Choice = ReadonlyMap<string, number>;

/** There is no such instance: a fault of a condition without variables, and no choice of one with variables. */
export class MissingInstance extends Error {
  constructor(readonly text: string) {
    super(`there is no instance ${text}`);
  }
}

export class PropertyExpander {
  private readonly declared: Declared<StateRead>;
  private readonly labelled = new Map<string, readonly number[]>();
  /** Labels asked for that no location has, such as `P@end` of a thread that never ends. */
  readonly nowhere = new Set<string>();

  constructor(
    private readonly program: Program,
    /** For each thread declaration, by its arguments: the position of the instance. */
    private readonly instances: readonly ReadonlyMap<string, number>[],
    private readonly patience: Patience,
  ) {
    this.declared = declaredInState(program);
  }

  /** One predicate for each choice. */
  each(planned: PlannedCondition): StatePredicate[] | MissingInstance {
    const { condition, variables, text, place } = planned;
    const found = new Map<string, StatePredicate>();
    const missing = this.forEach(variables, orderedAfter(planned), (choice) => {
      const resolved = this.resolve(condition, choice);
      const key = keyOf(resolved);
      if (!found.has(key)) found.set(key, { condition: resolved, text: text + suffix(choice), place });
    });
    return missing ?? [...found.values()];
  }

  ltl({ name, formula, variables, text, place }: PlannedLtl): LtlProperty | MissingInstance {
    const propositions: StatePredicate[] = [];
    const known = new Map<string, number>();
    const all: LtlFormula[] = [];
    const inAnyOrder = variables.map(() => null);
    const missing = this.forEach(variables, inAnyOrder, (choice) => {
      all.push(this.formula(formula, choice, propositions, known));
    });
    if (missing !== null) return missing;
    const [first = { kind: 'constant', value: true } as const, ...others] = all;
    const whole = others.reduce<LtlFormula>((left, right) => ({ kind: 'and', left, right }), first);
    return { name, formula: whole, propositions, text, place };
  }

  /** Does something for each choice, without choices that there are not. `after`: see `orderedAfter`. */
  private forEach(
    variables: readonly InstanceVariable[],
    after: readonly (string | null)[],
    make: (choice: Choice) => void,
  ): MissingInstance | null {
    for (const choice of this.choices(variables, after)) {
      this.patience.look();
      try {
        make(choice);
      } catch (error) {
        if (!(error instanceof MissingInstance)) throw error;
        if (variables.length === 0) return error;
      }
    }
    return null;
  }

  private formula(
    formula: PlannedFormula,
    choice: Choice,
    propositions: StatePredicate[],
    known: Map<string, number>,
  ): LtlFormula {
    const again = (part: PlannedFormula) => this.formula(part, choice, propositions, known);
    if (formula.kind !== 'proposition') {
      if ('operand' in formula) return { kind: formula.kind, operand: again(formula.operand) };
      return { kind: formula.kind, left: again(formula.left), right: again(formula.right) };
    }
    const condition = this.resolve(formula.condition, choice);
    if (condition.kind === 'constant') return { kind: 'constant', value: condition.value !== 0 };
    const key = JSON.stringify(condition);
    const proposition = known.get(key) ?? propositions.length;
    if (proposition === propositions.length) {
      known.set(key, proposition);
      propositions.push({ condition, text: formula.text + suffix(choice), place: formula.place });
    }
    return { kind: 'proposition', proposition };
  }

  /** All choices of values for the variables, one after the other: there may be very many. */
  private *choices(
    variables: readonly InstanceVariable[],
    after: readonly (string | null)[],
    chosen: Choice = new Map(),
  ): Generator<Choice> {
    const number = chosen.size;
    const variable = variables[number];
    if (variable === undefined) {
      yield chosen;
      return;
    }
    const values = this.valuesOf(variable);
    const before = after[number] ?? null;
    const first = before === null ? 0 : values.indexOf(chosen.get(before) as number) + 1;
    const distinct = variables.slice(0, number).filter((other) => sharesPosition(other, variable));
    for (const value of values.slice(first)) {
      if (distinct.some(({ name }) => chosen.get(name) === value)) continue;
      yield* this.choices(variables, after, new Map(chosen).set(variable.name, value));
    }
  }

  private valuesOf({ positions }: InstanceVariable): number[] {
    const [first] = positions;
    if (first === undefined) return [];
    const keys = [...(this.instances[first.thread]?.keys() ?? [])];
    return [...new Set(keys.map((key) => Number(key.split(',')[first.argument])))];
  }

  private threadOf({ thread, arguments: list, text }: InstanceUse, choice: Choice): number {
    const values = list.map((argument) =>
      argument.kind === 'instanceVariable' ? choice.get(argument.variable) : (numberIn(argument) ?? undefined),
    );
    const found = this.instances[thread]?.get(values.join(','));
    if (found === undefined) throw new MissingInstance(text);
    return found;
  }

  private locationsOf(template: number, label: string): readonly number[] {
    const key = `${template}@${label}`;
    const known = this.labelled.get(key);
    if (known !== undefined) return known;
    const { locations = [] } = this.program.templates[template] ?? {};
    const found = [...locations.keys()].filter((position) => locations[position]?.labels.includes(label));
    this.labelled.set(key, found);
    return found;
  }

  private resolve(expression: Resolved, choice: Choice): StateExpression {
    const state = mapLeaves<ResolvedLeaf, StateRead>(expression, (leaf, index) => this.leaf(leaf, index, choice));
    return bottomUp(state, (node) => this.folded(node));
  }

  private leaf(leaf: ResolvedLeaf, index: StateExpression | null, choice: Choice): StateExpression {
    switch (leaf.kind) {
      case 'count':
        return constant(this.instances[leaf.thread]?.size ?? 0);
      case 'instanceVariable':
        return constant(choice.get(leaf.variable) ?? 0);
      case 'shared':
        return { kind: 'memory', variable: leaf.variable, index };
      case 'at': {
        const thread = this.threadOf(leaf.instance, choice);
        const found = this.locationsOf(leaf.instance.thread, leaf.label);
        if (found.length > 0) return { kind: 'at', thread, locations: found };
        this.nowhere.add(`${this.program.templates[leaf.instance.thread]?.name}@${leaf.label}`);
        return FALSE;
      }
      case 'localOf':
        return { kind: 'localOf', thread: this.threadOf(leaf.instance, choice), variable: leaf.variable, index };
      case 'local':
      case 'locked':
        throw new Error(`a property with ${leaf.kind}`);
    }
  }

  /** Without what is known; `c && false` is false where c certainly has a value. */
  private folded(node: Tree<StateRead>): StateExpression {
    if (node.kind !== 'binary') return foldNode(node, EXACT);
    const { operator, left, right } = node;
    const decides = (operator === '&&' && numberIn(right) === 0) || (operator === '||' && numberIn(right) === 1);
    return decides && !mayFail(left, this.declared) ? right : binaryTerm(operator, left, right);
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
