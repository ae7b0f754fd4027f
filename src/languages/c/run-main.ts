/**
 * What `main` does before the first thread runs is the initial state: its statements are executed here, one by one, on known
 * numbers. Creating threads goes on with that, as long as `main` touches nothing that the threads see. Where it does, or joins
 * a thread, it becomes a thread itself, which begins there.
 *
 * A loop without end that creates threads makes any number of them (`endless.ts`); what comes behind it is never reached.
 *
 * Behind that place execution goes on with numbers that may be unknown, only to find out which other threads `main` creates,
 * and whether it does anything that matters. What an unknown number decides about is passed over: the locals that it assigns are
 * not known behind it, and if it jumps away, neither are those that are assigned on the way to where it leads. Where a thread is
 * created there, the text is refused.
 */
import { applyBinary, applyUnary } from '../../models/program/fold.js';
import type { Statement } from '../program/plan.js';
import { blocksOf } from '../program/syntax.js';
import { isEndless, type Linear, Rounds } from './endless.js';
import type { Creation, Join } from './lower/library.js';
import type { Term } from './memory.js';

/** Null: not known. */
type Known = number | null;

export interface Created {
  readonly creation: Creation;
  readonly statement: Statement;
  /** The values of its argument's terms. */
  readonly value: (term: Term) => number | null;
  /** It is created again and again; the values of its argument's terms in each round. */
  readonly endless?: (term: Term) => Linear | null;
  /** After others had begun to run: it waits for `main`. */
  readonly later: boolean;
}

export interface MainRun {
  readonly created: readonly Created[];
  /** Where `main` goes on as a thread; null: it has nothing left to do. */
  readonly rest: Statement | null;
  /** It matters what it does there. */
  readonly matters: boolean;
  readonly locals: ReadonlyMap<number, readonly number[]>;
  /** Shared variables that `main` reads while it creates threads: nobody may write them. */
  readonly read: ReadonlySet<number>;
  readonly fault: { readonly statement: Statement; readonly message: string } | null;
}

type Signal = 'next' | 'break' | 'continue' | 'return' | { readonly goto: string } | Escapes;

/** Nobody knows whether control leaves the statement, or by which of these. */
interface Escapes {
  readonly escapes: { readonly loops: boolean; readonly returns: boolean; readonly keys: ReadonlySet<string> };
}

const MOST_STEPS = 2_000_000;

class Stop extends Error {}

export class MainRunner {
  readonly memory = new Map<number, number[]>();
  private readonly locals = new Map<number, number[]>();
  private readonly created: Created[] = [];
  private readonly read = new Set<number>();
  private rest: Statement | null = null;
  private snapshot: Map<number, readonly number[]> | null = null;
  private matters = false;
  private steps = 0;
  private fault: MainRun['fault'] = null;
  private unknownLocals = new Set<number>();
  /** How many calls are being executed in which a `return` does not end `main`. */
  private calls = 0;
  /** How often a number of `main` has changed. */
  private changes = 0;

  constructor(
    private readonly events: ReadonlyMap<Statement, Creation | Join>,
    private readonly initial: (variable: number) => number[],
    private readonly writeHandle: (
      creation: Creation,
      number: number,
    ) => { kind: 'local' | 'shared'; variable: number; index: Term | null } | null,
    private readonly busy: (variable: number) => boolean,
  ) {}

  /** First values of the file. */
  begin(statements: readonly Statement[]): void {
    this.sequence(statements, null);
  }

  run(body: readonly Statement[]): MainRun {
    const [first, ...others] = body;
    if (first?.kind === 'inline' && others.every(({ kind }) => kind === 'skip')) this.calls = -1;
    try {
      const signal = this.sequence(body, null);
      if (typeof signal === 'object' && 'escapes' in signal) this.passOver(body);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
    const { created, rest, matters, snapshot, read, fault } = this;
    return { created, rest, matters, locals: snapshot ?? this.locals, read, fault };
  }

  private get after(): boolean {
    return this.rest !== null;
  }

  private cells(variable: number): number[] {
    let cells = this.memory.get(variable);
    if (cells === undefined) {
      cells = this.initial(variable);
      this.memory.set(variable, cells);
    }
    return cells;
  }

  private ownCells(variable: number): number[] {
    let cells = this.locals.get(variable);
    if (cells === undefined) {
      cells = [];
      this.locals.set(variable, cells);
    }
    return cells;
  }

  value(term: Term): Known {
    switch (term.kind) {
      case 'constant':
        return term.value;
      case 'local': {
        if (this.unknownLocals.has(term.variable)) return null;
        const index = term.index === null ? 0 : this.value(term.index);
        // A local without value is not known: `main` goes on as a thread where that matters.
        return index === null ? null : (this.ownCells(term.variable)[index] ?? null);
      }
      case 'shared': {
        if (this.after) return null;
        const index = term.index === null ? 0 : this.value(term.index);
        return index === null ? null : (this.cells(term.variable)[index] ?? null);
      }
      case 'unary': {
        const operand = this.value(term.operand);
        return operand === null ? null : applyUnary(term.operator, operand);
      }
      case 'binary': {
        const left = this.value(term.left);
        if (left === null) return null;
        if (term.operator === '&&' && left === 0) return 0;
        if (term.operator === '||' && left !== 0) return 1;
        const right = this.value(term.right);
        const result = right === null ? null : applyBinary(term.operator, left, right);
        return Number.isSafeInteger(result) ? result : null;
      }
      case 'conditional': {
        const condition = this.value(term.condition);
        if (condition === null) return null;
        return this.value(condition !== 0 ? term.whenTrue : term.whenFalse);
      }
      default:
        return null;
    }
  }

  /** Shared variables that a statement itself reads or writes. */
  private touches(statement: Statement): { reads: number[]; writes: number[] } {
    const reads: number[] = [];
    const writes: number[] = [];
    const look = (term: unknown): void => {
      if (typeof term !== 'object' || term === null) return;
      const node = term as Term;
      if (node.kind === 'shared') reads.push(node.variable);
      if (node.kind === 'locked') writes.push(node.variable);
      for (const part of Object.values(node)) look(part);
    };
    switch (statement.kind) {
      case 'assign':
        if (statement.target.kind === 'shared') writes.push(statement.target.variable);
        look(statement.target.index);
        look(statement.value);
        break;
      case 'call':
        look(statement.expression);
        break;
      case 'if':
      case 'while':
      case 'await':
      case 'assume':
      case 'assert':
        look(statement.condition);
        break;
      default:
        break;
    }
    return { reads, writes };
  }

  /** `main` is a thread from here on. */
  private stopBefore(statement: Statement): void {
    if (this.after) return;
    this.rest = statement;
    this.snapshot = this.copyOfLocals();
  }

  private sequence(statements: readonly Statement[], seek: string | null): Signal {
    let wanted = seek;
    for (let at = 0; at < statements.length; at++) {
      const statement = statements[at] as Statement;
      if (wanted !== null && !holds(statement, wanted)) continue;
      const signal = this.statement(statement, wanted);
      wanted = null;
      if (signal === 'next') continue;
      if (typeof signal === 'object' && 'escapes' in signal) {
        const behind = this.landing(statements, at, signal);
        if (behind === null) return signal;
        at = behind - 1;
        continue;
      }
      if (typeof signal === 'object') {
        const target = statements.findIndex((each) => holds(each, signal.goto));
        if (target < 0) return signal;
        wanted = signal.goto;
        at = target - 1;
        continue;
      }
      return signal;
    }
    return 'next';
  }

  private statement(statement: Statement, seek: string | null): Signal {
    if (++this.steps > MOST_STEPS) throw this.stopped(statement, '`main` runs too long before it creates its threads');
    const inside = seek !== null && !(statement.keys ?? []).includes(seek) ? seek : null;
    if (inside === null) {
      const event = this.events.get(statement);
      if (event !== undefined) return this.event(statement, event);
      this.consider(statement);
    }
    switch (statement.kind) {
      case 'assign':
        return this.assign(statement);
      case 'call':
        this.locked(statement);
        return 'next';
      case 'if': {
        if (inside !== null) {
          const arm = [statement.then, statement.otherwise ?? []].find((each) =>
            each.some((part) => holds(part, inside)),
          );
          return this.sequence(arm ?? [], inside);
        }
        const condition = this.value(statement.condition);
        if (condition === null) return this.skipUnknown(statement);
        return this.sequence(condition !== 0 ? statement.then : (statement.otherwise ?? []), null);
      }
      case 'while':
      case 'loop':
        return this.loop(statement, inside);
      case 'block':
      case 'atomic':
        return this.sequence(statement.body, inside);
      case 'inline': {
        this.calls++;
        const signal = this.sequence(statement.body, inside);
        this.calls--;
        if (typeof signal === 'object' && 'escapes' in signal) return this.skipUnknown(statement);
        return signal === 'return' ? 'next' : signal;
      }
      case 'goto':
        return { goto: statement.target };
      case 'break':
      case 'continue':
      case 'return':
        return statement.kind;
      case 'assert':
      case 'assume':
      case 'await': {
        const condition = this.value(statement.condition);
        if (condition === 0 || condition === null) {
          this.stopBefore(statement);
          this.matters = true;
        }
        return 'next';
      }
      default:
        return 'next';
    }
  }

  /** An access while threads run, or one that cannot be known, makes `main` a thread. */
  private consider(statement: Statement): void {
    const { reads, writes } = this.touches(statement);
    if (this.after) {
      if (reads.length > 0 || writes.length > 0) this.matters = true;
      return;
    }
    if (this.created.length === 0) return;
    if (writes.length > 0 || reads.some((variable) => this.busy(variable))) {
      this.stopBefore(statement);
      this.matters = true;
      return;
    }
    for (const variable of reads) this.read.add(variable);
  }

  private put(cells: number[], index: number, value: number): void {
    if (cells[index] !== value) this.changes++;
    cells[index] = value;
  }

  private assign(statement: Statement & { kind: 'assign' }): Signal {
    const { target, value } = statement;
    const given = value === 'any' ? null : this.value(value);
    const index = target.index === null ? 0 : this.value(target.index);
    if (target.kind === 'local') {
      if (given === null || index === null) {
        if (!this.after) this.stopBefore(statement);
        this.unknownLocals.add(target.variable);
      } else {
        if (target.index === null) this.unknownLocals.delete(target.variable);
        this.put(this.ownCells(target.variable), index, given);
      }
      return 'next';
    }
    if (this.after) return 'next';
    const cells = this.cells(target.variable);
    if (given === null || index === null || index < 0 || index >= cells.length) {
      this.stopBefore(statement);
      this.matters = true;
    } else this.put(cells, index, given);
    return 'next';
  }

  /** The only locked instruction that is made by itself is a store. */
  private locked(statement: Statement & { kind: 'call' }): void {
    const { expression } = statement;
    if (this.after || expression.kind !== 'locked') return;
    const index = expression.index === null ? 0 : this.value(expression.index);
    const given = expression.operands[0] === undefined ? null : this.value(expression.operands[0]);
    const cells = this.cells(expression.variable);
    if (given === null || index === null || index < 0 || index >= cells.length) {
      this.stopBefore(statement);
      this.matters = true;
    } else this.put(cells, index, given);
  }

  private loop(
    statement: Extract<Statement, { kind: 'while' | 'loop' | 'atomic' | 'block' }>,
    seek: string | null,
  ): Signal {
    let wanted = seek;
    for (;;) {
      if (++this.steps > MOST_STEPS)
        throw this.stopped(statement, '`main` runs too long before it creates its threads');
      if (statement.kind === 'while' && wanted === null) {
        this.consider(statement);
        const condition = this.value(statement.condition);
        if (condition === null) return this.skipUnknown(statement);
        if (condition === 0) return 'next';
      }
      const [before, changes] = [this.created.length, this.changes];
      const begins = wanted === null && isEndless(statement, this.events) ? this.copyOfLocals() : null;
      const signal = this.sequence(statement.body, wanted);
      if (typeof signal === 'object' && 'escapes' in signal) return this.skipUnknown(statement);
      wanted = null;
      if (begins !== null && this.created.length > before) {
        if (this.after)
          throw this.stopped(statement, 'any number of threads are created before `main` does anything else');
        const rounds = new Rounds(begins, this.copyOfLocals(), this.events);
        const fault = rounds.fault(statement.body);
        if (fault !== null) throw this.stopped(fault.statement, fault.message);
        this.created.splice(
          before,
          Number.POSITIVE_INFINITY,
          ...this.created.slice(before).map((each) => ({ ...each, endless: rounds.valuesAt(each.statement) })),
        );
        throw new Stop();
      }
      if (signal === 'break') return 'next';
      if (signal === 'return' || typeof signal === 'object') return signal;
      // It goes round for ever, unless other threads write what it reads: that is looked at when they are known.
      if (this.created.length === before && this.changes === changes && before > 0) throw new Stop('endless');
      if (this.created.length > before + 256 || this.created.length > 512)
        throw this.stopped(statement, 'too many threads: at most 256 are created');
    }
  }

  private copyOfLocals(): Map<number, readonly number[]> {
    return new Map([...this.locals].map(([variable, cells]) => [variable, [...cells]]));
  }

  /** Nobody knows whether it happens. */
  private skipUnknown(statement: Statement): Signal {
    if (!this.after) this.stopBefore(statement);
    this.matters = true;
    this.passOver([statement]);
    const found = escapesOf(statement);
    // To return from `main` is to end it, which changes nothing behind.
    const escapes = { ...found, returns: found.returns && this.calls > 0 };
    return escapes.loops || escapes.returns || escapes.keys.size > 0 ? { escapes } : 'next';
  }

  /** What these statements assign is not known from here on. */
  private passOver(statements: readonly Statement[]): void {
    const visit = (each: Statement): void => {
      const event = this.events.get(each);
      if (event?.kind === 'create')
        throw this.stopped(each, 'whether this thread is created depends on what other threads do: create it always');
      if (each.kind === 'assign' && each.target.kind === 'local') this.unknownLocals.add(each.target.variable);
      for (const block of blocksOf<readonly Statement[]>(each)) for (const inner of block) visit(inner);
    };
    for (const statement of statements) visit(statement);
  }

  /** Where a sequence goes on behind a statement that may jump to places in it; null: it may be left. */
  private landing(statements: readonly Statement[], at: number, { escapes }: Escapes): number | null {
    if (escapes.loops || escapes.returns) return null;
    const targets = [...escapes.keys].map((key) => statements.findIndex((each) => holds(each, key)));
    const [first, last] = [Math.min(at, ...targets), Math.max(at, ...targets)];
    // A jump into the middle of a statement is left to those around.
    if (first < 0 || targets.some((target) => !isAt(statements[target] as Statement, escapes.keys))) return null;
    this.passOver(statements.slice(first, last));
    return last > at ? last : at + 1;
  }

  private stopped(statement: Statement, message: string): Stop {
    this.fault = { statement, message };
    return new Stop(message);
  }

  private event(statement: Statement, event: Creation | Join): Signal {
    if (event.kind === 'join') {
      this.stopBefore(statement);
      return 'next';
    }
    const later = this.after;
    if (later) this.matters = true;
    const number = this.created.length;
    const values = new Map<Term, number | null>();
    const locals = new Map([...this.locals].map(([variable, cells]) => [variable, [...cells]]));
    const unknown = new Set(this.unknownLocals);
    const value = (term: Term): number | null => {
      const now = [this.locals, this.unknownLocals] as const;
      if (values.has(term)) return values.get(term) ?? null;
      this.swap(locals, unknown);
      const found = this.value(term);
      this.swap(...now);
      values.set(term, found);
      return found;
    };
    this.created.push({ creation: event, statement, value, later });
    const target = this.writeHandle(event, number);
    if (target !== null) {
      const index = target.index === null ? 0 : (this.value(target.index) ?? 0);
      if (target.kind === 'local') this.ownCells(target.variable)[index] = number + 1;
      else if (!later) this.cells(target.variable)[index] = number + 1;
    }
    return 'next';
  }

  private swap(locals: Map<number, number[]>, unknown: Set<number>): void {
    Object.assign(this, { locals, unknownLocals: unknown });
  }
}

/** How control may leave a statement other than behind it. */
function escapesOf(statement: Statement): Escapes['escapes'] {
  const keys = new Set<string>();
  let [loops, returns] = [false, false];
  const visit = (each: Statement, inLoop: boolean, inCall: boolean): void => {
    if (each.kind === 'break' || each.kind === 'continue') loops ||= !inLoop;
    else if (each.kind === 'return') returns ||= !inCall;
    else if (each.kind === 'goto' && !holds(statement, each.target)) keys.add(each.target);
    const loop = inLoop || each.kind === 'while' || each.kind === 'loop';
    for (const block of blocksOf<readonly Statement[]>(each))
      for (const inner of block) visit(inner, loop, inCall || each.kind === 'inline');
  };
  visit(statement, false, false);
  return { loops, returns, keys };
}

/** The statement itself is where one of the jumps leads. */
function isAt(statement: Statement, keys: ReadonlySet<string>): boolean {
  return (statement.keys ?? []).some((key) => keys.has(key));
}

/** The statement, or one inside of it, is where a jump leads. */
function holds(statement: Statement, key: string): boolean {
  if ((statement.keys ?? []).includes(key)) return true;
  return blocksOf<readonly Statement[]>(statement).some((block) => block.some((each) => holds(each, key)));
}
