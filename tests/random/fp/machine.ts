/**
 * All that can be seen of a text when the reference interpreter runs it on a store-buffer machine, in steps of two sizes.
 *
 * The language does not fix where local work is split: "local work takes no steps of its own". So a compiled program may
 * show what is seen in the finest steps, where every smallest thing is one, and must show what is seen in the coarsest: local
 * work, one access, local work, up to where the text says that a step ends: at a label, before the next access, at the end,
 * where the thread waits. What the two sizes agree on is exact.
 *
 * Between two accesses there may be a place where a step can be split (a choice, a wait for something local, `?`, a cell of
 * an array, a loop): then what comes behind it belongs to either access, and what is seen before the next one is not
 * compared. Such a thread is *unsettled*.
 */

import type { StatementSyntax } from '../../../src/languages/program/syntax.js';
import type { MemoryName } from '../../../src/memory/models.js';
import type { Access, Move, Reference, ThreadState } from '../../languages/program/reference.js';
import { stuckBySweeps } from '../../support/stuck.js';
import { conditionsOf, type Sight } from './conditions.js';
import type { World } from './world.js';

export interface Seen {
  /** Memory, where threads are, what their locals hold: one text for each. */
  readonly views: ReadonlySet<string>;
  /** The positions of properties that are violated. */
  readonly violated: ReadonlySet<number>;
  readonly fails: boolean;
  /** Whether some thread gets stuck. */
  readonly hangs: boolean;
  /**
   * There are loops, or assumptions: a loop that spins counts as a wait where programs are compiled, one that only waits as the
   * end, and a choice with an assumption as stopped by it.
   */
  readonly loops?: boolean;
  /** Of a text: where the statements begin that some thread is at between two steps. */
  readonly statements?: ReadonlySet<number>;
}

interface Buffered {
  readonly name: string;
  readonly cell: number;
  readonly value: number;
}

/** One object, by which it is known. */
const BAR: Buffered = { name: '|', cell: 0, value: 0 };

function withoutFirstBar(buffer: readonly Buffered[]): readonly Buffered[] {
  return buffer[0] === BAR ? buffer.slice(1) : buffer;
}

type Cells = Readonly<Record<string, readonly number[]>>;

interface State {
  readonly memory: Cells;
  /** By instance, oldest first; a bar stands for a barrier between stores. */
  readonly buffers: readonly (readonly Buffered[])[];
  readonly threads: readonly ThreadState[];
  /** Numbers of instances. */
  readonly unsettled: readonly number[];
}

/** A coarse step under way. */
interface Walk {
  readonly accessed: boolean;
  /** The thread as it was at each move. */
  readonly path: ReadonlySet<string>;
  /** Locals assigned and loops come to. */
  readonly touched: ReadonlySet<string>;
  /** What was seen of the thread where the step could first be split; null when it could not. */
  readonly split: string | null;
}

/** Inside an atomic block a failure counts when it is come to, whether or not the block waits further down. */
type Outcome = State | 'failure';

const MOST_LOCAL_MOVES = 200;

export type StepSize = 'fine' | 'coarse';

/** Null when there are more states than the limit. */
export function seenInSteps(
  world: World,
  memory: MemoryName,
  bound: number,
  size: StepSize,
  limit: number,
): Seen | null {
  return new ReferenceRun(world, memory, bound, size).explore(limit);
}

class ReferenceRun {
  private readonly world: World;
  private readonly reference: Reference;
  private readonly memory: MemoryName;
  private readonly bound: number;
  private readonly size: StepSize;

  constructor(world: World, memory: MemoryName, bound: number, size: StepSize) {
    this.world = world;
    this.reference = world.reference;
    this.memory = memory;
    this.bound = bound;
    this.size = size;
  }

  explore(limit: number): Seen | null {
    const conditions = conditionsOf(this.world);
    const views = new Set<string>();
    const violated = new Set<number>();
    const statements = new Set<number>();
    let fails = false;
    const known = new Map<string, number>();
    const found: State[] = [];
    const waiting: State[] = [];
    const [edges, steps]: [Map<number, number[]>, Map<number, Set<number>>] = [new Map(), new Map()];
    const meet = (state: State): void => {
      const key = JSON.stringify(state);
      if (known.has(key)) return;
      known.set(key, known.size);
      found.push(state);
      waiting.push(state);
      for (const thread of state.threads) statements.add(this.reference.statementOf(thread)?.start ?? -1);
      if (state.unsettled.length > 0) return;
      const sight = this.sight(state);
      views.add(viewOf(sight, state.threads.length));
      for (const [k, condition] of conditions.entries()) if (condition.isBad(sight)) violated.add(k);
    };
    for (const state of this.beginnings()) meet(state);
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (known.size > limit) return null;
      const numberOf = (other: State): number => known.get(JSON.stringify(other)) as number;
      const [here, own]: [number[], Set<number>] = [[], new Set()];
      edges.set(numberOf(state), here);
      steps.set(numberOf(state), own);
      for (const [number] of state.threads.entries()) {
        for (const outcome of this.size === 'fine' ? this.fineSteps(state, number) : this.coarseSteps(state, number)) {
          if (typeof outcome === 'string') {
            fails = true;
            continue;
          }
          meet(outcome);
          here.push(numberOf(outcome));
          if (!this.stillWaits(state, outcome, number)) own.add(number);
        }
        for (const after of this.drains(state, number)) {
          meet(after);
          here.push(numberOf(after));
        }
      }
    }
    const threadIn = (state: number, thread: number) => found[state]?.threads[thread] as ThreadState;
    const stuck = stuckBySweeps({
      successors: found.map((_, state) => edges.get(state) ?? []),
      steps: found.map((_, state) => steps.get(state) ?? new Set()),
      threads: found[0]?.threads.length ?? 0,
      isEnd: (state, thread) => threadIn(state, thread).stack.length === 0,
      isAssumed: (state, thread) =>
        // Also inside of an atomic block.
        JSON.stringify(this.reference.statementOf(threadIn(state, thread)) ?? null).includes('"kind":"assume"'),
    });
    return {
      views,
      violated,
      fails,
      statements,
      hangs: stuck.some((threads) => threads.length > 0),
      loops: this.loops(),
    };
  }

  private loops(): boolean {
    return /"kind":"(while|loop|for|goto|assume)"/.test(JSON.stringify(this.world.syntax.declarations));
  }

  /**
   * An `await` that was false and has changed nothing. In fine steps, where each look at a variable is one, also such a look: as
   * more is seen in fine steps than there may be, more hangs.
   */
  private stillWaits(before: State, after: State, number: number): boolean {
    const thread = before.threads[number] as ThreadState;
    if (this.reference.statementOf(thread)?.kind !== 'await') return false;
    if (this.size === 'coarse') return JSON.stringify(before) === JSON.stringify(after);
    const seen = ({ memory, buffers, threads }: State) => JSON.stringify([memory, buffers, threads[number]?.stack]);
    return seen(before) === seen(after);
  }

  private beginnings(): State[] {
    const { memories, starts } = this.world;
    const threads = starts.reduce<ThreadState[][]>(
      (tuples, some, k) => tuples.flatMap((tuple) => some.map((one) => [...tuple, this.begun(one, k)])),
      [[]],
    );
    return memories.flatMap((memory) =>
      threads.map((all) => ({ memory, buffers: all.map(() => []), threads: all, unsettled: [] })),
    );
  }

  /** In coarse steps a thread begins behind what changes nothing. */
  private begun(thread: ThreadState, number: number): ThreadState {
    if (this.size === 'fine') return thread;
    let at = thread;
    for (let moves = 0; moves < MOST_LOCAL_MOVES; moves++) {
      if (this.reference.statementOf(at)?.labels.length !== 0) return at;
      const [move, other] = this.reference.moves(this.world.instances[number]?.thread ?? 0, at);
      if (move?.kind !== 'local' || other !== undefined || move.thread.locals !== at.locals) return at;
      at = move.thread;
    }
    return thread;
  }

  private sight({ memory, threads }: State): Sight {
    return {
      memory,
      labels: (instance) => {
        const thread = threads[instance] as ThreadState;
        return thread.stack.length === 0 ? ['end'] : this.reference.labelsOf(thread);
      },
      locals: (instance) => (threads[instance] as ThreadState).locals,
    };
  }

  private drains(state: State, number: number): State[] {
    const buffer = state.buffers[number] as readonly Buffered[];
    const before = buffer.slice(0, buffer.includes(BAR) ? buffer.indexOf(BAR) : undefined);
    const first = (entry: Buffered, k: number) => buffer.findIndex((other) => sameCell(other, entry)) === k;
    const oldest = this.memory === 'tso' ? buffer.slice(0, 1) : before.filter(first);
    return oldest.map((entry) => ({
      ...state,
      memory: put(state.memory, entry),
      buffers: state.buffers.with(number, withoutFirstBar(buffer.filter((other) => other !== entry))),
    }));
  }

  private movesOf(state: State, number: number, atomic: boolean): Move[] {
    const { thread } = this.world.instances[number] as World['instances'][number];
    return this.reference.moves(thread, state.threads[number] as ThreadState, atomic);
  }

  private fineSteps(state: State, number: number): Outcome[] {
    return this.movesOf(state, number, false).flatMap((move) => this.perform(state, number, move, false));
  }

  private coarseSteps(given: State, number: number): Outcome[] {
    const found: Outcome[] = [];
    const settled = { ...given, unsettled: given.unsettled.filter((other) => other !== number) };
    // Come to a wait with nothing done, a thread has not left where it was: a choice is decided by the first step, and a
    // thread that is unsettled where it chooses stays there.
    const chooses = this.reference.statementOf(given.threads[number] as ThreadState)?.kind === 'choose';
    const from = chooses ? settled : given;
    const waits = (state: State): void => {
      const shown = ({ memory, buffers, unsettled }: State) => JSON.stringify([memory, buffers, unsettled]);
      const isNothing = shown(state) === shown(from) && this.look(state, number) === this.look(from, number);
      if (!isNothing) found.push(state);
    };
    const ends = (state: State, { split }: Walk): void => {
      const unsure = split !== null && split !== this.look(state, number);
      found.push(unsure ? { ...state, unsettled: [...state.unsettled, number].sort() } : state);
    };
    const hasGone = ({ threads }: State): boolean => {
      const [from, to] = [given.threads[number] as ThreadState, threads[number] as ThreadState];
      const shown = (thread: ThreadState) => JSON.stringify([this.reference.labelsOf(thread), thread.locals]);
      return shown(from) !== shown(to);
    };
    const walk = (state: State, before: Walk): void => {
      const thread = state.threads[number] as ThreadState;
      const key = JSON.stringify(thread);
      const moved = before.path.size > 0;
      if (moved && this.mustStop(thread)) return void found.push(state);
      if (before.path.has(key)) return waits(state);
      if (before.path.size > MOST_LOCAL_MOVES) throw new TooLong();
      const moves = this.movesOf(state, number, false);
      if (moves.length === 0 && moved) return waits(state);
      const statement = this.reference.statementOf(thread);
      if (statement === undefined) return;
      if (statement.kind === 'choose' && (before.accessed || hasGone(state))) return ends(state, before);
      const touches = touchedBy(statement);
      const splits = this.maySplit(statement) || touches.some((name) => before.touched.has(name));
      const here: Walk = {
        ...before,
        path: new Set(before.path).add(key),
        touched: new Set([...before.touched, ...touches]),
        split: before.split ?? (splits && before.accessed ? this.look(state, number) : null),
      };
      for (const move of moves) {
        const local = move.kind === 'local' || move.kind === 'failure' || this.isGhostly(move);
        if (!local && before.accessed) {
          ends(state, before);
          continue;
        }
        for (const outcome of this.perform(state, number, move, false)) {
          if (typeof outcome === 'string') found.push(outcome);
          else walk(outcome, { ...here, accessed: before.accessed || !local });
        }
      }
    };
    walk(settled, { accessed: false, path: new Set(), touched: new Set(), split: null });
    return found;
  }

  /** What is seen of a thread, and of ghosts. */
  private look({ threads, memory }: State, number: number): string {
    const thread = threads[number] as ThreadState;
    const noted = [...this.world.ghosts].map((name) => memory[name]);
    return JSON.stringify([this.reference.labelsOf(thread), thread.locals, noted]);
  }

  /** To look at a ghost or to assign to one is part of the step around it. */
  private isGhostly(move: Move): boolean {
    return move.kind === 'access' && this.world.ghosts.has(move.access.name);
  }

  /** A choice, a wait, `?`, a cell of an array. */
  private maySplit(statement: StatementSyntax): boolean {
    switch (statement.kind) {
      case 'choose':
      case 'await':
      case 'assume':
        return true;
      case 'local':
        return hasCell(statement.declarators) || JSON.stringify(statement.declarators).includes('"any"');
      case 'assign':
        return hasCell([statement.target, statement.value]) || statement.value.kind === 'any';
      case 'if':
      case 'while':
      case 'assert':
        return hasCell(statement.condition);
      case 'for':
        return hasCell([statement.low, statement.high]);
      case 'switch':
        return hasCell(statement.value);
      case 'invoke':
        return hasCell([statement.arguments, statement.target]);
      case 'return':
        return hasCell(statement.value);
      default:
        return false;
    }
  }

  /** Behind the last statement, or at a label that was just come to. */
  private mustStop(thread: ThreadState): boolean {
    return this.reference.statementOf(thread) === undefined || this.reference.isAtLabel(thread);
  }

  private perform(state: State, number: number, move: Move, atomic: boolean): Outcome[] {
    const withThread = (thread: ThreadState): State => ({ ...state, threads: state.threads.with(number, thread) });
    switch (move.kind) {
      case 'failure':
        return ['failure'];
      case 'local':
        return [withThread(move.thread)];
      case 'atomic': {
        if (state.buffers[number]?.length !== 0) return [];
        return this.inside(withThread(move.inside), number, state.threads[number] as ThreadState);
      }
      case 'access':
        return this.access(state, number, move.access, move.after, atomic);
    }
  }

  /** Every way through an atomic block, each as one step. */
  private inside(state: State, number: number, outside: ThreadState): Outcome[] {
    const { stack } = state.threads[number] as ThreadState;
    const frame = outside.stack.at(-1);
    const holder = stack[outside.stack.length - 1];
    const within =
      stack.length > outside.stack.length && holder?.block === frame?.block && holder?.index === frame?.index;
    if (!within) return [state];
    return this.movesOf(state, number, true).flatMap((move) =>
      this.perform(state, number, move, true).flatMap((next) =>
        typeof next === 'string' ? [next] : this.inside(next, number, outside),
      ),
    );
  }

  private access(
    state: State,
    number: number,
    { kind, name, cell, operands }: Access,
    after: (result: number) => ThreadState,
    atomic: boolean,
  ): Outcome[] {
    const { memory, buffers } = state;
    const buffer = buffers[number] as readonly Buffered[];
    const [first = 0, second = 0] = operands;
    const done = (result: number, rest: Partial<State> = {}): State[] => {
      return [{ ...state, ...rest, threads: state.threads.with(number, after(result)) }];
    };
    if (kind === 'fence') return buffer.length === 0 ? done(0) : [];
    const bar = this.memory === 'pso' && buffer.length > 0 && buffer.at(-1) !== BAR ? [BAR] : [];
    if (kind === 'store fence') return done(0, { buffers: buffers.with(number, [...buffer, ...bar]) });
    const own = buffer.findLast((entry) => sameCell(entry, { name, cell }));
    const old = own?.value ?? memory[name]?.[cell];
    if (old === undefined) return ['failure'];
    if (kind === 'read') return done(old);
    const write = (value: number): Buffered => ({ name, cell, value });
    if (kind === 'write' || kind === 'release') {
      const held = this.reference.stored(name, first);
      if (held === null) return ['failure'];
      if (atomic || this.memory === 'sc' || this.world.ghosts.has(name))
        return done(0, { memory: put(memory, write(held)) });
      const queue = this.memory === 'tso' ? buffer : buffer.filter((entry) => sameCell(entry, { name, cell }));
      if (queue.length >= this.bound) return [];
      // The order between cells means nothing under PSO: one order for all that no bar parts.
      const parted = kind === 'release' ? [...buffer, ...bar] : buffer;
      const since = parted.lastIndexOf(BAR) + 1;
      const last = [...parted.slice(since), write(held)];
      if (this.memory === 'pso') last.sort(byCell);
      return done(0, { buffers: buffers.with(number, [...parted.slice(0, since), ...last]) });
    }
    if (buffer.length > 0) return [];
    if (kind === 'cas' && old !== first) return done(0);
    const value = this.reference.stored(name, kind === 'cas' ? second : kind === 'swap' ? first : old + first);
    if (value === null) return ['failure'];
    return done(kind === 'cas' ? 1 : old, { memory: put(memory, write(value)) });
  }
}

/** There is an index in it. */
function hasCell(part: unknown): boolean {
  return /"index":[^n]/.test(JSON.stringify(part));
}

/** What a step that touches it twice may be split for. */
function touchedBy(statement: StatementSyntax): string[] {
  switch (statement.kind) {
    case 'assign':
      return [statement.target.name.text];
    case 'local':
      return statement.declarators.flatMap(({ names }) => names.map(({ name }) => name.text));
    case 'for':
      return [statement.variable.text, `loop at ${statement.start}`];
    case 'invoke':
      return [
        `call of ${statement.procedure.text}`,
        ...(statement.target === null ? [] : [statement.target.name.text]),
      ];
    case 'while':
    case 'loop':
    case 'await':
      return [`loop at ${statement.start}`];
    default:
      return [];
  }
}

/** Local work went on for longer than anybody wants to wait. */
export class TooLong extends Error {}

function sameCell(one: Omit<Buffered, 'value'>, other: Omit<Buffered, 'value'>): boolean {
  return one.name === other.name && one.cell === other.cell;
}

function byCell(one: Buffered, other: Buffered): number {
  return one.name === other.name ? one.cell - other.cell : one.name < other.name ? -1 : 1;
}

function put(memory: Cells, { name, cell, value }: Buffered): Cells {
  return { ...memory, [name]: (memory[name] ?? []).with(cell, value) };
}

export function viewOf({ memory, labels, locals }: Sight, instances: number): string {
  // The locals of procedures are nobody's business, nor what counters hold outside of their loops.
  const sorted = (cells: Cells) =>
    Object.keys(cells)
      .filter((name) => !/^[pq]\.|\$|^i\d/.test(name))
      .sort()
      .map((name) => `${name}=${(cells[name] ?? []).map((v) => v + 0)}`);
  const threads = Array.from({ length: instances }, (_, k) => `${labels(k).join(' ')}: ${sorted(locals(k)).join(' ')}`);
  return [sorted(memory).join(' '), ...threads].join(' | ');
}
