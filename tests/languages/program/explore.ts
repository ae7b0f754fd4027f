/**
 * All that can be seen of a program, under sequential consistency or TSO: by the reference interpreter of the text, and
 * by running its automata as the model says. Buffers hold a few entries; a thread that would write more waits.
 */
import type { Expression, Program } from '../../../src/models/program/model.js';
import type { Access, Move, Range, Reference, ThreadState } from './reference.js';

export interface Seen {
  /** Memory and locals when all threads have finished and nothing is buffered. */
  readonly finals: string[];
  /** Memory and where threads are, when each is at a label (not `end`). */
  readonly places: string[];
  readonly failure: boolean;
  /** False when there were too many states. */
  readonly complete: boolean;
}

interface Buffered {
  readonly name: string;
  readonly cell: number;
  readonly value: number;
}

type Memory = Readonly<Record<string, readonly number[]>>;

interface State<T> {
  readonly memory: Memory;
  readonly buffers: readonly (readonly Buffered[])[];
  readonly threads: readonly T[];
}

const BUFFER = 2;

/** The machine around both interpreters. `null`: a failure. */
abstract class Machine<T> {
  readonly weak: boolean;
  protected abstract successors(state: State<T>, number: number): (State<T> | null)[];
  protected abstract finished(thread: T, number: number): Record<string, readonly number[]> | null;
  protected abstract labels(thread: T, number: number): readonly string[];

  constructor(weak: boolean) {
    this.weak = weak;
  }

  explore(first: State<T>, limit: number): Seen {
    const finals = new Set<string>();
    const places = new Set<string>();
    let failure = false;
    const known = new Set([JSON.stringify(first)]);
    const waiting = [first];
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (known.size > limit) return { finals: [], places: [], failure, complete: false };
      const { memory, buffers, threads } = state;
      const idle = buffers.every((buffer) => buffer.length === 0);
      const locals = threads.map((thread, number) => this.finished(thread, number));
      if (idle && locals.every((one) => one !== null)) finals.add(JSON.stringify([memory, locals]));
      const labels = threads.map((thread, number) => this.labels(thread, number).filter((label) => label !== 'end'));
      if (labels.every((list) => list.length > 0)) places.add(JSON.stringify([memory, labels]));
      const next = threads.flatMap((_, number) => this.successors(state as State<T>, number));
      for (const [number, buffer] of buffers.entries()) {
        const [oldest, ...rest] = buffer;
        if (oldest !== undefined)
          next.push({ threads, buffers: buffers.with(number, rest), memory: put(memory, oldest) });
      }
      for (const one of next) {
        if (one === null) {
          failure = true;
          continue;
        }
        const key = JSON.stringify(one);
        if (known.has(key)) continue;
        known.add(key);
        waiting.push(one);
      }
    }
    return { finals: [...finals].sort(), places: [...places].sort(), failure, complete: true };
  }
}

function put(memory: Memory, { name, cell, value }: Buffered): Memory {
  return { ...memory, [name]: (memory[name] ?? []).with(cell, value) };
}

function get({ memory, buffers }: State<unknown>, number: number, name: string, cell: number): number | undefined {
  const own = buffers[number]?.findLast((entry) => entry.name === name && entry.cell === cell);
  return own?.value ?? memory[name]?.[cell];
}

export class ReferenceMachine extends Machine<ThreadState> {
  private readonly reference: Reference;

  constructor(reference: Reference, weak: boolean) {
    super(weak);
    this.reference = reference;
  }

  run(memory: Memory, limit: number): Seen {
    const threads = this.reference.entries.map((_, number) => this.reference.start(number));
    return this.explore({ memory, buffers: threads.map(() => []), threads }, limit);
  }

  protected finished(thread: ThreadState): Record<string, readonly number[]> | null {
    if (thread.stack.length > 0) return null;
    return Object.fromEntries(Object.entries(thread.locals).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  protected labels(thread: ThreadState): readonly string[] {
    return this.reference.labelsOf(thread);
  }

  protected successors(state: State<ThreadState>, number: number): (State<ThreadState> | null)[] {
    const thread = state.threads[number] as ThreadState;
    return this.reference.moves(number, thread).flatMap((move) => this.perform(state, number, move, false));
  }

  private perform(
    state: State<ThreadState>,
    number: number,
    move: Move,
    atomic: boolean,
  ): (State<ThreadState> | null)[] {
    const withThread = (thread: ThreadState, rest: Partial<State<ThreadState>> = {}) => {
      return { ...state, ...rest, threads: state.threads.with(number, thread) };
    };
    switch (move.kind) {
      case 'failure':
        return [null];
      case 'local':
        return [withThread(move.thread)];
      case 'atomic':
        if (!atomic && state.buffers[number]?.length !== 0) return [];
        return this.inside(withThread(move.inside), number, move.depth);
      case 'access':
        return this.access(state, number, move.access, move.after, atomic).map((next) =>
          next === null ? null : withThread(next.thread, { memory: next.memory, buffers: next.buffers }),
        );
    }
  }

  /** Every way through a block, each as one step. */
  private inside(state: State<ThreadState>, number: number, depth: number): (State<ThreadState> | null)[] {
    const thread = state.threads[number] as ThreadState;
    if (thread.stack.length <= depth) return [state];
    const moves = this.reference.moves(number, thread, true);
    return moves.flatMap((move) =>
      this.perform(state, number, move, true).flatMap((next) =>
        next === null ? [null] : this.inside(next, number, depth),
      ),
    );
  }

  private access(
    state: State<ThreadState>,
    number: number,
    { kind, name, cell, operands }: Access,
    after: (result: number) => ThreadState,
    atomic: boolean,
  ): ({ thread: ThreadState; memory: Memory; buffers: State<ThreadState>['buffers'] } | null)[] {
    const { memory, buffers } = state;
    const buffer = buffers[number] ?? [];
    const [first = 0, second = 0] = operands;
    if (kind === 'store fence') return [{ thread: after(0), memory, buffers }];
    if (kind === 'fence') return buffer.length === 0 ? [{ thread: after(0), memory, buffers }] : [];
    const old = get(state, number, name, cell);
    if (old === undefined) return [null];
    if (kind === 'read') return [{ thread: after(old), memory, buffers }];
    if (kind === 'write' || kind === 'release') {
      const held = this.reference.stored(name, first);
      if (held === null) return [null];
      const entry = { name, cell, value: held };
      if (atomic || !this.weak) return [{ thread: after(0), memory: put(memory, entry), buffers }];
      return buffer.length >= BUFFER
        ? []
        : [{ thread: after(0), memory, buffers: buffers.with(number, [...buffer, entry]) }];
    }
    if (buffer.length > 0) return [];
    if (kind === 'cas' && old !== first) return [{ thread: after(0), memory, buffers }];
    const value = this.reference.stored(name, kind === 'cas' ? second : kind === 'swap' ? first : old + first);
    if (value === null) return [null];
    return [{ thread: after(kind === 'cas' ? 1 : old), memory: put(memory, { name, cell, value }), buffers }];
  }
}

interface Control {
  readonly location: number;
  readonly locals: readonly (readonly number[])[];
}

class StepFails extends Error {}

export class ProgramMachine extends Machine<Control> {
  private readonly program: Program;

  constructor(program: Program, weak: boolean) {
    super(weak);
    this.program = program;
  }

  run(limit: number): Seen {
    const { shared, threads } = this.program;
    const memory = Object.fromEntries(shared.map(({ name, initial }) => [name, initial as number[]]));
    const controls = threads.map(({ initial }) => ({ location: 0, locals: initial as number[][] }));
    return this.explore({ memory, buffers: threads.map(() => []), threads: controls }, limit);
  }

  private template(number: number) {
    const template = this.program.templates[this.program.threads[number]?.template ?? -1];
    if (template === undefined) throw new Error('no template');
    return template;
  }

  protected finished({ location, locals }: Control, number: number): Record<string, readonly number[]> | null {
    const template = this.template(number);
    if (template.locations[location]?.labels.includes('end') !== true) return null;
    const named = locals.map((cells, position) => [template.locals[position]?.name ?? '', cells] as const);
    return Object.fromEntries(named.filter(([name]) => !name.startsWith('$')).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  protected labels({ location }: Control, number: number): readonly string[] {
    return this.template(number).locations[location]?.labels ?? [];
  }

  protected successors(state: State<Control>, number: number): (State<Control> | null)[] {
    const control = state.threads[number] as Control;
    const template = this.template(number);
    const found: (State<Control> | null)[] = [];
    for (const edge of template.edges) {
      if (edge.from !== control.location) continue;
      const buffer = state.buffers[number] ?? [];
      if ((edge.fence || edge.atomic) && buffer.length > 0) continue;
      try {
        const value = (term: Expression): number => this.evaluate(term, state, number);
        if (edge.guard !== null && value(edge.guard) === 0) continue;
        const writes = edge.updates.filter(({ target }) => target.kind === 'shared');
        if (this.weak && !edge.atomic && buffer.length + writes.length > BUFFER) continue;
        let results: State<Control>[] = [
          { ...state, threads: state.threads.with(number, { ...control, location: edge.to }) },
        ];
        for (const { target, value: written } of edge.updates) {
          const { kind, variable } = target;
          const declared = (kind === 'local' ? template.locals : this.program.shared)[variable];
          if (declared === undefined) throw new Error('no variable');
          const { sort } = declared;
          const [low, high] =
            sort.kind === 'range' ? [sort.low, sort.high] : sort.kind === 'bool' ? [0, 1] : [-1e9, 1e9];
          const values =
            written === 'any' ? Array.from({ length: high - low + 1 }, (_, i) => low + i) : [value(written)];
          const cell = target.index === null ? 0 : value(target.index);
          if (cell < 0 || cell >= (declared.size ?? 1)) throw new StepFails();
          results = results.flatMap((result) =>
            values.map((one) => {
              if (one < low || one > high) throw new StepFails();
              return this.update(
                result,
                number,
                kind,
                variable,
                { name: declared.name, cell, value: one },
                edge.atomic,
              );
            }),
          );
        }
        if (template.locations[edge.to]?.failure !== null) found.push(null);
        else found.push(...results);
      } catch (signal) {
        if (!(signal instanceof StepFails)) throw signal;
        found.push(null);
      }
    }
    return found;
  }

  private update(
    state: State<Control>,
    number: number,
    kind: 'local' | 'shared',
    variable: number,
    entry: Buffered,
    atomic: boolean,
  ): State<Control> {
    if (kind === 'local') {
      const control = state.threads[number] as Control;
      const cells = control.locals[variable] ?? [];
      const locals = control.locals.with(variable, cells.with(entry.cell, entry.value));
      return { ...state, threads: state.threads.with(number, { ...control, locals }) };
    }
    if (atomic || !this.weak) return { ...state, memory: put(state.memory, entry) };
    return { ...state, buffers: state.buffers.with(number, [...(state.buffers[number] ?? []), entry]) };
  }

  private evaluate(term: Expression, state: State<Control>, number: number): number {
    const value = (part: Expression) => this.evaluate(part, state, number);
    switch (term.kind) {
      case 'constant':
        return term.value;
      case 'local':
      case 'shared': {
        const cell = term.index === null ? 0 : value(term.index);
        const found =
          term.kind === 'local'
            ? state.threads[number]?.locals[term.variable]?.[cell]
            : get(state, number, this.program.shared[term.variable]?.name ?? '', cell);
        if (found === undefined) throw new StepFails();
        return found;
      }
      case 'unary':
        return term.operator === '!' ? Number(value(term.operand) === 0) : -value(term.operand);
      case 'conditional':
        return value(term.condition) !== 0 ? value(term.whenTrue) : value(term.whenFalse);
      case 'binary': {
        const left = value(term.left);
        if (term.operator === '&&' && left === 0) return 0;
        if (term.operator === '||' && left !== 0) return 1;
        const right = value(term.right);
        switch (term.operator) {
          case '+':
            return left + right;
          case '-':
            return left - right;
          case '*':
            return left * right;
          case '/':
          case '%':
            if (right === 0) throw new StepFails();
            return term.operator === '/' ? Math.trunc(left / right) : left % right;
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
          default:
            return Number(right !== 0);
        }
      }
    }
  }
}

export type { Range };
