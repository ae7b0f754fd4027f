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
  ProcedureSyntax,
  ProgramSyntax,
  StatementSyntax,
  ValueSyntax,
} from '../../../src/languages/program/syntax.js';

import {
  type Access,
  asName,
  type Called,
  calledIn,
  Evaluator,
  Failure,
  type Frame,
  type Meanings,
  NeedsAccess,
  type Range,
  type ThreadState,
  type Variable,
  wrapped,
} from './reference-values.js';

export {
  type Access,
  binary,
  type Meanings,
  type Range,
  type ThreadState,
  valueOver,
  wrapped,
} from './reference-values.js';

export type Move =
  | { readonly kind: 'local'; readonly thread: ThreadState }
  /** The state after the access, given what it returned. */
  | { readonly kind: 'access'; readonly access: Access; readonly after: (result: number) => ThreadState }
  | { readonly kind: 'atomic'; readonly inside: ThreadState; readonly depth: number }
  | { readonly kind: 'failure' };

type Ranges = Readonly<Record<string, Range>>;
type Locals = ThreadState['locals'];

const NO_MEANINGS: Meanings = { constants: new Map(), counts: new Map() };

export class Reference {
  private readonly blocks: Block[] = [];
  private readonly labels: Map<string, readonly Frame[]>[] = [];
  readonly entries: number[] = [];
  private readonly procedures = new Map<string, { syntax: ProcedureSyntax; labels: Map<string, readonly Frame[]> }>();
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
      if (declaration.kind === 'proc') {
        const labels = new Map<string, readonly Frame[]>();
        this.procedures.set(declaration.name.text, { syntax: declaration, labels });
        this.number(declaration.body, [], labels);
      }
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
    let before = '';
    return thread.stack.flatMap((frame) => {
      if (frame.called !== undefined) before = `${frame.called.procedure}.`;
      return this.at(frame)?.labels.map(({ text }) => before + text) ?? [];
    });
  }

  /** Behind the statement on top; blocks that end are left. */
  private past(stack: readonly Frame[]): readonly Frame[] {
    const top = stack.at(-1);
    if (top === undefined) return [];
    const { last, result, ...kept } = top;
    return this.settle([...stack.slice(0, -1), { ...kept, index: top.index + 1 }]);
  }

  private settle(stack: readonly Frame[]): readonly Frame[] {
    const top = stack.at(-1);
    if (top === undefined || this.at(top) !== undefined) return stack;
    const outer = stack.slice(0, -1);
    const holder = outer.at(-1);
    if (holder === undefined) return [];
    const kind = this.at(holder)?.kind;
    return kind === 'loop' || kind === 'while' || kind === 'for' ? outer : this.past(outer);
  }

  enter(thread: ThreadState, block: Block): ThreadState {
    return { ...thread, history: [], stack: this.settle([...thread.stack, { block: this.idOf(block), index: 0 }]) };
  }

  /** Behind the first statements: declarations whose values the thread is given. */
  start(number: number, locals: Locals = {}, index = 0): ThreadState {
    const entry = this.entries[number] ?? 0;
    return { stack: this.settle([{ block: entry, index }]), history: [], locals };
  }

  /** At a label that was just come to: not in the next round of a `for`, nor where only the value of a call is stored. */
  isAtLabel(thread: ThreadState): boolean {
    const top = thread.stack.at(-1);
    if (top?.last !== undefined || top?.result !== undefined || thread.history.length > 0) return false;
    return (this.statementOf(thread)?.labels.length ?? 0) > 0;
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
    const evaluator = this.evaluator(number, thread);
    const procedure = calledIn(thread.stack)?.procedure;
    switch (statement.kind) {
      case 'local': {
        if (procedure !== undefined) return this.localIn(number, procedure, thread, statement, evaluator);
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
        const { name, cell: index } = evaluator.variable(target);
        const written = statement.value;
        const values =
          operator === undefined || written.kind === 'any'
            ? this.values(number, name, written, evaluator)
            : [evaluator.value({ kind: 'binary', operator, left: target, right: written, start: 0, end: 0 })];
        const moves = values.flatMap((value) => this.write(number, thread, done, name, index, value));
        if (statement.release !== true || atomic) return moves;
        return moves.map((move) => {
          return move.kind === 'access' ? { ...move, access: { ...move.access, kind: 'release' } } : move;
        });
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
      case 'for':
        return local(this.counting(thread, done, statement, evaluator));
      case 'switch': {
        const value = evaluator.value(statement.value);
        const chosen = statement.cases.find(({ values }) => values.some((each) => evaluator.value(each) === value));
        const body = chosen?.body ?? statement.otherwise;
        return local(body === null ? done : this.enter(thread, body));
      }
      case 'invoke': {
        const top = thread.stack.at(-1) as Frame;
        const { target } = statement;
        if (top.result !== undefined && target !== null) {
          const { name, cell } = evaluator.variable(target);
          return this.write(number, thread, done, name, cell, top.result);
        }
        return local(this.called(number, thread, statement, evaluator));
      }
      case 'return':
        return this.returned(number, thread, statement.value === null ? 0 : evaluator.value(statement.value));
      case 'goto': {
        const { text } = statement.target;
        if (procedure === undefined) return local({ ...done, stack: this.labels[number]?.get(text) ?? [] });
        const from = thread.stack.findLastIndex(({ called }) => called !== undefined);
        const [first, ...inner] = this.procedures.get(procedure)?.labels.get(text) ?? [];
        const { called } = thread.stack[from] as Frame;
        const entry = { ...(first as Frame), called } as Frame;
        return local({ ...done, stack: [...thread.stack.slice(0, from), entry, ...inner] });
      }
      case 'choose':
        return statement.branches.flatMap((branch) => local(this.enter(thread, branch)));
      case 'break':
      case 'continue': {
        let stack = thread.stack;
        do stack = stack.slice(0, -1);
        while (!['loop', 'while', 'for'].includes(this.at(stack.at(-1) as Frame)?.kind ?? ''));
        return local({ ...done, stack: statement.kind === 'break' ? this.past(stack) : stack });
      }
      case 'skip':
        return local(done);
      case 'fence': {
        const kind = statement.store === true ? 'store fence' : 'fence';
        return [{ kind: 'access', access: { kind, name: '', cell: 0, operands: [] }, after: () => done }];
      }
    }
  }

  private evaluator(number: number, thread: ThreadState): Evaluator {
    return new Evaluator(thread, this.sharedNames, this.meanings, (name) => this.rangeOf(number, name) ?? null);
  }

  private behind(thread: ThreadState): ThreadState {
    return { ...thread, history: [], stack: this.past(thread.stack) };
  }

  /** A declaration in a procedure: its values are those of the call. */
  private localIn(
    number: number,
    procedure: string,
    thread: ThreadState,
    statement: StatementSyntax & { kind: 'local' },
    evaluator: Evaluator,
  ): Move[] {
    let all = [thread];
    for (const { names, initial } of statement.declarators) {
      for (const { name } of names) {
        const full = `${procedure}.${name.text}`;
        const given = initial === null || initial.kind === 'list' ? [this.firstValue(number, full)] : null;
        const values = given ?? this.values(number, full, initial as ExpressionSyntax, evaluator);
        const fitting = values.map((value) => this.fit(number, full, value));
        all = all.flatMap((state) => fitting.map((value) => withLocal(state, name.text, value)));
      }
    }
    return all.map((held) => ({ kind: 'local', thread: this.behind(held) }));
  }

  /** The first round, or the one after a round. */
  private counting(
    thread: ThreadState,
    done: ThreadState,
    statement: StatementSyntax & { kind: 'for' },
    evaluator: Evaluator,
  ): ThreadState {
    const { variable, body } = statement;
    const top = thread.stack.at(-1) as Frame;
    if (top.last !== undefined) {
      const value = evaluator.local(variable.text, 0);
      return value === top.last ? done : this.enter(withLocal(thread, variable.text, value + 1), body);
    }
    const [low, high] = [evaluator.value(statement.low), evaluator.value(statement.high)];
    if (low > high) return done;
    const begun = { ...thread, stack: [...thread.stack.slice(0, -1), { ...top, last: high }] };
    return this.enter(withLocal(begun, variable.text, low), body);
  }

  private called(
    number: number,
    thread: ThreadState,
    { procedure, arguments: given }: StatementSyntax & { kind: 'invoke' },
    evaluator: Evaluator,
  ): ThreadState {
    const { syntax } = this.procedures.get(procedure.text) as { syntax: ProcedureSyntax };
    const values: Record<string, number> = {};
    const variables: Record<string, Variable> = {};
    for (const [k, { name, shared }] of syntax.parameters.entries()) {
      const argument = given[k] as ExpressionSyntax;
      if (shared) variables[name.text] = evaluator.variable(asName(argument));
      else values[name.text] = this.fit(number, `${procedure.text}.${name.text}`, evaluator.value(argument));
    }
    const body = { block: this.idOf(syntax.body), index: 0, called: { procedure: procedure.text, values, variables } };
    return { ...thread, history: [], stack: this.settle([...thread.stack, body]) };
  }

  private returned(number: number, thread: ThreadState, value: number): Move[] {
    const from = thread.stack.findLastIndex(({ called }) => called !== undefined);
    const caller: ThreadState = { ...thread, history: [], stack: thread.stack.slice(0, from) };
    const top = caller.stack.at(-1) as Frame;
    const call = this.at(top) as StatementSyntax & { kind: 'invoke' };
    const done = { ...caller, stack: this.past(caller.stack) };
    if (call.target === null) return [{ kind: 'local', thread: done }];
    const evaluator = this.evaluator(number, caller);
    const { name, cell } = evaluator.variable(call.target);
    const result = this.fit(number, name, value);
    if (!this.sharedNames.has(name) && call.target.index === null) {
      return this.write(number, caller, done, name, cell, result);
    }
    return [{ kind: 'local', thread: { ...caller, stack: caller.stack.with(-1, { ...top, result }) } }];
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
    const called = calledIn(thread.stack)?.procedure;
    if (called !== undefined) {
      const own = name.slice(called.length + 1);
      const held = withLocal(thread, own, this.fit(number, name, value));
      return [{ kind: 'local', thread: this.behind(held) }];
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
    const held = this.stored(name, value, number);
    if (held === null) throw new Failure();
    return held;
  }

  /** What a variable holds when it is given a value; null when it cannot. Shared variables are the same for every thread. */
  stored(name: string, value: number, number = 0): number | null {
    const range = this.rangeOf(number, name);
    if (range === undefined) return value;
    if (range.wraps === true) return wrapped(value, range);
    return value >= range.low && value <= range.high ? value : null;
  }
}

export function blocksOf(statement: StatementSyntax): readonly Block[] {
  if (statement.kind === 'if')
    return statement.otherwise === null ? [statement.then] : [statement.then, statement.otherwise];
  if (statement.kind === 'choose') return statement.branches;
  if (statement.kind === 'switch') {
    const bodies = statement.cases.map(({ body }) => body);
    return statement.otherwise === null ? bodies : [...bodies, statement.otherwise];
  }
  return 'body' in statement ? [statement.body] : [];
}

/** With a local that takes a value: of the procedure that is called, or of the thread. */
function withLocal(thread: ThreadState, name: string, value: number): ThreadState {
  const at = thread.stack.findLastIndex(({ called }) => called !== undefined);
  if (at < 0) return { ...thread, locals: { ...thread.locals, [name]: [value] } };
  const frame = thread.stack[at] as Frame;
  const called = { ...(frame.called as Called), values: { ...frame.called?.values, [name]: value } };
  return { ...thread, stack: thread.stack.with(at, { ...frame, called }) };
}
