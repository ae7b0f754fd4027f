/**
 * Threads that block each other, shown without a look at what the others do, so for store buffers of any length and threads
 * that go on for ever: a set of threads such that no edge of any of them can be taken, but for rounds of a loop
 * (`models/program/rounds.ts`), as long as the cells that only they write stay as they are. Since none of them writes, and nothing
 * is on its way to these cells, they do stay. Where rounds lead a thread is followed, with its locals.
 *
 * The largest such set is found by leaving out threads that may step. What is not known of a guard is taken to let it pass.
 */
import { boundsOf, type Cells, offsetOf, sizeOf, variableAt } from '../../../models/program/cells.js';
import { nodesOf } from '../../../models/program/expression.js';
import type { Edge, Expression, Read, Sort } from '../../../models/program/model.js';
import { isEnd, locationAt, templateOf } from '../../../models/program/parts.js';
import { evaluate, type Failure, isFailure } from './evaluate.js';
import { type Configuration, cellAt, type Machine } from './machine.js';

/** The threads of the largest such set; none where an `assume` may end the runs from here. */
export function blockedTogether(machine: Machine, configuration: Configuration): number[] {
  const { program } = machine;
  const { locations } = configuration;
  let blocked = [...locations.keys()].filter((thread) => {
    return !isEnd(templateOf(program, thread), locations[thread] as number);
  });
  for (;;) {
    const known = new Known(machine, configuration, blocked);
    const still = blocked.filter((thread) => known.isBlocked(thread));
    if (still.length === blocked.length) return known.mayBeReleased() ? [] : blocked;
    blocked = still;
  }
}

/** What stays as it is while none of these threads steps. */
class Known {
  private readonly machine: Machine;
  private readonly configuration: Configuration;
  private readonly blocked: readonly number[];
  /** Shared cells that somebody may write. */
  private readonly open: ReadonlySet<number>;
  /** By thread: the edges it may still take. */
  private readonly ahead: readonly (readonly Edge[])[];

  /** `like`: one that differs in locals alone. */
  constructor(machine: Machine, configuration: Configuration, blocked: readonly number[], like: Known | null = null) {
    this.machine = machine;
    this.configuration = configuration;
    this.blocked = blocked;
    this.ahead =
      like?.ahead ?? machine.program.threads.map((_, each) => (blocked.includes(each) ? [] : this.edgesAhead(each)));
    this.open = like?.open ?? this.opened();
  }

  private opened(): Set<number> {
    const open = new Set<number>();
    const waiting = this.configuration.buffers.flat().flatMap(({ batches }) => batches.flat());
    for (const { place } of waiting) open.add(place);
    for (const [thread, edges] of this.ahead.entries()) {
      const targets = edges.flatMap(({ updates }) => updates.map(({ target }) => target));
      for (const target of targets) if (target.kind === 'shared') this.opens(thread, target, open);
    }
    return open;
  }

  private edgesAhead(thread: number): Edge[] {
    const { edges } = templateOf(this.machine.program, thread);
    const reached = new Set([this.configuration.locations[thread] as number]);
    for (const location of reached) for (const { from, to } of edges) if (from === location) reached.add(to);
    return edges.filter(({ from }) => reached.has(from));
  }

  private opens(thread: number, { variable, index }: Read, open: Set<number>): void {
    const { shared, program } = this.machine;
    const first = offsetOf(shared, variable);
    const size = sizeOf(variableAt(shared, variable));
    const { parameters } = templateOf(program, thread);
    // The parameters of a thread are what they are, whatever it does.
    const position = index === null ? 0 : this.value(thread, index, (local) => local < parameters, false);
    if (position !== null && position >= 0 && position < size) open.add(first + position);
    else for (let cell = first; cell < first + size; cell++) open.add(cell);
  }

  /** Null where it is not known. */
  private value(
    thread: number,
    expression: Expression,
    isKept: (local: number) => boolean,
    memory: boolean,
  ): number | null {
    const { machine, configuration } = this;
    const look = (values: readonly number[], cell: number | Failure) =>
      typeof cell !== 'number' ? cell : (values[cell] ?? UNKNOWN);
    const own = machine.locals[thread] as Cells;
    const found = evaluate(
      {
        local: (variable, index) =>
          isKept(variable)
            ? look(configuration.locals[thread] as readonly number[], cellAt(own, variable, index))
            : UNKNOWN,
        shared: (variable, index) => {
          const cell = cellAt(machine.shared, variable, index);
          if (!memory || (typeof cell === 'number' && this.open.has(cell))) return UNKNOWN;
          return look(configuration.memory, cell);
        },
        wraps: machine.program.wraps === true,
      },
      expression,
    );
    return isFailure(found) ? null : found;
  }

  /** Whether the thread takes no step while the others of the set take none. */
  isBlocked(thread: number): boolean {
    const { machine, configuration } = this;
    const { edges } = templateOf(machine.program, thread);
    const first = { location: configuration.locations[thread] as number, locals: configuration.locals[thread] ?? [] };
    const known = new Map([[JSON.stringify(first), first]]);
    for (const { location, locals } of known.values()) {
      if (known.size > MOST_ROUNDS) return false;
      const there = this.from(thread, locals);
      for (const edge of edges) {
        if (edge.from !== location || (edge.guard !== null && there.isFalse(thread, edge.guard))) continue;
        if (edge.retries === true && edge.to === location && there.changesNothing(thread, edge)) continue;
        const after = edge.round === true ? there.localsAfter(thread, edge) : null;
        if (after === null) return false;
        const next = { location: edge.to, locals: after };
        known.set(JSON.stringify(next), next);
      }
    }
    return true;
  }

  /** The same, with other locals of a thread. */
  private from(thread: number, own: readonly number[]): Known {
    const { machine, configuration, blocked } = this;
    const locals = configuration.locals.map((values, each) => (each === thread ? own : values));
    return new Known(machine, { ...configuration, locals }, blocked, this);
  }

  /** Null where they are not known. */
  private localsAfter(thread: number, { updates }: Edge): readonly number[] | null {
    const { machine, configuration } = this;
    const own = machine.locals[thread] as Cells;
    const after = [...(configuration.locals[thread] ?? [])];
    for (const { target, value } of updates) {
      const index = target.index === null ? null : this.value(thread, target.index, () => true, true);
      const result = value === 'any' ? null : this.value(thread, value, () => true, true);
      if (result === null || (index === null && target.index !== null)) return null;
      const cell = cellAt(own, target.variable, index);
      if (typeof cell !== 'number' || !fits(result, variableAt(own, target.variable).sort)) return null;
      after[cell] = result;
    }
    return after;
  }

  private isFalse(thread: number, condition: Expression): boolean {
    const value = this.value(thread, condition, () => true, true);
    if (value !== null) return value === 0;
    if (condition.kind !== 'binary') return false;
    const { left, right, operator } = condition;
    if (operator === '||') return this.isFalse(thread, left) && this.isFalse(thread, right);
    return operator === '&&' && (this.isFalse(thread, left) || (!mayFail(left) && this.isFalse(thread, right)));
  }

  private changesNothing(thread: number, { updates }: Edge): boolean {
    const { machine, configuration } = this;
    return updates.every(({ target, value }) => {
      if (value === 'any') return false;
      const index = target.index === null ? null : this.value(thread, target.index, () => true, true);
      if (index === null && target.index !== null) return false;
      const cells = target.kind === 'shared' ? machine.shared : (machine.locals[thread] as Cells);
      const cell = cellAt(cells, target.variable, index);
      if (typeof cell !== 'number' || (target.kind === 'shared' && this.open.has(cell))) return false;
      const values = target.kind === 'shared' ? configuration.memory : configuration.locals[thread];
      return this.value(thread, value, () => true, true) === values?.[cell];
    });
  }

  /** Whether a thread stands, or may come to stand, where an `assume` that is false stops it. */
  mayBeReleased(): boolean {
    const { program } = this.machine;
    return program.threads.some((_, thread) => {
      const here = this.configuration.locations[thread] as number;
      const all = this.blocked.includes(thread) ? [] : (this.ahead[thread] ?? []);
      const template = templateOf(program, thread);
      return [here, ...all.map(({ to }) => to)].some((at) => locationAt(template, at).assumed === true);
    });
  }
}

/** What a thread may be like on its rounds, before nobody follows it any more. */
const MOST_ROUNDS = 64;

function fits(value: number, sort: Sort): boolean {
  const bounds = boundsOf(sort);
  return bounds === null || (value >= bounds.low && value <= bounds.high);
}

const UNKNOWN: Failure = { kind: 'index', text: 'not known' };

/** Whether a value may be missing for another reason than that a cell is not known. */
function mayFail(expression: Expression): boolean {
  return nodesOf(expression).some((node) => {
    if (node.kind === 'local' || node.kind === 'shared') return node.index !== null;
    return node.kind === 'binary' && ['/', '%', '<<', '>>', '>>>'].includes(node.operator);
  });
}
