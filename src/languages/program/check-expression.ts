/**
 * Names and types of expressions: in constants, in threads and in properties.
 *
 * The result of a wrong expression is null: it was reported, and whoever asked says nothing more about it.
 */
import { boundsOfTree, certainlyFits, mayFail } from '../../models/program/bounds.js';
import { binary, conditional, constant, unary } from '../../models/program/expression.js';
import { numberIn, unaryTerm } from '../../models/program/fold.js';
import type { Sort, Variable } from '../../models/program/model.js';
import { cellOf } from './check-cell.js';
import { checkInstance } from './check-instance.js';
import { evaluate, NOTHING_KNOWN } from './evaluate.js';
import { foreignName } from './foreign.js';
import type { Resolved, ResolvedLeaf } from './plan.js';
import { printExpression } from './print-expression.js';
import { BOOL, describeSort, INT, isInteger, sameFamily } from './sorts.js';
import {
  type BinarySyntax,
  COMPOUND,
  type CompoundOperator,
  type ExpressionSyntax,
  type InstanceSyntax,
  LOCKED,
  type Name,
  type NameUse,
  nodesIn,
} from './syntax.js';
import { describeMeaning, type KnownLocal, type Vocabulary } from './vocabulary.js';
import { computed, isWidth, reduced, widerOf } from './widths.js';

export interface Typed {
  readonly expression: Resolved;
  readonly sort: Sort;
}

export interface Scope {
  readonly part: 'constant' | 'thread' | 'property';
  readonly locals: ReadonlyMap<string, KnownLocal>;
  /** In threads: what reads ghosts, too (an `assert`), or no other shared variables (what is assigned to a ghost). */
  readonly ghosts?: 'too' | 'only';
  /** The sort of `self`, where there is one. */
  readonly self: Sort | null;
  /** Properties: the instance variables and their sorts. */
  readonly instanceVariables: ReadonlyMap<string, Sort>;
  /** Words that may have been meant instead of a name that nothing has. */
  readonly words?: readonly string[];
  /** The sort of a local, by its number. */
  readonly sortOfLocal?: (variable: number) => Sort;
}

export const CONSTANT_SCOPE: Scope = {
  part: 'constant',
  locals: new Map(),
  self: null,
  instanceVariables: new Map(),
};

export class ExpressionChecker {
  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly scope: Scope,
  ) {}

  private wrong(...fault: Parameters<Vocabulary['wrong']>): null {
    return this.vocabulary.wrong(...fault);
  }

  /** An expression that is true or false. */
  condition(syntax: ExpressionSyntax): Resolved | null {
    return this.expect(syntax, BOOL, 'a condition');
  }

  /** An expression of the family of a sort, for something that is named in the message. */
  expect(syntax: ExpressionSyntax, sort: Sort, what: string): Resolved | null {
    const typed = this.expectTyped(syntax, sort, what);
    return typed === null ? null : this.converted(typed.expression, sort);
  }

  /** A value as one of the sort that it is given to: reduced, if that has a width. */
  converted(expression: Resolved, sort: Sort): Resolved {
    return isWidth(sort) ? reduced(expression, sort, (leaf) => this.declared(leaf)) : expression;
  }

  /** A sort for numbers from one to another, with the first even where there are none; integers where that is open. */
  rangeFrom(low: Resolved | null, high: Resolved | null): Sort {
    const boundsIn = (part: Resolved | null) =>
      part === null ? null : boundsOfTree(part, (leaf) => this.declared(leaf));
    const [first, last] = [boundsIn(low), boundsIn(high)];
    if (first === null || last === null) return INT;
    return { kind: 'range', low: first.low, high: Math.max(first.high, last.high) };
  }

  mayFail(expression: Resolved): boolean {
    return mayFail(expression, (leaf) => this.declared(leaf));
  }

  /** Certainly a value of the sort. */
  isWithin(expression: Resolved, sort: Sort): boolean {
    return certainlyFits(expression, sort, (leaf) => this.declared(leaf));
  }

  /** What a leaf reads, as far as its bounds tell; null for what is true or false. */
  private declared(leaf: ResolvedLeaf): Variable | null {
    const of = (sort: Sort): Variable => ({ name: '', sort, size: null, place: { line: 1, column: 1 } });
    switch (leaf.kind) {
      case 'at':
        return null;
      case 'local':
        return of(this.scope.sortOfLocal?.(leaf.variable) ?? INT);
      case 'shared':
        return of(this.vocabulary.shared[leaf.variable]?.sort ?? INT);
      case 'locked':
        if (LOCKED[leaf.operation].gives === 'success') return null;
        return of(this.vocabulary.shared[leaf.variable]?.sort ?? INT);
      default:
        return of(INT);
    }
  }

  private expectTyped(syntax: ExpressionSyntax, sort: Sort, what: string): Typed | null {
    const typed = this.check(syntax);
    if (typed === null) return null;
    if (sameFamily(typed.sort, sort)) return typed;
    const hint = sort.kind === 'bool' && isInteger(typed.sort) ? `: write \`${printExpression(syntax, 7)} != 0\`` : '';
    const message = `${what} is ${describeSort(sort)}, and this is ${describeSort(typed.sort)}${hint}`;
    return this.wrong('type-mismatch', syntax, message);
  }

  check(syntax: ExpressionSyntax): Typed | null {
    switch (syntax.kind) {
      case 'number':
        return this.number(syntax);
      case 'boolean':
        return { expression: constant(Number(syntax.value)), sort: BOOL };
      case 'self':
        if (this.scope.self !== null)
          return { expression: { kind: 'local', variable: 0, index: null }, sort: this.scope.self };
        return this.wrong('wrong-kind', syntax, '`self` is the number of a thread declared with `[any]` or `[3]`');
      case 'name':
        return syntax.acquire === true ? this.acquire(syntax) : this.name(syntax);
      case 'unary':
        return this.unary(syntax);
      case 'binary':
        return this.binary(syntax);
      case 'conditional':
        return this.conditional(syntax);
      case 'locked':
        return this.locked(syntax);
      case 'count':
        return this.count(syntax.thread);
      case 'at':
      case 'localOf':
        return this.ofInstance(syntax);
    }
  }

  /** The index of a cell: within bounds, when it is known. */
  index(syntax: ExpressionSyntax | null, size: number | null): Resolved | null {
    if (syntax === null) return null;
    const index = this.expect(syntax, INT, 'an index');
    if (index === null) return null;
    const known = evaluate(index, NOTHING_KNOWN);
    if (known.kind === 'fault') return this.wrong('type-mismatch', syntax, `this index is ${known.message}`);
    if (known.kind === 'value' && (known.value < 0 || (size !== null && known.value >= size))) {
      const last = size === null ? '' : ` to ${size - 1}`;
      return this.wrong('type-mismatch', syntax, `there is no cell ${known.value}: the cells are 0${last}`);
    }
    return index;
  }

  private number(syntax: ExpressionSyntax & { text: string }): Typed | null {
    const value = Number(syntax.text);
    if (Number.isSafeInteger(value)) return { expression: constant(value), sort: INT };
    return this.wrong('too-large', syntax, `numbers go up to ${Number.MAX_SAFE_INTEGER}`);
  }

  private acquire({ acquire: _, ...syntax }: NameUse): Typed | null {
    const read = this.name(syntax);
    if (this.scope.part !== 'thread') {
      return this.wrong('unsupported', syntax, '`load_acquire` is an instruction: it stands in a thread');
    }
    if (read === null || (read.expression.kind === 'shared' && read.expression.ghost !== true)) return read;
    return this.wrong('wrong-kind', syntax, '`load_acquire` reads a shared variable');
  }

  private name(syntax: NameUse): Typed | null {
    const { text } = syntax.name;
    const variable = this.scope.locals.get(text);
    if (variable?.stands !== undefined) return this.standsFor(syntax, variable, variable.stands);
    if (variable !== undefined) {
      const index = this.cell(syntax, variable.size !== null, variable.fixedSize);
      if (index === undefined) return null;
      return { expression: { kind: 'local', variable: variable.variable, index }, sort: variable.sort };
    }
    const meaning = this.vocabulary.meaning(text);
    const instanceSort = this.scope.instanceVariables.get(text);
    if (instanceSort !== undefined && meaning === undefined) {
      if (this.cell(syntax, false, null) === undefined) return null;
      return { expression: { kind: 'instanceVariable', variable: text }, sort: instanceSort };
    }
    if (meaning === undefined) return this.unknown(syntax.name);
    switch (meaning.kind) {
      case 'compound':
        if (this.scope.part !== 'constant') return cellOf(syntax, meaning.shape, this, this.vocabulary);
        return this.wrong(
          'wrong-kind',
          syntax,
          `\`${text}\` is ${describeMeaning(meaning)}, and a constant is needed here`,
        );
      case 'constant':
        if (this.cell(syntax, false, null) === undefined) return null;
        return { expression: constant(meaning.value), sort: meaning.sort };
      case 'shared': {
        if (this.scope.part === 'constant') {
          return this.wrong('wrong-kind', syntax, `\`${text}\` is a shared variable, and a constant is needed here`);
        }
        const { sort, size, ghost } = meaning.variable;
        if (!this.sees(syntax, ghost === true)) return null;
        const index = this.cell(syntax, size !== null, size?.kind === 'fixed' ? size.size : null);
        if (index === undefined) return null;
        const expression: Resolved = {
          kind: 'shared',
          variable: meaning.position,
          index,
          text: printExpression(syntax),
          ...(ghost === true ? { ghost } : {}),
        };
        return { expression, sort };
      }
      case 'procedure':
        return this.wrong('wrong-kind', syntax, `\`${text}\` is a procedure, not a value`);
      case 'thread': {
        const hint = this.scope.part === 'property' ? `: write \`${text}@label\` or \`${text}.x\`` : '';
        return this.wrong('wrong-kind', syntax, `\`${text}\` is a thread, not a value${hint}`);
      }
    }
  }

  /** The same names, for a part of a thread that sees ghosts. */
  seeing(ghosts: 'too' | 'only'): ExpressionChecker {
    return new ExpressionChecker(this.vocabulary, { ...this.scope, ghosts });
  }

  /** Whether a ghost, or a shared variable that is none, is read here by right; a fault otherwise. */
  sees(use: NameUse, ghost: boolean): boolean {
    const { part, ghosts } = this.scope;
    if (part !== 'thread') return true;
    const { text } = use.name;
    if (ghost && ghosts === undefined) {
      this.wrong('ghost', use, `\`${text}\` is a ghost: only properties, \`assert\` and assignments to ghosts read it`);
      return false;
    }
    if (!ghost && ghosts === 'only') {
      const message = `an assignment to a ghost is no access, and to read \`${text}\` is one: assign it to a local first`;
      this.wrong('ghost', use, message);
      return false;
    }
    return true;
  }

  /** A parameter of a procedure, as the call gives it. */
  private standsFor(syntax: NameUse, { sort }: KnownLocal, given: Resolved): Typed | null {
    if (given.kind === 'shared' && !this.sees(syntax, given.ghost === true)) return null;
    if (this.cell(syntax, false, null) === undefined) return null;
    return { expression: given.kind === 'shared' ? { ...given, text: printExpression(syntax) } : given, sort };
  }

  /** The index, null for a scalar; undefined when it is wrong. */
  cell(syntax: NameUse, array: boolean, size: number | null): Resolved | null | undefined {
    const { text } = syntax.name;
    const [more] = syntax.path ?? [];
    if (more !== undefined) {
      const message =
        'field' in more ? `\`${text}\` is no record` : `\`${text}\` ${array ? 'takes one index' : 'is not an array'}`;
      this.wrong('wrong-kind', syntax, message);
      return undefined;
    }
    if (array && syntax.index === null) {
      this.wrong('wrong-kind', syntax, `\`${text}\` is an array: name a cell, such as \`${text}[0]\``);
      return undefined;
    }
    if (!array && syntax.index !== null) {
      this.wrong('wrong-kind', syntax, `\`${text}\` is not an array`);
      return undefined;
    }
    if (syntax.index === null) return null;
    return this.index(syntax.index, size) ?? undefined;
  }

  private unknown(name: Name): null {
    const { vocabulary, scope } = this;
    const later = scope.part === 'constant' ? vocabulary.declaredKind(name.text) : undefined;
    if (later === 'const') {
      return this.wrong('order', name, `\`${name.text}\` is declared further down: constants are read in order`);
    }
    if (later !== undefined) {
      return this.wrong('wrong-kind', name, `\`${name.text}\` is ${later}, and a constant is needed here`);
    }
    const foreign = foreignName(name.text);
    if (foreign !== null) return this.wrong('unknown-name', name, foreign);
    if (scope.part === 'thread' && name.text === 'me') {
      const message = 'there is no variable `me`: declare a parameter `me`, or use `self` in a thread with `[any]`';
      return this.wrong('unknown-name', name, message);
    }
    const owner =
      scope.part === 'property' ? vocabulary.threads.find(({ locals }) => locals.has(name.text)) : undefined;
    if (owner !== undefined) {
      const instance =
        owner.parameters.length === 0 ? owner.name : `${owner.name}(${owner.parameters.map(() => '...')})`;
      const message = `\`${name.text}\` is a local variable of \`${owner.name}\`: write \`${instance}.${name.text}\``;
      return this.wrong('unknown-name', name, message);
    }
    const near = [...scope.locals.keys(), ...scope.instanceVariables.keys(), ...(scope.words ?? []), 'true', 'false'];
    return vocabulary.unknown(name, 'there is no variable or value', vocabulary.nearest(name.text, near));
  }

  private unary(syntax: ExpressionSyntax & { kind: 'unary' }): Typed | null {
    const { operator } = syntax;
    if (operator !== '!' && operator !== '-' && operator !== '~') {
      return this.wrong('unsupported', syntax, `\`${operator}\` cannot stand inside arithmetic or comparisons`);
    }
    const sort = operator === '!' ? BOOL : INT;
    const operand = this.expectTyped(syntax.operand, sort, `the operand of \`${operator}\``);
    if (operand === null) return null;
    if (operator === '!') return { expression: unary(operator, operand.expression), sort };
    return this.ofWidth(unaryTerm(operator, operand.expression), widerOf(operand.sort, operand.sort));
  }

  /** What an operator on integers gives: of a width, if an operand is. */
  private ofWidth(expression: Resolved, sort: Sort | null): Typed {
    if (sort === null) return { expression, sort: INT };
    return { expression: this.converted(expression, sort), sort };
  }

  private binary(syntax: ExpressionSyntax & { kind: 'binary' }): Typed | null {
    const { operator } = syntax;
    switch (operator) {
      case 'U':
      case 'R':
      case 'W':
        return this.wrong('unsupported', syntax, `\`${operator}\` cannot stand inside arithmetic or comparisons`);
      case '&&':
      case '||':
      case '->':
      case '<->': {
        if (operator === '->' && this.isPointer(syntax)) return null;
        const left = this.expect(syntax.left, BOOL, `the left side of \`${operator}\``);
        const right = this.expect(syntax.right, BOOL, `the right side of \`${operator}\``);
        if (left === null || right === null) return null;
        if (operator === '<->') return { expression: binary('==', left, right), sort: BOOL };
        if (operator === '->') return { expression: binary('||', unary('!', left), right), sort: BOOL };
        return { expression: binary(operator, left, right), sort: BOOL };
      }
      case '==':
      case '!=': {
        const left = this.check(syntax.left);
        const right = this.check(syntax.right);
        if (left === null || right === null) return null;
        if (!sameFamily(left.sort, right.sort)) {
          const hint = hasBits(syntax.left) || hasBits(syntax.right) ? BITS_FIRST : '';
          const message = `\`${operator}\` compares ${describeSort(left.sort)} with ${describeSort(right.sort)}`;
          return this.wrong('type-mismatch', syntax, message + hint);
        }
        return { expression: binary(operator, left.expression, right.expression), sort: BOOL };
      }
      default: {
        const left = this.expectTyped(syntax.left, INT, `the left side of \`${operator}\`${logical(operator)}`);
        const right = this.expectTyped(syntax.right, INT, `the right side of \`${operator}\`${logical(operator)}`);
        if (left === null || right === null) return null;
        const known = numberIn(right.expression);
        if ((operator === '/' || operator === '%') && known === 0) {
          return this.wrong('type-mismatch', syntax.right, 'a division by zero');
        }
        if ((operator === '<<' || operator === '>>') && known !== null && (known < 0 || known > 31)) {
          return this.wrong('type-mismatch', syntax.right, `a shift is by 0 to 31 bits, not by ${known}`);
        }
        const expression = { kind: 'binary', operator, left: left.expression, right: right.expression } as const;
        if (!isCompound(operator)) return { expression, sort: BOOL };
        const shifts = operator === '<<' || operator === '>>';
        const width = widerOf(left.sort, shifts ? left.sort : right.sort);
        const whole = width === null ? expression : computed(expression, width, (leaf) => this.declared(leaf));
        return this.ofWidth(whole, width);
      }
    }
  }

  /** `x->next`, where x is no condition; reported. */
  private isPointer({ left, right, ...span }: ExpressionSyntax & { kind: 'binary' }): boolean {
    if (left.kind !== 'name' || right.kind !== 'name' || right.index !== null) return false;
    const sort = this.check(left)?.sort ?? BOOL;
    if (sort.kind === 'bool') return false;
    const message = `\`->\` is 'implies': a field of a record is written \`${printExpression(left)}.${right.name.text}\``;
    this.wrong('type-mismatch', span, message);
    return true;
  }

  private conditional(syntax: ExpressionSyntax & { kind: 'conditional' }): Typed | null {
    const condition = this.condition(syntax.condition);
    const whenTrue = this.check(syntax.whenTrue);
    const whenFalse = this.check(syntax.whenFalse);
    if (condition === null || whenTrue === null || whenFalse === null) return null;
    if (!sameFamily(whenTrue.sort, whenFalse.sort)) {
      const kinds = `${describeSort(whenTrue.sort)} or ${describeSort(whenFalse.sort)}`;
      return this.wrong('type-mismatch', syntax, `both values of \`? :\` are of one type, and these are ${kinds}`);
    }
    const width = isWidth(whenTrue.sort) && isWidth(whenFalse.sort) ? widerOf(whenTrue.sort, whenFalse.sort) : null;
    const sort = width ?? (isInteger(whenTrue.sort) ? INT : whenTrue.sort);
    return { expression: conditional(condition, whenTrue.expression, whenFalse.expression), sort };
  }

  private locked(syntax: ExpressionSyntax & { kind: 'locked' }): Typed | null {
    const { operation, operands } = syntax;
    if (this.scope.part !== 'thread') {
      return this.wrong('unsupported', syntax, `\`${operation}\` is an instruction: it stands in a thread`);
    }
    if (this.scope.ghosts === 'only') {
      return this.wrong(
        'ghost',
        syntax,
        `an assignment to a ghost is no access, and \`${operation}\` is one: assign it to a local first`,
      );
    }
    const target = this.check(syntax.target);
    if (target === null) return null;
    if (target.expression.kind === 'shared' && target.expression.ghost === true) {
      return this.wrong(
        'ghost',
        syntax.target,
        `\`${printExpression(syntax.target)}\` is a ghost, which is not in memory: assign to it`,
      );
    }
    if (target.expression.kind !== 'shared') {
      return this.wrong('wrong-kind', syntax.target, `\`${operation}\` works on a shared variable`);
    }
    const { operands: wanted, computes, gives } = LOCKED[operation];
    if (operands.length !== wanted.length) {
      const message = `\`${operation}\` takes a shared variable and ${wanted.join(' and ')}`;
      return this.wrong('arity', syntax, message);
    }
    if (computes && !isInteger(target.sort)) {
      return this.wrong('type-mismatch', syntax.target, `\`${operation}\` adds to an integer`);
    }
    const values = operands.map((operand, position) =>
      this.expect(operand, target.sort, wanted[position] ?? 'a value'),
    );
    if (values.some((value) => value === null)) return null;
    const { variable, index } = target.expression;
    const text = printExpression(syntax);
    const expression: Resolved = { kind: 'locked', operation, variable, index, operands: values as Resolved[], text };
    return { expression, sort: gives === 'success' ? BOOL : target.sort };
  }

  private count(name: Name): Typed | null {
    const thread = this.vocabulary.threadNamed(name);
    if (thread === null) return null;
    if (this.scope.part === 'constant') {
      return this.wrong('unsupported', name, 'the number of instances is known only in threads and properties');
    }
    return { expression: { kind: 'count', thread: thread.position }, sort: INT };
  }

  private ofInstance(syntax: ExpressionSyntax & { kind: 'at' | 'localOf' }): Typed | null {
    if (syntax.kind === 'localOf' && this.isVariable(syntax.instance)) {
      const { instance, variable: field, index, path = [], start, end } = syntax;
      const behind = index === null ? path : [{ index }, ...path];
      return this.name({ kind: 'name', name: instance.name, index: null, path: [{ field }, ...behind], start, end });
    }
    if (this.scope.part === 'property') return checkInstance(syntax, this, this.vocabulary);
    return this.wrong('unsupported', syntax, 'only properties see where threads are and what their locals hold');
  }

  /** `q.head`: a field of a record, not a local of a thread. */
  private isVariable({ name, arguments: given }: InstanceSyntax): boolean {
    if (given !== null) return false;
    const kind = this.vocabulary.meaning(name.text)?.kind;
    return this.scope.locals.has(name.text) || kind === 'compound' || kind === 'shared' || kind === 'constant';
  }
}

const BITS_FIRST = ": `&` and `|` are operators on bits, and bind tighter; 'and' is written `&&`, 'or' is written `||`";

function hasBits(syntax: ExpressionSyntax): boolean {
  return nodesIn(syntax).some((node) => node.kind === 'binary' && (node.operator === '&' || node.operator === '|'));
}

/** What was meant by an operator on bits between conditions. */
function logical(operator: BinarySyntax): string {
  return operator === '&' || operator === '|' ? ` (of conditions: \`${operator}${operator}\`)` : '';
}

function isCompound(operator: BinarySyntax): operator is CompoundOperator {
  return (COMPOUND as readonly string[]).includes(operator);
}

/** The meaning of a name that cannot be assigned to, in words. */
export function describeName(vocabulary: Vocabulary, text: string): string {
  const meaning = vocabulary.meaning(text);
  return meaning === undefined ? 'unknown' : describeMeaning(meaning);
}
