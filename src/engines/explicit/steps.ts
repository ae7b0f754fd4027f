/**
 * The steps of a thread as kernel code: one function for each thread that is given a state and calls `successor` for
 * every successor, with a number from which the step can be told again (`StepTable`).
 *
 * The order of what is tried is the machine's (`memory/operational/program/machine.ts`): empty buffers, guard, then update by
 * update index, value and range, then room in the buffers. A value that is left open does not influence any of these, so the
 * loop over its values comes last.
 */
import { drainedCell, hasBuffers, type MemoryModel } from '../../memory/models.js';
import { boundsOf, type Cells, offsetOf, sizeOf, variableAt } from '../../models/program/cells.js';
import type { Liveness } from '../../models/program/liveness.js';
import type { Sort, Update } from '../../models/program/model.js';
import { needsEmptyBuffers, templateOf } from '../../models/program/parts.js';
import { mayWait, type SpecialEdge, type SpecialProgram } from '../../models/program/specialise.js';
import {
  binary,
  block,
  type Code,
  type CodeFunction,
  call,
  constant,
  exit,
  FAULT,
  get,
  INDEX,
  loop,
  ONE,
  perform,
  RANGE,
  return_,
  type Statement,
  set,
  when,
  ZERO,
} from './code/code.js';
import { drainInto } from './drain.js';
import { arrayField, Expressions, elementShift, readField, stateWord } from './expressions.js';
import { field, HEADER, IDLE, markFull, returnFailure, setField } from './header.js';
import type { Layout } from './layout.js';
import type { Marks } from './marks.js';
import { NextState, replace } from './next-state.js';
import { type Field, isField, type Packing, type Queue, type Stored, shapeOf } from './packing.js';
import type { Sleep } from './parallel/sleep.js';
import { mayDrain, type Pushed, part, push, replaceElement, roomForCell, somethingWaits, wordsOf } from './queues.js';
import { StepTable } from './step-table.js';
import { loadWords } from './visited.js';
import { compared, exactly, type Ranged } from './words.js';

/** What the functions here return where a step has failed; otherwise 0. */
const FAILED = ONE;

/** An update whose index and value are computed, in variables or as numbers. */
interface Computed {
  readonly update: Update;
  readonly cells: Cells;
  /** Position within the variable: a number, or code that is known to be in bounds. */
  readonly position: Code;
  readonly value: Code;
}

/** The functions `thread0`, `thread1`... with those that they call, and the table of their steps. */
interface ThreadSteps {
  readonly functions: readonly CodeFunction[];
  readonly table: StepTable;
}

/** What the steps note on their way. */
interface Noting {
  readonly marks: Marks | null;
  /** Of a successor in the batch. */
  readonly waitingBytes: number;
}

export function threadSteps(
  layout: Layout,
  memory: MemoryModel,
  noting: Noting | null,
  sleep: Sleep | null,
): ThreadSteps {
  const table = new StepTable(memory);
  const steps = new Steps(layout, table, noting, sleep);
  return { functions: layout.special.threads.flatMap((_, thread) => steps.functionsOf(thread)), table };
}

/**
 * Locations whose steps are in one function. A thread with more has a function for each so many: compilers take time and
 * memory that grow with the square of a function's length, and refuse one that has too many variables.
 */
const TOGETHER = 128;

class Steps {
  private readonly special: SpecialProgram;
  private readonly packing: Packing;
  private readonly live: readonly Liveness[];
  private readonly table: StepTable;
  private readonly noting: Noting | null;
  private readonly sleep: Sleep | null;
  private expressions: Expressions;
  private labels = 0;

  constructor({ special, packing, live }: Layout, table: StepTable, noting: Noting | null, sleep: Sleep | null) {
    this.special = special;
    this.packing = packing;
    this.live = live;
    this.table = table;
    this.noting = noting;
    this.sleep = sleep;
    this.expressions = new Expressions(special, packing);
  }

  /** The function of a thread, and others that it calls. */
  functionsOf(thread: number): CodeFunction[] {
    const { packing, special } = this;
    const { locations } = templateOf(special.program, thread);
    const leaving: SpecialEdge[][] = locations.map(() => []);
    for (const edge of special.threads[thread]?.edges ?? []) leaving[edge.from]?.push(edge);
    const location = readField(packing.locations[thread] as Field);
    const parts: CodeFunction[] = [];
    let moves: Statement;
    if (locations.length <= TOGETHER) {
      moves = { op: 'switch', subject: location, cases: this.casesOf(thread, leaving, 0) };
    } else {
      for (let first = 0; first < locations.length; first += TOGETHER) {
        const cases = this.casesOf(thread, leaving.slice(first, first + TOGETHER), first);
        const body: Statement[] = [
          ...this.begun(),
          { op: 'switch', subject: binary('-', location, constant(first)), cases },
        ];
        parts.push({ name: `thread${thread}part${parts.length}`, parameters: ['id', 'at'], body, exported: false });
      }
      // A part that reports a failure returns 1: nothing more is tried.
      const cases = parts.map(({ name }) => [when(call(name, get('id'), get('at')), [return_(FAILED)])]);
      moves = { op: 'switch', subject: binary('/', location, constant(TOGETHER)), cases };
    }
    const drains = (packing.queues[thread] ?? []).map((queue) => this.drain(queue));
    const body = [...this.begun(), moves, ...drains];
    return [...parts, { name: `thread${thread}`, parameters: ['id', 'at'], body, exported: false }];
  }

  /** What a function begins with: the words of the state, and who sleeps there. */
  private begun(): Statement[] {
    return [...loadWords(this.packing.words), ...(this.sleep === null ? [] : [this.sleep.known])];
  }

  /** Of locations from this one on. */
  private casesOf(thread: number, leaving: readonly (readonly SpecialEdge[])[], first: number): Statement[][] {
    return leaving.map((edges, position) => {
      const steps = edges.map((edge) => this.edge(thread, edge));
      return this.sleep === null || steps.length === 0
        ? steps
        : [this.sleep.afterMove(thread, first + position), ...steps];
    });
  }

  /** Tells that these are the words of a successor, unless who steps is asleep. */
  private found(who: number | Queue, words: readonly Code[], step: Code): Statement {
    if (this.sleep === null) return perform('successor', ...words, step);
    return this.sleep.unlessAsleep(who, perform('successor', ...words, step, get('resting')));
  }

  private label(): string {
    return `step${this.labels++}`;
  }

  private drain(queue: Queue): Statement {
    const { words } = this.packing;
    const cell = drainedCell(this.table.memory, queue.cells[0] as number);
    const step = this.table.drain(queue.thread, cell);
    const next = new NextState();
    drainInto(next, this.packing, queue, new Expressions(this.special, this.packing).fresh());
    const inserted = this.found(queue, next.words(words), constant(step));
    const ready = mayDrain(queue, this.packing.queues[queue.thread] ?? []);
    const after = this.sleep === null ? [] : [this.sleep.afterDrain(queue)];
    return when(ready, [...next.statements(), ...after, inserted]);
  }

  private edge(thread: number, edge: SpecialEdge): Statement {
    // Each sets its variables before it reads them, so all have the same: compilers look at every variable in every branch.
    this.expressions = new Expressions(this.special, this.packing);
    const { expressions } = this;
    const label = this.label();
    const queues = this.packing.queues[thread] ?? [];
    const body: Statement[] = [];
    const sorts = edge.updates.flatMap(({ target, value }) => {
      return value === 'any' ? [variableAt(this.cellsFor(thread, target.kind), target.variable).sort] : [];
    });
    const step = this.table.edge(thread, edge.number, sorts);
    const fail = (fault: Code) => [returnFailure(constant(step), fault)];
    /** Code for a value; when it may fault that is looked at before anything else is done. */
    const evaluated = (ranged: Ranged): Code => {
      const { mayFault } = expressions;
      expressions.mayFault = false;
      if (ranged.code.op === 'constant') return ranged.code;
      const name = expressions.fresh();
      body.push(set(name, ranged.code));
      if (mayFault) body.push(when(get(FAULT), fail(get(FAULT))));
      return get(name);
    };

    expressions.readsMemory = needsEmptyBuffers(edge);
    const empty = edge.drained === true ? this.packing.queues.flat() : expressions.readsMemory ? queues : [];
    if (empty.length > 0) body.push(when(somethingWaits(empty), [exit(label)]));
    if (edge.guard !== null) {
      const guard = expressions.compile(edge.guard, thread);
      const value = expressions.mayFault ? evaluated(guard) : guard.code;
      body.push(when(binary('==', value, ZERO), [exit(label)]));
    }
    const computed: Computed[] = [];
    const open: { name: string; sort: Sort }[] = [];
    for (const update of edge.updates) {
      const cells = this.cellsFor(thread, update.target.kind);
      const declared = variableAt(cells, update.target.variable);
      const { index } = update.target;
      let position: Code = ZERO;
      if (index !== null) {
        const ranged = expressions.compile(index, thread);
        position = evaluated(ranged);
        const size = sizeOf(declared);
        if (ranged.low < 0 || ranged.high >= size) {
          const outside = binary('==', binary('<u', position, constant(size)), ZERO);
          body.push(when(outside, fail(constant(INDEX))));
          // Nothing after it is reached, and no code can be made for a cell that is not there.
          if (position.op === 'constant') return block(label, body);
        }
      }
      if (update.value === 'any') {
        const name = expressions.fresh();
        open.push({ name, sort: declared.sort });
        computed.push({ update, cells, position, value: get(name) });
        continue;
      }
      const given = expressions.compile(update.value, thread);
      const ranged = declared.sort.kind === 'int' ? expressions.signed(given) : given;
      const value = evaluated(ranged);
      const outside = outsideOf(declared.sort, { ...ranged, code: value }, () => expressions.fresh());
      if (outside !== null) {
        const { outOfRange } = this.special.program;
        body.push(when(outside, outOfRange === 'failure' ? fail(constant(RANGE)) : [exit(label)]));
      }
      computed.push({ update, cells, position, value });
    }

    const next = this.apply(thread, edge, computed, label);
    const number = open.reduce<Code>((sum, { name, sort }, k) => {
      const { low } = boundsOf(sort) ?? { low: 0 };
      const weight = this.table.weight(sorts, k);
      return binary('+', sum, binary('*', binary('-', get(name), constant(low)), constant(weight)));
    }, constant(step));
    const words = next.words(this.packing.words);
    const inserted = this.found(thread, words, this.isLooking(edge) ? get('told') : number);
    const noted = this.noted(thread, edge, words, number);
    const innermost: Statement[] = [...next.statements(), ...noted, inserted];
    return block(label, [
      ...body,
      ...open.reduceRight((inner, { name, sort }) => this.each(name, sort, inner), innermost),
    ]);
  }

  /** Whether it is looked at whether the thread goes on waiting after the edge. */
  private isLooking(edge: SpecialEdge): boolean {
    return this.noting !== null && edge.retries === true;
  }

  /** That the edge is taken, and whether the thread goes on waiting after that: then the number of the step, `told`, says so. */
  private noted(thread: number, edge: SpecialEdge, words: readonly Code[], number: Code): Statement[] {
    if (this.noting === null) return [];
    const { marks, waitingBytes } = this.noting;
    const taken = marks === null ? [] : [marks.noteEdge(thread, edge.number)];
    if (!this.isLooking(edge)) return taken;
    const changed = words
      .flatMap((code, word) =>
        code.op === 'get' && code.name === `s${word}` ? [] : binary('^', code, stateWord(word)),
      )
      .reduce(either, ZERO);
    const idle = setField(HEADER.idle, binary('+', field(HEADER.idle), constant(waitingBytes)));
    const told = set('told', binary('+', number, constant(IDLE)));
    return [...taken, set('told', number), when(binary('==', changed, ZERO), [idle, told])];
  }

  /** A loop over all values of a finite sort. */
  private each(name: string, sort: Sort, body: readonly Statement[]): Statement[] {
    const { low, high } = boundsOf(sort) ?? { low: 0, high: 0 };
    const label = this.label();
    const done = when(binary('>', get(name), constant(high)), [exit(label)]);
    return [set(name, constant(low)), loop(label, [done, ...body, set(name, binary('+', get(name), constant(1)))])];
  }

  private cellsFor(thread: number, kind: 'local' | 'shared'): Cells {
    const cells = kind === 'shared' ? this.special.shared : this.special.threads[thread]?.cells;
    if (cells === undefined) throw new Error(`there is no thread number ${thread}`);
    return cells;
  }

  /** The next state: location, locals and memory, and then what enters the buffers, which may find them full. */
  private apply(thread: number, edge: SpecialEdge, computed: readonly Computed[], label: string): NextState {
    const { packing } = this;
    const next = new NextState();
    next.write(packing.locations[thread] as Field, constant(edge.to));
    this.zeroDead(next, thread, edge);
    const alive = this.live[thread]?.[edge.to] as ReadonlySet<number>;
    const waits = ({ update }: Computed) =>
      hasBuffers(this.table.memory) && mayWait(this.special.program, edge, update);
    for (const [k, each] of computed.entries()) {
      const { kind, variable } = each.update.target;
      if (waits(each) || (kind === 'local' && !alive.has(variable))) continue;
      const stored = kind === 'local' ? (packing.locals[thread] as readonly Stored[]) : packing.memory;
      const mixed = computed.some(({ update, position }) => {
        return update.target.kind === kind && update.target.variable === variable && position.op !== 'constant';
      });
      // What a later update puts into the buffer instead.
      const instead = computed
        .slice(k + 1)
        .filter((later) => waits(later) && later.update.target.variable === variable);
      const replaced = kind === 'local' ? ZERO : instead.map((later) => sameCell(each, later)).reduce(either, ZERO);
      this.assign(next, stored, each, mixed, replaced);
    }
    if (edge.storeFence === true) part(next, packing.queues[thread] ?? []);
    if (computed.some(waits)) {
      const writes = computed.filter(({ update }) => update.target.kind === 'shared');
      this.enter(next, thread, writes, waits, [markFull(), exit(label)]);
    }
    return next;
  }

  /**
   * `inOrder`: some other write of the step may be to the same cell. `replaced`: not 0 when a later one is, which waits: then
   * this one does not happen.
   */
  private assign(next: NextState, stored: readonly Stored[], each: Computed, inOrder: boolean, replaced: Code): void {
    if (replaced.op === 'constant' && replaced.value !== 0) return;
    const { cells, position, value, update } = each;
    const offset = offsetOf(cells, update.target.variable);
    const size = sizeOf(variableAt(cells, update.target.variable));
    const field = (at: number): Field => {
      const found = stored[offset + at] as Stored;
      if (!isField(found)) throw new Error('a cell that is written is stored');
      return found;
    };
    const after = (statements: readonly Statement[], ...words: readonly number[]): void => {
      const happens = binary('==', replaced, ZERO);
      next.after(happens.op === 'constant' ? statements : [when(happens, statements)], ...words);
    };
    if (position.op === 'constant') {
      const target = field(position.value);
      if (!inOrder) next.write(target, value);
      else after(replace(target, binary('-', value, constant(target.low))), target.word);
      return;
    }
    const array = arrayField(stored, offset, size);
    if (array !== null) {
      const bits = binary('-', value, constant(array.low));
      const shift = elementShift(array, position);
      after(replaceElement(array, shift, bits, this.expressions.fresh()), array.word);
      return;
    }
    const fields = Array.from({ length: size }, (_, at) => field(at));
    const cases = fields.map((target) => replace(target, binary('-', value, constant(target.low))));
    const words = fields.filter(({ width }) => width > 0).map(({ word }) => word);
    after([{ op: 'switch', subject: position, cases }], ...words);
  }

  private zeroDead(next: NextState, thread: number, edge: SpecialEdge): void {
    const live = this.live[thread] as Liveness;
    const before = live[edge.from] as ReadonlySet<number>;
    const after = live[edge.to] as ReadonlySet<number>;
    const { owners } = this.cellsFor(thread, 'local');
    for (const [cell, stored] of (this.packing.locals[thread] ?? []).entries()) {
      const owner = owners[cell] as number;
      if (isField(stored) && before.has(owner) && !after.has(owner)) next.fill(stored, ZERO);
    }
  }

  /** What enters the buffers: of two writes to one cell the last, and nothing when that one is direct. */
  private enter(
    next: NextState,
    thread: number,
    writes: readonly Computed[],
    waits: (write: Computed) => boolean,
    full: readonly Statement[],
  ): void {
    const queues = this.packing.queues[thread] ?? [];
    const distinct = (left: readonly Computed[], different: ReadonlySet<string>): Statement[] => {
      for (const [k, write] of left.entries()) {
        if (!waits(write)) continue;
        for (const other of left.slice(k + 1)) {
          const pair = `${writes.indexOf(write)} ${writes.indexOf(other)}`;
          if (different.has(pair)) continue;
          const same = sameCell(write, other);
          if (same.op === 'constant' && same.value === 0) continue;
          const without = distinct(left.toSpliced(k, 1), different);
          if (same.op === 'constant') return without;
          return [when(same, without, distinct(left, new Set([...different, pair])))];
        }
      }
      const waiting = left.filter(waits);
      switch (this.table.memory.buffers) {
        case 'none':
          return [];
        case 'one queue':
          return this.inOneQueue(queues, waiting, full);
        case 'a queue per cell':
          return this.byCell(queues, waiting, full);
      }
    };
    next.after(distinct(writes, new Set()), ...queues.flatMap(wordsOf));
  }

  /** Under TSO one batch into the thread's queue, or one for each write. */
  private inOneQueue(queues: readonly Queue[], writes: readonly Computed[], full: readonly Statement[]): Statement[] {
    if (writes.length === 0) return [];
    const queue = queues[0] as Queue;
    const entries = writes.map((write): Pushed => {
      // A thread that writes an array by a computed index may write all of it: its codes follow one another.
      const [at, moved] = write.position.op === 'constant' ? [write.position.value, ZERO] : [0, write.position];
      const code = queue.cells.indexOf(firstCell(write) + at) + 1;
      if (code === 0) throw new Error('a cell that is written has a place in the queue');
      return { code: binary('+', moved, constant(code)), bits: bitsIn(write) };
    });
    const batches = this.special.program.apart === true ? entries.map((entry) => [entry]) : [entries];
    return [
      ...entries.flatMap(({ code }) => roomForCell(queue, code, full)),
      ...batches.flatMap((batch, k) => push(queue, batch, full, k)),
    ];
  }

  /** Under PSO each write into the queue of its cell. */
  private byCell(queues: readonly Queue[], writes: readonly Computed[], full: readonly Statement[]): Statement[] {
    return writes.flatMap((write) => {
      const into = (at: number): Statement[] => {
        const queue = queues.find(({ cells }) => cells[0] === firstCell(write) + at);
        if (queue === undefined) throw new Error('a cell that is written has a queue');
        return push(queue, [{ code: constant(1), bits: bitsIn(write) }], full);
      };
      if (write.position.op === 'constant') return into(write.position.value);
      const size = sizeOf(variableAt(write.cells, write.update.target.variable));
      const cases = Array.from({ length: size }, (_, at) => into(at));
      return [{ op: 'switch', subject: write.position, cases } as const];
    });
  }
}

/** Whether two writes to shared variables are to one cell. */
function sameCell(one: Computed, other: Computed): Code {
  if (one.update.target.variable !== other.update.target.variable) return ZERO;
  return binary('==', one.position, other.position);
}

function either(one: Code, other: Code): Code {
  return binary('|', one, other);
}

function firstCell({ cells, update }: Computed): number {
  return offsetOf(cells, update.target.variable);
}

/** The bits of the value as they lie in memory. */
function bitsIn({ value, cells, update }: Computed): Code {
  return binary('-', value, constant(shapeOf(variableAt(cells, update.target.variable).sort).low));
}

/** The test whether a value does not fit; null when it always does. */
function outsideOf(sort: Sort, value: Ranged, fresh: () => string): Code | null {
  const bounds = boundsOf(sort);
  if (bounds === null) return null;
  const test = (operator: '<' | '>', bound: number) => compared(operator, value, exactly(bound), fresh);
  const tests = [
    ...(value.low < bounds.low ? [test('<', bounds.low)] : []),
    ...(value.high > bounds.high ? [test('>', bounds.high)] : []),
  ];
  return tests.length === 0 ? null : tests.reduce((one, other) => binary('|', one, other));
}
