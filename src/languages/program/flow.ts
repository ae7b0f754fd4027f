/**
 * The flow graph of a thread: a node for each smallest thing that happens, before any of them are joined to steps.
 *
 * It is built backwards: a statement is given the node that follows it and returns the node where it begins. Loops and
 * labels have a `jump` node made beforehand. Shared reads are taken out of expressions here, from left to right, one
 * `load` node each into a hidden register; `&&`, `||` and `? :` whose right sides read shared variables become
 * branches, so that loads that are not needed do not happen.
 */
import { declaredIn } from '../../models/program/bounds.js';
import { sameSort } from '../../models/program/cells.js';
import { bottomUp, chain, constant, readLocal } from '../../models/program/expression.js';
import { binaryTerm, numberIn, simplified } from '../../models/program/fold.js';
import type { Expression, Place, Sort, Variable } from '../../models/program/model.js';
import { lineText } from '../../models/program/place.js';
import { Lowering, readsShared } from './lower.js';
import type { Resolved, Statement } from './plan.js';
import { blocksOf, type LockedOperation } from './syntax.js';

/** Where nothing goes on: a wait, and an `assume` that is false, after which nothing is asked of the thread. */
export const BLOCKED = -1;
export const ASSUMED = -2;

interface Common {
  /** The labels of all statements around it, outermost first. */
  readonly labels: readonly string[];
  readonly place: Place;
  /** Part of a step that began with `atomic` further up. */
  readonly atomic: boolean;
  /** And that stands for one instruction. */
  readonly instruction?: true;
  /** A step ends here if it comes here: the place is named. */
  readonly anchor: boolean;
  /** What the trace says; `weak` is left out when something else of the same step is said after it. */
  readonly text: string;
  readonly weak: boolean;
}

export type Cell = { readonly variable: number; readonly index: Expression | null };

type Action =
  /** `retry`: an `await` was false, and is tried again. */
  | { readonly kind: 'jump'; next: number; readonly loopHead: boolean; readonly retry?: true }
  | { readonly kind: 'assign'; readonly cell: Cell; readonly value: Expression | 'any'; readonly next: number }
  /** Part of the step around it, and no access. */
  | { readonly kind: 'ghost'; readonly cell: Cell; readonly value: Expression | 'any'; readonly next: number }
  | { readonly kind: 'load'; readonly register: number; readonly cell: Cell; readonly next: number }
  | {
      readonly kind: 'store';
      readonly cell: Cell;
      readonly value: Expression | 'any';
      readonly release: boolean;
      readonly next: number;
    }
  /** An instruction that reads and writes at one moment; `register` takes what it gives. */
  | {
      readonly kind: 'locked';
      readonly operation: LockedOperation;
      readonly register: number;
      readonly cell: Cell;
      readonly operands: readonly Expression[];
      readonly next: number;
    }
  | { readonly kind: 'fence'; readonly store: boolean; readonly next: number }
  | { readonly kind: 'enter'; readonly next: number; readonly blocks: boolean; readonly buffered: boolean }
  /** `blocking`: it waits here, without having read anything. */
  | {
      readonly kind: 'branch';
      readonly condition: Expression;
      readonly whenTrue: number;
      readonly whenFalse: number;
      readonly blocking: boolean;
    }
  | { readonly kind: 'choose'; readonly branches: readonly number[] }
  | { readonly kind: 'fail'; readonly message: string }
  | { readonly kind: 'end' };

export type Node = Common & Action;

/** What nodes of a statement have in common. */
export interface Context {
  readonly labels: readonly string[];
  readonly place: Place;
  readonly atomic: boolean;
}

/** Where `break`, `continue` and `return` lead. */
interface Targets {
  readonly leave?: number;
  readonly again?: number;
  readonly out?: number;
}

export class Flow {
  readonly nodes: Node[] = [];
  /** Locals of the thread, then hidden registers. */
  readonly locals: Variable[];
  readonly shared: readonly (Variable & { readonly ghost?: true })[];
  readonly declared: ReturnType<typeof declaredIn>;
  /** How many instances a thread has. */
  readonly count: (thread: number) => Expression;
  /** From here on locals are hidden registers. */
  readonly firstRegister: number;
  /** And from here on those that nobody has given a name. */
  private readonly firstFree: number;
  readonly entry: number;
  readonly end: number;
  readonly body: readonly Statement[];
  /** The first node of each statement, for finding those that are never reached. */
  readonly starts: { readonly node: number; readonly place: Place; readonly statement: Statement }[] = [];
  private readonly jumps = new Map<string, number>();
  /** What is translated is part of one instruction. */
  private instruction = false;

  constructor(
    body: readonly Statement[],
    locals: readonly Variable[],
    shared: Flow['shared'],
    count: (thread: number) => Expression,
    place: Place,
    hidden = 0,
  ) {
    this.body = body;
    this.locals = [...locals];
    this.shared = shared;
    this.declared = declaredIn(this);
    this.count = count;
    this.firstRegister = locals.length - hidden;
    this.firstFree = locals.length;
    this.end = this.add({ labels: ['end'], place, atomic: false }, { kind: 'end' });
    this.makeJumps(body, [], false);
    this.entry = this.sequence(body, this.end, [], false, null);
  }

  add(context: Context, action: Action, text = '', weak = false, anchor = false): number {
    const { labels, place, atomic } = context;
    const instruction = this.instruction ? { instruction: true as const } : {};
    this.nodes.push({ labels, place, atomic, anchor, text, weak, ...instruction, ...action });
    return this.nodes.length - 1;
  }

  /** A register of a sort that is not among those in use. */
  register(sort: Sort, used: ReadonlySet<number>, place: Place): number {
    for (let position = this.firstFree; position < this.locals.length; position++) {
      const register = this.locals[position];
      if (!used.has(position) && register !== undefined && sameSort(register.sort, sort)) return position;
    }
    this.locals.push({ name: `$${this.locals.length - this.firstFree + 1}`, sort, size: null, place });
    return this.locals.length - 1;
  }

  /** Every labelled statement begins with a jump that `goto` can name. */
  private makeJumps(statements: readonly Statement[], around: readonly string[], atomic: boolean): void {
    for (const statement of statements) {
      const labels = [...around, ...statement.labels];
      const keys = statement.keys ?? statement.labels;
      if (keys.length > 0) {
        const context = { labels, place: statement.place, atomic };
        // A place that only `goto` knows has no name, and steps may pass it; in a loop of such they end.
        const named = statement.labels.length > 0;
        const loopHead = isLoop(statement) || !named;
        const jump = this.add(context, { kind: 'jump', next: BLOCKED, loopHead }, '', true, named);
        for (const label of keys) this.jumps.set(label, jump);
      }
      for (const part of blocksOf<readonly Statement[]>(statement))
        this.makeJumps(part, labels, atomic || statement.kind === 'atomic');
    }
  }

  private sequence(
    statements: readonly Statement[],
    next: number,
    labels: readonly string[],
    atomic: boolean,
    loop: Targets | null,
  ): number {
    let entry = next;
    for (const statement of [...statements].reverse()) entry = this.statement(statement, entry, labels, atomic, loop);
    return entry;
  }

  private statement(
    statement: Statement,
    next: number,
    around: readonly string[],
    atomic: boolean,
    loop: Targets | null,
  ): number {
    const labels = [...around, ...statement.labels];
    const context: Context = { labels, place: statement.place, atomic };
    const [first] = statement.keys ?? statement.labels;
    let jump = first === undefined ? null : (this.jumps.get(first) ?? null);
    if (jump === null && isLoop(statement)) jump = this.add(context, { kind: 'jump', next: BLOCKED, loopHead: true });
    const entry = this.action(statement, next, context, loop, jump);
    this.starts.push({ node: jump ?? entry, place: statement.place, statement });
    if (jump === null) return entry;
    const node = this.nodes[jump];
    if (node?.kind !== 'jump') throw new Error('a label without its jump');
    node.next = entry;
    return jump;
  }

  /** `head`: the node at which the statement begins, where it has one already. */
  private action(
    statement: Statement,
    next: number,
    context: Context,
    loop: Targets | null,
    head: number | null,
  ): number {
    const { labels, atomic } = context;
    const { text } = statement;
    const jumpTo = (target: number, words: string, weak = false) =>
      this.add(context, { kind: 'jump', next: target, loopHead: false }, words, weak);
    const lowering = new Lowering(this, context);
    const test = (condition: Resolved, whenTrue: number, whenFalse: number, blocking = false) =>
      lowering.test(condition, new Set(), { whenTrue, whenFalse, blocking });
    switch (statement.kind) {
      case 'assign':
        return this.assign(statement, next, context);
      case 'call':
        return lowering.value(statement.expression, new Set(), () => jumpTo(next, text));
      case 'if': {
        const then = this.sequence(statement.then, next, labels, atomic, loop);
        const otherwise = this.sequence(statement.otherwise ?? [], next, labels, atomic, loop);
        const [yes, no] = text === '' ? ['', ''] : [`if ${text}`, `if not (${text})`];
        return test(statement.condition, jumpTo(then, yes), jumpTo(otherwise, no));
      }
      case 'while':
      case 'loop': {
        if (head === null) throw new Error('a loop without head');
        const body = this.sequence(statement.body, head, labels, atomic, { ...loop, leave: next, again: head });
        if (statement.kind !== 'while') return body;
        return test(statement.condition, jumpTo(body, `while ${text}`), jumpTo(next, `end while ${text}`));
      }
      case 'for':
        return this.counting(statement, next, context, loop);
      case 'switch':
        return this.switched(statement, next, context, loop);
      case 'inline':
        return this.sequence(statement.body, next, labels, atomic, { out: next });
      case 'return': {
        if (loop?.out === undefined) throw new Error('a return outside of a procedure');
        return jumpTo(loop.out, text, true);
      }
      case 'block':
        return this.sequence(statement.body, next, labels, atomic, loop);
      case 'atomic': {
        const outer = this.instruction;
        this.instruction = outer || statement.instruction === true;
        const inner = this.sequence(statement.body, jumpTo(next, ''), labels, true, loop);
        this.instruction = outer;
        if (atomic) return inner;
        // An empty block, or one that begins with a way out, has nothing of its own inside.
        const first = this.add({ ...context, atomic: true }, { kind: 'jump', next: inner, loopHead: false });
        const buffered = statement.buffered === true;
        return this.add(context, { kind: 'enter', next: first, blocks: blocks(statement.body), buffered });
      }
      case 'await': {
        if (head === null) throw new Error('an await without head');
        const again = { kind: 'jump', next: head, loopHead: false, retry: true } as const;
        const retry = atomic ? BLOCKED : this.add(context, again, `${text}: not yet`);
        const waits = !readsShared(statement.condition) || isNever(statement.condition);
        return test(statement.condition, jumpTo(next, text), waits ? BLOCKED : retry, waits);
      }
      case 'assume':
        return test(statement.condition, jumpTo(next, text), ASSUMED, !readsShared(statement.condition));
      case 'assert': {
        const message = `${text} (${lineText(statement.place)})`;
        const failed = this.add(context, { kind: 'fail', message }, `${text}: it fails`);
        return test(statement.condition, jumpTo(next, statement.unsaid === true ? '' : text), failed);
      }
      case 'goto': {
        const target = this.jumps.get(statement.target);
        if (target === undefined) throw new Error(`no label ${statement.target}`);
        return jumpTo(target, text, true);
      }
      case 'choose': {
        const branches = statement.branches.map((branch) => this.sequence(branch, next, labels, atomic, loop));
        return this.add(context, { kind: 'choose', branches }, 'choose', true);
      }
      case 'break':
      case 'continue': {
        const target = statement.kind === 'break' ? loop?.leave : loop?.again;
        if (target === undefined) throw new Error(`${text} outside a loop`);
        return jumpTo(target, text, true);
      }
      case 'skip':
        return jumpTo(next, text, true);
      case 'fence':
        // Inside an atomic step there is nothing to wait for.
        return atomic ? next : this.add(context, { kind: 'fence', store: statement.store === true, next }, text);
    }
  }

  /** The variable takes no value behind the last: the test comes before it is counted on. */
  private counting(
    { variable, low, high, last, body, text }: Statement & { kind: 'for' },
    next: number,
    context: Context,
    around: Targets | null,
  ): number {
    const { labels, atomic } = context;
    const lowering = new Lowering(this, context);
    const cell = { variable, index: null };
    const [counter, name] = [readLocal(variable), this.locals[variable]?.name ?? ''];
    const bound = (then: (last: Expression) => number): number =>
      last === null ? lowering.value(high, new Set(), then) : then(readLocal(last));
    const head = this.add(context, { kind: 'jump', next: BLOCKED, loopHead: true });
    const more = { kind: 'assign', cell, value: binaryTerm('+', counter, constant(1)), next: head } as const;
    const whenFalse = this.add(context, more, `${name} = ${name} + 1`);
    const branch = (condition: Expression, whenTrue: number, otherwise: number) =>
      this.add(context, { kind: 'branch', condition, whenTrue, whenFalse: otherwise, blocking: false });
    const step = bound((end) => branch(binaryTerm('==', counter, end), next, whenFalse));
    const first = this.sequence(body, step, labels, atomic, { ...around, leave: next, again: step });
    (this.nodes[head] as { next: number }).next = first;
    return lowering.value(low, new Set(), (start, used) => {
      const begin = this.add(context, { kind: 'assign', cell, value: start, next: head }, text);
      const test = (end: Expression) => {
        const condition = binaryTerm('<=', start, end);
        if (condition.kind === 'constant') return condition.value !== 0 ? begin : next;
        return branch(condition, begin, next);
      };
      if (last === null) return bound(test);
      return lowering.value(high, used, (end) => {
        const keep = { kind: 'assign', cell: { variable: last, index: null }, value: end, next: test(end) } as const;
        return this.add(context, keep);
      });
    });
  }

  private switched(
    { value, cases, otherwise, text }: Statement & { kind: 'switch' },
    next: number,
    context: Context,
    around: Targets | null,
  ): number {
    const { labels, atomic } = context;
    const arm = (body: readonly Statement[], words: string) => {
      const inside = this.sequence(body, next, labels, atomic, around);
      return this.add(context, { kind: 'jump', next: inside, loopHead: false }, words);
    };
    const arms = cases.map(({ values, body, text: shown }) => ({ values, first: arm(body, `${text}: case ${shown}`) }));
    const rest = arm(otherwise ?? [], `${text}: ${otherwise === null ? 'no case' : 'default'}`);
    return new Lowering(this, context).value(value, new Set(), (term) =>
      arms.reduceRight((whenFalse, { values, first }) => {
        const tests = values.map((each) => binaryTerm('==', term, each as Expression));
        const condition = chain('||', tests) as Expression;
        if (condition.kind === 'constant') return condition.value !== 0 ? first : whenFalse;
        return this.add(context, { kind: 'branch', condition, whenTrue: first, whenFalse, blocking: false });
      }, rest),
    );
  }

  private assign(statement: Statement & { kind: 'assign' }, next: number, context: Context): number {
    const { target, value, text } = statement;
    const lowering = new Lowering(this, context);
    const release = statement.release === true;
    const write = (index: Expression | null, term: Expression | 'any') => {
      const written = { cell: { variable: target.variable, index }, value: term, next };
      if (target.kind === 'local') return this.add(context, { kind: 'assign', ...written }, text);
      if (target.ghost === true) return this.add(context, { kind: 'ghost', ...written }, text);
      return this.add(context, { kind: 'store', ...written, release }, text);
    };
    const withIndex = (index: Expression | null, used: ReadonlySet<number>) => {
      if (value === 'any') return write(index, 'any');
      return lowering.value(value, used, (term) => write(index, term));
    };
    if (target.index === null) return withIndex(null, new Set());
    return lowering.value(target.index, new Set(), withIndex);
  }
}

/** It comes to a ghost by nothing but jumps to places without names: what ends a step before it ends it behind. */
export function leadsToGhost({ nodes }: Flow, id: number): boolean {
  const seen = new Set<number>();
  for (let at = id; !seen.has(at); ) {
    seen.add(at);
    const node = nodes[at];
    if (node?.kind !== 'jump' || node.anchor) return node?.kind === 'ghost';
    at = node.next;
  }
  return false;
}

/** What a node evaluates, in order. */
export function termsOf(node: Node): Expression[] {
  if (node.kind === 'branch') return [node.condition];
  const index = 'cell' in node && node.cell.index !== null ? [node.cell.index] : [];
  if (node.kind === 'locked') return [...index, ...node.operands];
  return 'value' in node && node.value !== 'any' ? [...index, node.value] : index;
}

/** It comes back to its own beginning. */
const isLoop = ({ kind }: Statement) => kind === 'while' || kind === 'loop' || kind === 'await';

/** Something in it may keep the whole from happening. */
function blocks(statements: readonly Statement[]): boolean {
  return statements.some(
    (statement) =>
      statement.kind === 'await' ||
      statement.kind === 'assume' ||
      blocksOf<readonly Statement[]>(statement).some(blocks),
  );
}

/** Whether a condition is false before anything is read. */
function isNever(condition: Resolved): boolean {
  if (numberIn(bottomUp(condition, simplified)) === 0) return true;
  return condition.kind === 'binary' && condition.operator === '&&' && isNever(condition.left);
}
