/**
 * Conditions on states in the language. There is no `? :` in properties, so a boolean or a member of an enumeration that
 * stands where a number is wanted is told apart by cases: `b < 1` is `b && 1 < 1 || !b && 0 < 1`, made smaller.
 */
import type { BinarySyntax, ExpressionSyntax } from '../../languages/program/syntax.js';
import { constant } from '../../models/program/expression.js';
import { applyBinary } from '../../models/program/fold.js';
import type { BinaryOperator, Program, Sort, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { Refused } from '../../models/refusal.js';
import { writable } from './expressions.js';
import type { Names } from './names.js';
import { allOf, atLabel, FALSE, infix, localIn, minus, nameOf, notOf, numberOf, oneOf, TRUE } from './syntax.js';

/** A number, under a condition. */
interface Case {
  readonly condition: ExpressionSyntax;
  readonly number: ExpressionSyntax;
}

export class Conditions {
  constructor(
    private readonly program: Program,
    private readonly names: Names,
    /** The label of a location; null where no thread comes. */
    private readonly labelOf: (thread: number, location: number) => string | null,
  ) {}

  condition(expression: StateExpression): ExpressionSyntax {
    switch (expression.kind) {
      case 'constant':
        return expression.value === 0 ? FALSE : TRUE;
      case 'at': {
        const { thread, locations } = expression;
        const name = this.names.threads[thread]?.name ?? '';
        const labels = locations.map((location) => this.labelOf(thread, location));
        return oneOf(labels.filter((label) => label !== null).map((label) => atLabel(name, label)));
      }
      case 'memory':
      case 'localOf':
        if (this.sortOf(expression).kind === 'bool') return this.reference(expression);
        break;
      case 'unary':
        if (expression.operator === '!') return notOf(this.condition(expression.operand));
        break;
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '&&') return allOf([this.condition(left), this.condition(right)]);
        if (operator === '||') return oneOf([this.condition(left), this.condition(right)]);
        if (COMPARISONS.has(operator)) return this.comparison(writable(operator), left, right);
        break;
      }
      case 'conditional': {
        const holds = this.condition(expression.condition);
        const [yes, no] = [this.condition(expression.whenTrue), this.condition(expression.whenFalse)];
        return oneOf([allOf([holds, yes]), allOf([notOf(holds), no])]);
      }
    }
    return this.comparison('!=', expression, constant(0));
  }

  private comparison(
    operator: BinaryOperator & BinarySyntax,
    left: StateExpression,
    right: StateExpression,
  ): ExpressionSyntax {
    return oneOf(
      this.cases(left).flatMap((one) =>
        this.cases(right).map((other) => {
          const known = constantTruth(operator, one.number, other.number);
          const said = known === null ? infix(one.number, operator, other.number) : known ? TRUE : FALSE;
          return allOf([one.condition, other.condition, said]);
        }),
      ),
    );
  }

  private cases(expression: StateExpression): Case[] {
    switch (expression.kind) {
      case 'constant':
        return [{ condition: TRUE, number: numberOf(expression.value) }];
      case 'memory':
      case 'localOf': {
        const sort = this.sortOf(expression);
        if (sort.kind === 'bool') break;
        const name = this.reference(expression);
        if (sort.kind !== 'enum') return [{ condition: TRUE, number: name }];
        return this.names.enumOf(sort).constructors.map((member, value) => ({
          condition: infix(name, '==', nameOf(member)),
          number: numberOf(value),
        }));
      }
      case 'unary':
        if (expression.operator === '~') throw new Refused('operators on bits are not in the language');
        if (expression.operator === '!') break;
        return this.cases(expression.operand).map((one) => ({ ...one, number: minus(one.number) }));
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '&&' || operator === '||' || COMPARISONS.has(operator)) break;
        return this.cases(left).flatMap((one) =>
          this.cases(right).map((other) => {
            const isWrong = (operator === '/' || operator === '%') && constantOf(other.number) === 0;
            if (isWrong) throw new Refused('a property divides by zero');
            const condition = allOf([one.condition, other.condition]);
            return { condition, number: infix(one.number, writable(operator), other.number) };
          }),
        );
      }
      case 'conditional': {
        const holds = this.condition(expression.condition);
        const when = (chosen: ExpressionSyntax, part: StateExpression) =>
          this.cases(part).map((one) => ({ ...one, condition: allOf([chosen, one.condition]) }));
        return [...when(holds, expression.whenTrue), ...when(notOf(holds), expression.whenFalse)];
      }
    }
    const truth = this.condition(expression);
    return [
      { condition: truth, number: numberOf(1) },
      { condition: notOf(truth), number: numberOf(0) },
    ].filter(({ condition }) => condition !== FALSE);
  }

  private sortOf(expression: StateExpression & { kind: 'memory' | 'localOf' }): Sort {
    const variables =
      expression.kind === 'memory' ? this.program.shared : templateOf(this.program, expression.thread).locals;
    const found = variables[expression.variable];
    if (found === undefined) throw new Error(`there is no variable number ${expression.variable}`);
    return found.sort;
  }

  private reference(expression: StateExpression & { kind: 'memory' | 'localOf' }): ExpressionSyntax {
    const { variable, index } = expression;
    const numbers = index === null ? [] : this.cases(index);
    if (numbers.length > 1) throw new Refused('an index in a property is not a number');
    const place = numbers[0]?.number ?? null;
    if (expression.kind === 'memory') return nameOf(this.names.shared[variable] ?? '', place);
    const names = this.names.threads[expression.thread];
    return localIn(names?.name ?? '', names?.locals[variable] ?? '', place);
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Whether a comparison of numbers is true; null when that is not known. */
function constantTruth(operator: BinaryOperator, left: ExpressionSyntax, right: ExpressionSyntax): boolean | null {
  const [one, other] = [constantOf(left), constantOf(right)];
  return one === null || other === null ? null : applyBinary(operator, one, other) === 1;
}

function constantOf(syntax: ExpressionSyntax): number | null {
  if (syntax.kind === 'number') return Number(syntax.text);
  if (syntax.kind !== 'unary' || syntax.operator !== '-') return null;
  const operand = constantOf(syntax.operand);
  return operand === null ? null : 0 - operand;
}
