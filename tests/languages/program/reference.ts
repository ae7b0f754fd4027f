/**
 * The meaning of a program, said a second time: an interpreter of the syntax tree that takes every smallest thing as a
 * step of its own, and shares nothing with the compiler but the parser.
 *
 * Evaluating an expression step by step needs no machine state: it is started anew with the list of values that were
 * read so far, and either asks for one more access or is done. Integers, booleans and enumerations are numbers; a value
 * that leaves the range of its variable is a failure.
 */
import type {
  Block,
  ExpressionSyntax,
  NameUse,
  ProgramSyntax,
  StatementSyntax,
} from '../../../src/languages/program/syntax.js';

interface Frame {
  readonly block: number;
  readonly index: number;
}

export interface ThreadState {
  readonly stack: readonly Frame[];
  readonly history: readonly number[];
  readonly locals: Readonly<Record<string, readonly number[]>>;
}

export interface Access {
  readonly kind: 'read' | 'write' | 'fence' | 'cas' | 'swap' | 'fetch_add';
  readonly name: string;
  readonly cell: number;
  readonly operands: readonly number[];
}

export type Move =
  | { readonly kind: 'local'; readonly thread: ThreadState }
  /** The state after the access, given what it returned. */
  | { readonly kind: 'access'; readonly access: Access; readonly after: (result: number) => ThreadState }
  | { readonly kind: 'atomic'; readonly inside: ThreadState; readonly depth: number }
  | { readonly kind: 'failure' };

export interface Range {
  readonly low: number;
  readonly high: number;
}

class NeedsAccess extends Error {
  readonly access: Access;
  constructor(access: Access) {
    super('access');
    this.access = access;
  }
}
class Failure extends Error {}

export class Reference {
  private readonly blocks: Block[] = [];
  private readonly labels: Map<string, readonly Frame[]>[] = [];
  readonly entries: number[] = [];
  private readonly sharedNames: ReadonlySet<string>;
  private readonly ranges: Readonly<Record<string, Range>>;

  /** `ranges`: of all variables, shared and local; one name has one range. */
  constructor(syntax: ProgramSyntax, sharedNames: readonly string[], ranges: Readonly<Record<string, Range>>) {
    this.sharedNames = new Set(sharedNames);
    this.ranges = ranges;
    for (const declaration of syntax.declarations) {
      if (declaration.kind !== 'thread') continue;
      const labels = new Map<string, readonly Frame[]>();
      this.labels.push(labels);
      this.entries.push(this.number(declaration.body, [], labels));
    }
  }

  private number(block: Block, above: readonly Frame[], labels: Map<string, readonly Frame[]>): number {
    const id = this.blocks.length;
    this.blocks.push(block);
    for (const [index, statement] of block.statements.entries()) {
      const path = [...above, { block: id, index }];
      for (const { text } of statement.labels) labels.set(text, path);
      for (const inner of blocksOf(statement)) this.number(inner, path, labels);
    }
    return id;
  }

  private idOf(block: Block): number {
    return this.blocks.indexOf(block);
  }

  private at({ block, index }: Frame): StatementSyntax | undefined {
    return this.blocks[block]?.statements[index];
  }

  labelsOf(thread: ThreadState): string[] {
    return thread.stack.flatMap((frame) => this.at(frame)?.labels.map(({ text }) => text) ?? []);
  }

  /** Behind the statement on top; blocks that end are left. */
  private past(stack: readonly Frame[]): readonly Frame[] {
    const top = stack.at(-1);
    if (top === undefined) return [];
    return this.settle([...stack.slice(0, -1), { ...top, index: top.index + 1 }]);
  }

  private settle(stack: readonly Frame[]): readonly Frame[] {
    const top = stack.at(-1);
    if (top === undefined || this.at(top) !== undefined) return stack;
    const outer = stack.slice(0, -1);
    const holder = outer.at(-1);
    if (holder === undefined) return [];
    const kind = this.at(holder)?.kind;
    return kind === 'loop' || kind === 'while' ? outer : this.past(outer);
  }

  enter(thread: ThreadState, block: Block): ThreadState {
    return { ...thread, history: [], stack: this.settle([...thread.stack, { block: this.idOf(block), index: 0 }]) };
  }

  start(number: number): ThreadState {
    const entry = this.entries[number] ?? 0;
    return { stack: this.settle([{ block: entry, index: 0 }]), history: [], locals: {} };
  }

  /** All that a thread can do next; empty when it has finished or waits. */
  moves(number: number, thread: ThreadState): Move[] {
    const frame = thread.stack.at(-1);
    const statement = frame === undefined ? undefined : this.at(frame);
    if (statement === undefined) return [];
    try {
      return this.statement(number, thread, statement);
    } catch (signal) {
      if (signal instanceof Failure) return [{ kind: 'failure' }];
      if (!(signal instanceof NeedsAccess)) throw signal;
      const after = (result: number): ThreadState => ({ ...thread, history: [...thread.history, result] });
      return [{ kind: 'access', access: signal.access, after }];
    }
  }

  private statement(number: number, thread: ThreadState, statement: StatementSyntax): Move[] {
    const done: ThreadState = { ...thread, history: [], stack: this.past(thread.stack) };
    const local = (next: ThreadState): Move[] => [{ kind: 'local', thread: next }];
    const evaluator = new Evaluator(thread, this.sharedNames);
    switch (statement.kind) {
      case 'local': {
        let locals = thread.locals;
        for (const { names, initial } of statement.declarators) {
          for (const { name, size } of names) {
            const value =
              initial === null || initial.kind === 'any' || initial.kind === 'list' ? 0 : evaluator.value(initial);
            const cells = size === null ? 1 : evaluator.value(size);
            locals = { ...locals, [name.text]: new Array<number>(cells).fill(this.fit(name.text, value)) };
          }
        }
        return local({ ...done, locals });
      }
      case 'assign': {
        const name = statement.target.name.text;
        const index = statement.target.index === null ? 0 : evaluator.value(statement.target.index);
        if (statement.value.kind === 'any') {
          const { low, high } = this.ranges[name] as Range;
          const values = Array.from({ length: high - low + 1 }, (_, offset) => low + offset);
          return values.flatMap((value) => this.write(thread, done, name, index, value));
        }
        return this.write(thread, done, name, index, evaluator.value(statement.value));
      }
      case 'call':
        evaluator.value(statement.expression);
        return local(done);
      case 'if': {
        const branch = evaluator.value(statement.condition) !== 0 ? statement.then : statement.otherwise;
        return local(branch === null ? done : this.enter(thread, branch));
      }
      case 'while':
        return local(evaluator.value(statement.condition) !== 0 ? this.enter(thread, statement.body) : done);
      case 'loop':
      case 'block':
        return local(this.enter(thread, statement.body));
      case 'atomic':
        return [{ kind: 'atomic', inside: this.enter(thread, statement.body), depth: thread.stack.length }];
      case 'await':
        return local(evaluator.value(statement.condition) !== 0 ? done : { ...thread, history: [] });
      case 'assume':
        return evaluator.value(statement.condition) !== 0 ? local(done) : [];
      case 'assert':
        return evaluator.value(statement.condition) !== 0 ? local(done) : [{ kind: 'failure' }];
      case 'goto':
        return local({ ...done, stack: this.labels[number]?.get(statement.target.text) ?? [] });
      case 'choose':
        return statement.branches.flatMap((branch) => local(this.enter(thread, branch)));
      case 'break':
      case 'continue': {
        let stack = thread.stack;
        do stack = stack.slice(0, -1);
        while (!['loop', 'while'].includes(this.at(stack.at(-1) as Frame)?.kind ?? ''));
        return local({ ...done, stack: statement.kind === 'break' ? this.past(stack) : stack });
      }
      case 'skip':
        return local(done);
      case 'fence':
        return [{ kind: 'access', access: { kind: 'fence', name: '', cell: 0, operands: [] }, after: () => done }];
    }
  }

  private write(thread: ThreadState, done: ThreadState, name: string, index: number, value: number): Move[] {
    if (this.sharedNames.has(name)) {
      const access: Access = { kind: 'write', name, cell: index, operands: [value] };
      return [{ kind: 'access', access, after: () => done }];
    }
    const cells = thread.locals[name] ?? [];
    if (index < 0 || index >= cells.length) throw new Failure();
    const locals = { ...thread.locals, [name]: cells.with(index, this.fit(name, value)) };
    return [{ kind: 'local', thread: { ...done, locals } }];
  }

  /** Throws what `moves` takes for a failure. */
  fit(name: string, value: number): number {
    const range = this.ranges[name];
    if (range !== undefined && (value < range.low || value > range.high)) throw new Failure();
    return value;
  }

  fits(name: string, value: number): boolean {
    const range = this.ranges[name];
    return range === undefined || (value >= range.low && value <= range.high);
  }
}

function blocksOf(statement: StatementSyntax): readonly Block[] {
  if (statement.kind === 'if')
    return statement.otherwise === null ? [statement.then] : [statement.then, statement.otherwise];
  if (statement.kind === 'choose') return statement.branches;
  return 'body' in statement ? [statement.body] : [];
}

class Evaluator {
  private readonly thread: ThreadState;
  private readonly sharedNames: ReadonlySet<string>;
  private used = 0;

  constructor(thread: ThreadState, sharedNames: ReadonlySet<string>) {
    this.thread = thread;
    this.sharedNames = sharedNames;
  }

  private access(access: Access): number {
    const known = this.thread.history[this.used++];
    if (known === undefined) throw new NeedsAccess(access);
    return known;
  }

  private cell({ name, index }: NameUse): { name: string; cell: number } {
    return { name: name.text, cell: index === null ? 0 : this.value(index) };
  }

  value(expression: ExpressionSyntax): number {
    switch (expression.kind) {
      case 'number':
        return Number(expression.text);
      case 'boolean':
        return Number(expression.value);
      case 'name': {
        const { name, cell } = this.cell(expression);
        if (this.sharedNames.has(name)) return this.access({ kind: 'read', name, cell, operands: [] });
        const value = this.thread.locals[name]?.[cell];
        if (value === undefined) throw new Failure();
        return value;
      }
      case 'unary': {
        const operand = this.value(expression.operand);
        return expression.operator === '!' ? Number(operand === 0) : -operand;
      }
      case 'conditional':
        return this.value(expression.condition) !== 0
          ? this.value(expression.whenTrue)
          : this.value(expression.whenFalse);
      case 'locked': {
        const { name, cell } = this.cell(expression.target);
        const operands = expression.operands.map((operand) => this.value(operand));
        return this.access({ kind: expression.operation, name, cell, operands });
      }
      case 'binary': {
        const { operator } = expression;
        const left = this.value(expression.left);
        if (operator === '&&' && left === 0) return 0;
        if (operator === '||' && left !== 0) return 1;
        if (operator === '->' && left === 0) return 1;
        const right = this.value(expression.right);
        return binary(operator, left, right);
      }
      default:
        throw new Error(`no value of ${expression.kind}`);
    }
  }
}

function binary(operator: string, left: number, right: number): number {
  if ((operator === '/' || operator === '%') && right === 0) throw new Failure();
  switch (operator) {
    case '&&':
    case '||':
    case '->':
      return Number(right !== 0);
    case '<->':
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return Math.trunc(left / right);
    case '%':
      return left % right;
    default:
      throw new Error(`no operator ${operator}`);
  }
}
