/**
 * Conditions on states in the language. There is no `? :` in properties, so a boolean or a member of an enumeration that
 * stands where a number is wanted is told apart by cases: `b < 1` is `b && 1 < 1 || !b && 0 < 1`, made smaller.
 */
import type { ExpressionSyntax } from '../../languages/program/syntax.js';
import type { Program, Sort, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { writable } from './expressions.js';
import type { Names } from './names.js';
import { Unprintable } from './refusal.js';
import { allOf, atLabel, FALSE, infix, localIn, minus, nameOf, notOf, numberOf, oneOf, TRUE } from './syntax.js';

/** A number, under a condition. */
interface Case {
  readonly condition: ExpressionSyntax;
  readonly number: ExpressionSyntax;
}

export class Conditions {
  private readonly program: Program;
  private readonly names: Names;
  /** The label of a location; null where no thread comes. */
  private readonly labelOf: (thread: number, location: number) => string | null;

  constructor(program: Program, names: Names, labelOf: (thread: number, location: number) => string | null) {
    this.program = program;
    this.names = names;
    this.labelOf = labelOf;
  }

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
    }
    return this.comparison('!=', expression, { kind: 'constant', value: 0 });
  }

  private comparison(
    operator: ReturnType<typeof writable>,
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
        if (expression.operator === '~') throw new Unprintable('operators on bits are not in the language');
        if (expression.operator === '!') break;
        return this.cases(expression.operand).map((one) => ({ ...one, number: minus(one.number) }));
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '&&' || operator === '||' || COMPARISONS.has(operator)) break;
        return this.cases(left).flatMap((one) =>
          this.cases(right).map((other) => {
            const isWrong = (operator === '/' || operator === '%') && constantOf(other.number) === 0;
            if (isWrong) throw new Unprintable('a property divides by zero');
            const condition = allOf([one.condition, other.condition]);
            return { condition, number: infix(one.number, writable(operator), other.number) };
          }),
        );
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
    if (numbers.length > 1) throw new Unprintable('an index in a property is no number');
    const place = numbers[0]?.number ?? null;
    if (expression.kind === 'memory') return nameOf(this.names.shared[variable] ?? '', place);
    const names = this.names.threads[expression.thread];
    return localIn(names?.name ?? '', names?.locals[variable] ?? '', place);
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** Whether a comparison of numbers is true; null when that is not known. */
function constantTruth(operator: string, left: ExpressionSyntax, right: ExpressionSyntax): boolean | null {
  const [one, other] = [constantOf(left), constantOf(right)];
  if (one === null || other === null) return null;
  switch (operator) {
    case '==':
      return one === other;
    case '!=':
      return one !== other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    default:
      return one >= other;
  }
}

function constantOf(syntax: ExpressionSyntax): number | null {
  if (syntax.kind === 'number') return Number(syntax.text);
  if (syntax.kind !== 'unary' || syntax.operator !== '-') return null;
  const operand = constantOf(syntax.operand);
  return operand === null ? null : 0 - operand;
}
