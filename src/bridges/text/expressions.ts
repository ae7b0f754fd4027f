/**
 * Expressions of threads in the language, which keeps integers, booleans and enumerations apart where a program has numbers
 * only. An expression is asked for as one of the three, and converted where it is another: `b ? 1 : 0`, `n != 0`.
 *
 * The reader refuses what certainly fails, and a program may have that: such a number is written as a sum with a local that
 * is 0, about which the reader knows nothing.
 */
import type { BinarySyntax, ExpressionSyntax, NameUse } from '../../languages/program/syntax.js';
import type { Facts } from '../../memory/reduction/facts.js';
import { belongsTo, sizeOf } from '../../models/program/cells.js';
import { constant } from '../../models/program/expression.js';
import type { BinaryOperator, Conditional, Expression, Read, Sort } from '../../models/program/model.js';
import { Refused } from '../../models/refusal.js';
import { type Names, sortKey } from './names.js';
import { choice, FALSE, infix, minus, nameOf, notOf, numberOf, TRUE } from './syntax.js';

type Family = 'int' | 'bool' | (Sort & { kind: 'enum' }) | null;

export class ThreadExpressions {
  constructor(
    private readonly names: Names,
    private readonly thread: number,
    private readonly facts: Facts,
    /** The name of a local that is 0; asked for where it is needed. */
    private readonly zero: () => string,
  ) {}

  /** As a value of the sort: the caller sees to it that it fits, unless the sort is one of integers. */
  value(expression: Expression, sort: Sort): ExpressionSyntax {
    this.mustBeExact(expression);
    if (sort.kind === 'bool') return this.bool(expression);
    if (sort.kind === 'enum') return this.member(expression, sort);
    const isWrong = expression.kind === 'constant' && !belongsTo(expression.value, sort);
    return isWrong ? this.hidden(expression.value) : this.int(expression);
  }

  condition(expression: Expression): ExpressionSyntax {
    this.mustBeExact(expression);
    return this.bool(expression);
  }

  reference(read: Read): NameUse {
    const { kind, variable, index } = read;
    const name = (kind === 'local' ? this.names.threads[this.thread]?.locals : this.names.shared)?.[variable];
    if (name === undefined) throw new Error(`there is no variable number ${variable}`);
    if (index === null) return nameOf(name);
    const size = sizeOf(this.facts.declared(read));
    const isWrong = index.kind === 'constant' && (index.value < 0 || index.value >= size);
    return nameOf(name, isWrong ? this.hidden(index.value) : this.int(index));
  }

  private hidden(value: number): ExpressionSyntax {
    return infix(nameOf(this.zero()), '+', numberOf(value));
  }

  private family(expression: Expression): Family {
    switch (expression.kind) {
      case 'constant':
        return null;
      case 'local':
      case 'shared': {
        const { sort } = this.facts.declared(expression);
        return sort.kind === 'enum' ? sort : sort.kind === 'bool' ? 'bool' : 'int';
      }
      case 'unary':
        return expression.operator === '!' ? 'bool' : 'int';
      case 'binary':
        return LOGICAL.has(expression.operator) ? 'bool' : 'int';
      case 'conditional': {
        const [one, other] = [this.family(expression.whenTrue), this.family(expression.whenFalse)];
        if (one === null || other === null)
          return one === null && other === null ? 'int' : this.withConstants(expression);
        return sameFamily(one, other) ? one : 'int';
      }
    }
  }

  /** Of a conditional one side of which is a number: that of the other side, where the number is one of its values. */
  private withConstants({ whenTrue, whenFalse }: Conditional<Read>): Family {
    const [family, constant] =
      whenTrue.kind === 'constant' ? [this.family(whenFalse), whenTrue] : [this.family(whenTrue), whenFalse];
    if (constant.kind !== 'constant' || family === null || family === 'int') return 'int';
    return isMember(constant.value, family) ? family : 'int';
  }

  private bool(expression: Expression): ExpressionSyntax {
    switch (expression.kind) {
      case 'constant':
        return expression.value === 0 ? FALSE : TRUE;
      case 'unary':
        if (expression.operator === '!') return notOf(this.bool(expression.operand));
        break;
      case 'binary': {
        const { operator, left, right } = expression;
        if (operator === '&&' || operator === '||') return infix(this.bool(left), operator, this.bool(right));
        if (operator === '==' || operator === '!=') return this.equality(operator, left, right);
        if (LOGICAL.has(operator)) return infix(this.int(left), writable(operator), this.int(right));
        break;
      }
      case 'conditional': {
        const { condition, whenTrue, whenFalse } = expression;
        return choice(this.bool(condition), this.bool(whenTrue), this.bool(whenFalse));
      }
      default: {
        const family = this.family(expression);
        if (family === 'bool') return this.reference(expression);
        if (family !== null && family !== 'int') {
          return infix(this.reference(expression), '!=', this.member(constant(0), family));
        }
      }
    }
    return infix(this.int(expression), '!=', numberOf(0));
  }

  private equality(operator: '==' | '!=', left: Expression, right: Expression): ExpressionSyntax {
    const [one, other] = [this.family(left), this.family(right)];
    const family = one ?? other;
    const constants = [left, right].flatMap((side) => (side.kind === 'constant' ? [side.value] : []));
    const isPlain =
      family === null ||
      family === 'int' ||
      (one !== null && other !== null && !sameFamily(one, other)) ||
      !constants.every((value) => isMember(value, family));
    if (isPlain) return infix(this.int(left), operator, this.int(right));
    if (family !== 'bool') return infix(this.member(left, family), operator, this.member(right, family));
    const [constant] = constants;
    if (constant === undefined) return infix(this.bool(left), operator, this.bool(right));
    const open = this.bool(left.kind === 'constant' ? right : left);
    return (constant !== 0) === (operator === '==') ? open : notOf(open);
  }

  private int(expression: Expression): ExpressionSyntax {
    switch (expression.kind) {
      case 'constant':
        return numberOf(expression.value);
      case 'local':
      case 'shared': {
        const family = this.family(expression);
        const name = this.reference(expression);
        if (family === 'int' || family === null) return name;
        if (family === 'bool') return choice(name, numberOf(1), numberOf(0));
        const members = family.constructors.map((_, value) => this.member(constant(value), family));
        return members
          .slice(0, -1)
          .reduceRight(
            (rest, member, value) => choice(infix(name, '==', member), numberOf(value), rest),
            numberOf(members.length - 1),
          );
      }
      case 'unary':
        if (expression.operator === '-') return minus(this.int(expression.operand));
        if (expression.operator === '!') return choice(this.bool(expression), numberOf(1), numberOf(0));
        throw new Refused('operators on bits are not translated');
      case 'binary': {
        const { operator, left, right } = expression;
        if (LOGICAL.has(operator)) return choice(this.bool(expression), numberOf(1), numberOf(0));
        const isWrong = (operator === '/' || operator === '%') && right.kind === 'constant' && right.value === 0;
        return infix(this.int(left), writable(operator), isWrong ? this.hidden(0) : this.int(right));
      }
      case 'conditional':
        return choice(this.bool(expression.condition), this.int(expression.whenTrue), this.int(expression.whenFalse));
    }
  }

  private member(expression: Expression, sort: Sort & { kind: 'enum' }): ExpressionSyntax {
    const { constructors } = this.names.enumOf(sort);
    if (expression.kind === 'constant') return nameOf(constructors[expression.value] ?? (constructors[0] as string));
    const family = this.family(expression);
    if (expression.kind === 'conditional') {
      const { condition, whenTrue, whenFalse } = expression;
      return choice(this.bool(condition), this.member(whenTrue, sort), this.member(whenFalse, sort));
    }
    const isReference = expression.kind === 'local' || expression.kind === 'shared';
    if (isReference && family !== null && sameFamily(family, sort)) return this.reference(expression);
    const number = this.int(expression);
    return constructors
      .slice(0, -1)
      .reduceRight(
        (rest, name, value) => choice(infix(number, '==', numberOf(value)), nameOf(name), rest),
        nameOf(constructors.at(-1) as string) as ExpressionSyntax,
      );
  }

  private mustBeExact(expression: Expression): void {
    if (!this.facts.isExact(expression)) throw new Refused('numbers of 32 bits that wrap are not in the language');
  }
}

const LOGICAL: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '<=', '>', '>=', '&&', '||']);
const BITS: ReadonlySet<BinaryOperator> = new Set(['&', '|', '^', '<<', '>>', '>>>', '*32']);

export function writable(operator: BinaryOperator): BinaryOperator & BinarySyntax {
  if (BITS.has(operator)) throw new Refused('operators on bits are not translated');
  return operator as BinaryOperator & BinarySyntax;
}

function isMember(value: number, family: Family): boolean {
  if (family === 'bool') return value === 0 || value === 1;
  return family === null || family === 'int' || (value >= 0 && value < family.constructors.length);
}

function sameFamily(one: Family, other: Family): boolean {
  if (typeof one === 'string' || typeof other === 'string' || one === null || other === null) return one === other;
  return sortKey(one) === sortKey(other);
}
