/**
 * The meaning of a program, said a second time: an interpreter of the syntax tree that takes every smallest thing as a
 * step of its own, and shares nothing with the compiler but the parser.
 *
 * Evaluating an expression step by step needs no machine state: it is started anew with the list of values that were
 * read so far, and either asks for one more access or is done. Integers, booleans and enumerations are numbers; a value
 * that leaves the range of its variable is a failure. Parameters and `self` are locals like others, which the thread is
 * started with. Threads are numbered as they are declared, whatever the number of their instances.
 */
import type {
  Block,
  ExpressionSyntax,
  NameUse,
  ProgramSyntax,
  StatementSyntax,
  ValueSyntax,
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

type Ranges = Readonly<Record<string, Range>>;
type Locals = ThreadState['locals'];

/** What names mean that are no variables. */
export interface Meanings {
  /** Constants and members of enumerations. */
  readonly constants: ReadonlyMap<string, number>;
  /** How many instances each thread has. */
  readonly counts: ReadonlyMap<string, number>;
}

const NO_MEANINGS: Meanings = { constants: new Map(), counts: new Map() };

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
  private readonly ranges: Ranges | readonly Ranges[];
  private readonly meanings: Meanings;

  /** `ranges`: of all variables, shared and local, for all threads or for each; a variable without one is an integer. */
  constructor(
    syntax: ProgramSyntax,
    sharedNames: readonly string[],
    ranges: Ranges | readonly Ranges[],
    meanings: Meanings = NO_MEANINGS,
  ) {
    this.sharedNames = new Set(sharedNames);
    this.ranges = ranges;
    this.meanings = meanings;
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

  /** Behind the first statements: declarations whose values the thread is given. */
  start(number: number, locals: Locals = {}, index = 0): ThreadState {
    const entry = this.entries[number] ?? 0;
    return { stack: this.settle([{ block: entry, index }]), history: [], locals };
  }

  /** The statement that the thread is at. */
  statementOf({ stack }: ThreadState): StatementSyntax | undefined {
    const frame = stack.at(-1);
    return frame === undefined ? undefined : this.at(frame);
  }

  /** All that a thread can do next; empty when it has finished or waits. Inside an atomic block nothing is tried again. */
  moves(number: number, thread: ThreadState, atomic = false): Move[] {
    const statement = this.statementOf(thread);
    if (statement === undefined) return [];
    try {
      return this.statement(number, thread, statement, atomic);
    } catch (signal) {
      if (signal instanceof Failure) return [{ kind: 'failure' }];
      if (!(signal instanceof NeedsAccess)) throw signal;
      const after = (result: number): ThreadState => ({ ...thread, history: [...thread.history, result] });
      return [{ kind: 'access', access: signal.access, after }];
    }
  }

  private statement(number: number, thread: ThreadState, statement: StatementSyntax, atomic: boolean): Move[] {
    const done: ThreadState = { ...thread, history: [], stack: this.past(thread.stack) };
    const local = (next: ThreadState): Move[] => [{ kind: 'local', thread: next }];
    const evaluator = new Evaluator(thread, this.sharedNames, this.meanings);
    switch (statement.kind) {
      case 'local': {
        let all = [thread.locals];
        for (const { names, initial } of statement.declarators) {
          for (const { name, size } of names) {
            const given = initial === null || initial.kind === 'list' ? [this.firstValue(number, name.text)] : null;
            const values = given ?? this.values(number, name.text, initial as ExpressionSyntax, evaluator);
            const cells = size === null ? 1 : evaluator.value(size);
            const fitting = values.map((value) => this.fit(number, name.text, value));
            all = all.flatMap((locals) =>
              fitting.map((value) => ({ ...locals, [name.text]: new Array<number>(cells).fill(value) })),
            );
          }
        }
        return all.flatMap((locals) => local({ ...done, locals }));
      }
      case 'assign': {
        const { target, operator } = statement;
        const name = target.name.text;
        const index = target.index === null ? 0 : evaluator.value(target.index);
        const written = statement.value;
        const values =
          operator === undefined || written.kind === 'any'
            ? this.values(number, name, written, evaluator)
            : [evaluator.value({ kind: 'binary', operator, left: target, right: written, start: 0, end: 0 })];
        return values.flatMap((value) => this.write(number, thread, done, name, index, value));
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
        if (evaluator.value(statement.condition) !== 0) return local(done);
        return atomic ? [] : local({ ...thread, history: [] });
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

  /** All values of a variable, or the one that is given. */
  private values(number: number, name: string, value: ExpressionSyntax | ValueSyntax, evaluator: Evaluator): number[] {
    if (value.kind !== 'any') return [evaluator.value(value)];
    const range = this.rangeOf(number, name);
    if (range === undefined) throw new Error(`${name} has no range`);
    return Array.from({ length: range.high - range.low + 1 }, (_, offset) => range.low + offset);
  }

  private write(
    number: number,
    thread: ThreadState,
    done: ThreadState,
    name: string,
    index: number,
    value: number,
  ): Move[] {
    if (this.sharedNames.has(name)) {
      const access: Access = { kind: 'write', name, cell: index, operands: [value] };
      return [{ kind: 'access', access, after: () => done }];
    }
    const cells = thread.locals[name] ?? [];
    if (index < 0 || index >= cells.length) throw new Failure();
    const locals = { ...thread.locals, [name]: cells.with(index, this.fit(number, name, value)) };
    return [{ kind: 'local', thread: { ...done, locals } }];
  }

  private rangeOf(number: number, name: string): Range | undefined {
    const ranges: Ranges = Array.isArray(this.ranges) ? (this.ranges[number] ?? {}) : this.ranges;
    return ranges[name];
  }

  /** What a variable holds that is given no value: the nearest to 0. */
  private firstValue(number: number, name: string): number {
    const { low, high } = this.rangeOf(number, name) ?? { low: 0, high: 0 };
    return Math.min(Math.max(0, low), high);
  }

  /** Throws what `moves` takes for a failure. */
  private fit(number: number, name: string, value: number): number {
    if (!this.fits(name, value, number)) throw new Failure();
    return value;
  }

  /** Shared variables are the same for every thread. */
  fits(name: string, value: number, number = 0): boolean {
    const range = this.rangeOf(number, name);
    return range === undefined || (value >= range.low && value <= range.high);
  }
}

export function blocksOf(statement: StatementSyntax): readonly Block[] {
  if (statement.kind === 'if')
    return statement.otherwise === null ? [statement.then] : [statement.then, statement.otherwise];
  if (statement.kind === 'choose') return statement.branches;
  return 'body' in statement ? [statement.body] : [];
}

/** The value of an expression over locals; null when it has none. */
export function valueOver(locals: Locals, meanings: Meanings, expression: ExpressionSyntax): number | null {
  try {
    return new Evaluator({ stack: [], history: [], locals }, new Set(), meanings).value(expression);
  } catch (signal) {
    if (signal instanceof Failure) return null;
    throw signal;
  }
}

class Evaluator {
  private readonly thread: ThreadState;
  private readonly sharedNames: ReadonlySet<string>;
  private readonly meanings: Meanings;
  private used = 0;

  constructor(thread: ThreadState, sharedNames: ReadonlySet<string>, meanings: Meanings) {
    this.thread = thread;
    this.sharedNames = sharedNames;
    this.meanings = meanings;
  }

  private access(access: Access): number {
    const known = this.thread.history[this.used++];
    if (known === undefined) throw new NeedsAccess(access);
    return known;
  }

  private cell({ name, index }: NameUse): { name: string; cell: number } {
    return { name: name.text, cell: index === null ? 0 : this.value(index) };
  }

  private local(name: string, cell: number): number {
    const value = this.thread.locals[name]?.[cell];
    if (value === undefined) throw new Failure();
    return value;
  }

  value(expression: ExpressionSyntax): number {
    switch (expression.kind) {
      case 'number':
        return Number(expression.text);
      case 'boolean':
        return Number(expression.value);
      case 'self':
        return this.local('self', 0);
      case 'count':
        return this.meanings.counts.get(expression.thread.text) ?? 0;
      case 'name': {
        const { name, cell } = this.cell(expression);
        const constant = this.meanings.constants.get(name);
        if (constant !== undefined) return constant;
        if (this.sharedNames.has(name)) return this.access({ kind: 'read', name, cell, operands: [] });
        return this.local(name, cell);
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

export function binary(operator: string, left: number, right: number): number {
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
