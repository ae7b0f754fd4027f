/**
 * From a program to a concurrent system: for each thread the finite automaton of what it can do alone.
 *
 * A local state is a location and the values of the locals that are still live there (`models/program/liveness.ts`;
 * parameters and everything else that never changes is folded away before). A load gives every value that the cell can ever
 * hold: its first values and what some thread may write, found by exploring all threads again until no value is new. That is
 * more than happens in any run, so nothing is lost.
 *
 * A step becomes one transition for each combination of values that it reads. Plain steps must access at most one cell, unless
 * the engine takes several accesses at one moment, which are something else than several transitions. A step
 * that fails (range, index, division) leads to a local state `FAILED` of its own; nothing leaves that, nor a location of
 * failure, since being there is a violation already.
 *
 * What is outside of the fragment is refused in words that a user can act on.
 */
import { evaluate, isFailure, type View } from '../../memory/operational/program/evaluate.js';
import { cellAt } from '../../memory/operational/program/machine.js';
import {
  belongsTo,
  boundsOf,
  type Cells,
  cellName,
  sortOfCell,
  valuesOf,
  variableAt,
} from '../../models/program/cells.js';
import { liveness, observedLocals } from '../../models/program/liveness.js';
import type { Edge, Program, Sort } from '../../models/program/model.js';
import { edgesByStart, isDirect, locationAt, templateOf, threadAt } from '../../models/program/parts.js';
import { lineText } from '../../models/program/place.js';
import {
  type SpecialEdge,
  type SpecialProgram,
  type SpecialThread,
  specialise,
} from '../../models/program/specialise.js';
import { attempting, type Refusal, Refused } from '../../models/refusal.js';
import type { CellValue, Operation, SeveralAccesses, Taker, Transition } from './system.js';

/** Local states that one thread may have. */
const MOST_LOCAL_STATES = 20_000;
/** Transitions of one thread, and combinations of values that one step or the first state leaves open. */
const MOST_TRANSITIONS = 500_000;
/** So often threads may find a new value of a cell by those that others have written, if it has so many: each round takes longer. */
const MOST_ROUNDS = 128;
const MANY_VALUES = 4096;

/** A local state in the program's words; null is the state after a step that failed. */
export type LocalState = { readonly location: number; readonly locals: readonly number[] } | null;

export interface ThreadAutomaton {
  readonly states: readonly LocalState[];
  /** With first values of all cells of the locals. */
  readonly initial: readonly { readonly state: number; readonly locals: readonly number[] }[];
  readonly transitions: readonly Transition[];
}

export interface ThreadAutomata {
  readonly special: SpecialProgram;
  readonly domains: readonly (readonly number[])[];
  readonly initial: readonly (readonly number[])[];
  readonly threads: readonly ThreadAutomaton[];
}

export function threadAutomata(program: Program, taker: Pick<Taker, 'several'>): ThreadAutomata | Refusal {
  return attempting(() => explore(program, taker.several));
}

function explore(program: Program, several: boolean): ThreadAutomata {
  const special = specialise(program);
  refuseIntegers(special);
  const initial = program.shared.flatMap(({ name, sort, initial }) =>
    initial.map((value) => (value === 'any' ? someValues(sort, `the first value of ${name}`) : [value])),
  );
  const domains = initial.map((values) => new Set(values));
  for (let round = 0; ; round++) {
    const before = sizeOfAll(domains);
    if (round > MOST_ROUNDS) refuseGrowing(special, domains);
    const threads = program.threads.map((_, thread) => new Explorer(special, thread, domains, several).automaton());
    for (const { transitions } of threads) {
      for (const { cell, value } of transitions.flatMap(({ operation }) => writesOf(operation))) {
        domains[cell]?.add(value);
      }
    }
    if (sizeOfAll(domains) > before) continue;
    return { special, domains: domains.map((values) => [...values].sort((a, b) => a - b)), initial, threads };
  }
}

function refuseGrowing({ shared }: SpecialProgram, domains: readonly ReadonlySet<number>[]): void {
  for (const [cell, { size }] of domains.entries()) {
    const bounds = boundsOf(sortOfCell(shared, cell));
    if (size <= MOST_ROUNDS || bounds === null || bounds.high - bounds.low < MANY_VALUES) continue;
    throw new Refused(`${cellName(shared, cell)} takes more than ${MOST_ROUNDS} values: give it a smaller range`);
  }
}

/** All values of a sort that has not too many. */
function someValues(sort: Sort, what: string): number[] {
  const bounds = boundsOf(sort);
  const size = bounds === null ? Number.POSITIVE_INFINITY : bounds.high - bounds.low + 1;
  if (size <= MOST_TRANSITIONS) return valuesOf(sort);
  throw new Refused(`${what} leaves open too many values (${size}): give a smaller range`);
}

function sizeOfAll(domains: readonly ReadonlySet<number>[]): number {
  return domains.reduce((sum, { size }) => sum + size, 0);
}

export function writesOf(operation: Operation): readonly CellValue[] {
  switch (operation.kind) {
    case 'nop':
    case 'read':
    case 'fence':
      return [];
    case 'write':
      return [operation];
    case 'atomic':
      return operation.writes;
    case 'several':
      return [...operation.writes, ...operation.direct];
  }
}

function refuseIntegers({ shared, constants, threads }: SpecialProgram): void {
  const changing = [
    ...shared.owners.map((_, cell) => ({ cells: shared, cell, constant: constants[cell] })),
    ...threads.flatMap((thread) =>
      thread.cells.owners.map((_, cell) => ({ cells: thread.cells, cell, constant: thread.constants[cell] })),
    ),
  ];
  for (const { cells, cell, constant } of changing) {
    if (constant === null && sortOfCell(cells, cell).kind === 'int') {
      const { name } = variableAt(cells, cells.owners[cell] as number);
      throw new Refused(`variable ${name} is an unbounded int: give it a range`);
    }
  }
}

/** What a step does when its reads give certain values. */
type Effect =
  | { readonly kind: 'disabled' }
  | { readonly kind: 'failure' }
  | { readonly kind: 'possible'; readonly locals: readonly number[]; readonly writes: readonly Written[] };

/** `direct`: it does not wait in a buffer. */
type Written = CellValue & { readonly direct: boolean };

class Explorer {
  private readonly thread: SpecialThread;
  private readonly domains: readonly (readonly number[])[];
  private readonly live: readonly ReadonlySet<number>[];
  private readonly edges: readonly (readonly SpecialEdge[])[];
  private readonly numbers = new Map<string, number>();
  private readonly states: LocalState[] = [];
  private readonly transitions = new Map<string, Transition>();

  constructor(
    private readonly special: SpecialProgram,
    private readonly number: number,
    domains: readonly ReadonlySet<number>[],
    /** The engine takes steps of several accesses. */
    private readonly several: boolean,
  ) {
    this.thread = special.threads[number] as SpecialThread;
    this.domains = domains.map((values) => [...values]);
    const { locations } = templateOf(special.program, number);
    this.live = liveness(this.thread, locations.length, observedLocals(special, number));
    this.edges = edgesByStart(this.thread.edges, locations.length);
  }

  automaton(): ThreadAutomaton {
    const initial = this.initialStates();
    for (let state = 0; state < this.states.length; state++) this.expand(state);
    return { states: this.states, initial, transitions: [...this.transitions.values()] };
  }

  private initialStates(): { state: number; locals: readonly number[] }[] {
    const { program } = this.special;
    const { initial, name } = threadAt(program, this.number);
    const { entry } = templateOf(program, this.number);
    const { cells } = this.thread;
    const open = initial
      .flat()
      .map((value, cell) => (value === 'any' ? someValues(sortOfCell(cells, cell), `a local of ${name}`) : [value]));
    this.refuseTooOpen(open, `the first values of ${name}`);
    const found = new Map<number, { state: number; locals: readonly number[] }>();
    for (const locals of combinations(open)) {
      const state = this.numberOf({ location: entry, locals });
      if (!found.has(state)) found.set(state, { state, locals });
    }
    return [...found.values()];
  }

  private refuseTooOpen(open: readonly (readonly number[])[], what: string): void {
    const size = open.reduce((product, { length }) => product * length, 1);
    if (size > MOST_TRANSITIONS) throw new Refused(`${what} leave open too many values (${size}): give smaller ranges`);
  }

  private numberOf(state: LocalState): number {
    const key = state === null ? 'failed' : this.keyOf(state);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const { name } = threadAt(this.special.program, this.number);
    if (this.states.length === MOST_LOCAL_STATES) {
      throw new Refused(
        `thread ${name} has more than ${MOST_LOCAL_STATES} local states: give its locals smaller ranges`,
      );
    }
    this.numbers.set(key, this.states.length);
    this.states.push(state);
    return this.states.length - 1;
  }

  private keyOf({ location, locals }: Exclude<LocalState, null>): string {
    const live = this.live[location] as ReadonlySet<number>;
    return `${location}:${locals.filter((_, cell) => live.has(this.thread.cells.owners[cell] as number)).join()}`;
  }

  private expand(number: number): void {
    const state = this.states[number] as LocalState;
    if (state === null) return;
    if (locationAt(templateOf(this.special.program, this.number), state.location).failure !== null) return;
    for (const edge of this.edges[state.location] as readonly SpecialEdge[]) {
      const open = edge.updates
        .filter(({ value }) => value === 'any')
        .map(({ target }) => variableAt(this.cellsOf(target.kind), target.variable))
        .map(({ name, sort }) => someValues(sort, `"${edge.text}" (${lineText(edge.place)}): ${name}`));
      this.refuseTooOpen(open, `the values that "${edge.text}" (${lineText(edge.place)}) chooses`);
      for (const choices of combinations(open)) {
        for (const { reads, effect } of this.readings(edge, state.locals, choices)) {
          if (effect.kind === 'disabled') continue;
          const operation = this.operation(edge, reads, effect.kind === 'possible' ? effect.writes : []);
          const to = this.numberOf(effect.kind === 'failure' ? null : { location: edge.to, locals: effect.locals });
          const key = `${number} ${JSON.stringify(operation)} ${to}`;
          if (!this.transitions.has(key)) {
            const statements = [{ edge: edge.number, choices }];
            const fails = effect.kind === 'failure';
            this.transitions.set(key, { from: number, operation, to, statements, fails });
          }
          if (this.transitions.size > MOST_TRANSITIONS) {
            const { name } = threadAt(this.special.program, this.number);
            throw new Refused(`thread ${name} has more than ${MOST_TRANSITIONS} transitions: give smaller ranges`);
          }
        }
      }
    }
  }

  private cellsOf(kind: 'local' | 'shared'): Cells {
    return kind === 'local' ? this.thread.cells : this.special.shared;
  }

  /** What the step does for each combination of values that it may read; it decides itself what it reads. */
  private *readings(
    edge: Edge,
    locals: readonly number[],
    choices: readonly number[],
  ): Generator<{ reads: CellValue[]; effect: Effect }> {
    // Which value each cell gives, by position in its domain, in the order in which cells are read first.
    const taken: { cell: number; position: number }[] = [];
    do {
      const reads: CellValue[] = [];
      const view: View = {
        local: (variable, index) => {
          const cell = cellAt(this.thread.cells, variable, index);
          return isFailure(cell) ? cell : (locals[cell] as number);
        },
        shared: (variable, index) => {
          const cell = cellAt(this.special.shared, variable, index);
          if (isFailure(cell)) return cell;
          const known = reads.find((read) => read.cell === cell);
          if (known !== undefined) return known.value;
          if (reads.length === taken.length) taken.push({ cell, position: 0 });
          const value = this.domains[cell]?.[taken[reads.length]?.position as number] as number;
          reads.push({ cell, value });
          return value;
        },
        wraps: this.special.program.wraps === true,
      };
      yield { effect: this.perform(edge, view, locals, choices), reads };
      for (let last = taken.at(-1); last !== undefined; last = taken.at(-1)) {
        if (++last.position < (this.domains[last.cell] as readonly number[]).length) break;
        taken.pop();
      }
    } while (taken.length > 0);
  }

  /** As `memory/operational/program/machine.ts` tries a step: the first obstacle decides. */
  private perform(edge: Edge, view: View, locals: readonly number[], choices: readonly number[]): Effect {
    const guard = edge.guard === null ? 1 : evaluate(view, edge.guard);
    if (isFailure(guard)) return { kind: 'failure' };
    if (guard === 0) return { kind: 'disabled' };
    const after = [...locals];
    const writes = new Map<number, Written>();
    let chosen = 0;
    for (const update of edge.updates) {
      const { target, value: given } = update;
      const cells = this.cellsOf(target.kind);
      const index = target.index === null ? null : evaluate(view, target.index);
      if (index !== null && isFailure(index)) return { kind: 'failure' };
      const cell = cellAt(cells, target.variable, index);
      if (isFailure(cell)) return { kind: 'failure' };
      const value = given === 'any' ? (choices[chosen++] as number) : evaluate(view, given);
      if (isFailure(value)) return { kind: 'failure' };
      if (!belongsTo(value, variableAt(cells, target.variable).sort)) {
        if (this.special.program.outOfRange === 'disabled') return { kind: 'disabled' };
        return { kind: 'failure' };
      }
      if (target.kind === 'local') after[cell] = value;
      else writes.set(cell, { cell, value, direct: isDirect(this.special.program, edge, update) });
    }
    return { kind: 'possible', locals: after, writes: [...writes.values()] };
  }

  private operation(edge: Edge, reads: readonly CellValue[], written: readonly Written[]): Operation {
    const writes = written.map(({ cell, value }) => ({ cell, value }));
    const { shared } = this.special;
    const names = (accesses: readonly CellValue[]) => accesses.map(({ cell }) => cellName(shared, cell)).join(' and ');
    const where = `"${edge.text}" (${lineText(edge.place)})`;
    if (edge.atomic || edge.fence) {
      if (reads.length === 0 && writes.length === 0) return { kind: 'fence' };
      // With an empty buffer a load is one from memory; a store behind a fence would still wait in the buffer.
      if (edge.atomic || writes.length === 0) return { kind: 'atomic', reads, writes };
      if (this.several) return several(true, reads, written);
      throw new Refused(`${where} is a fence that writes ${names(writes)}: make them two steps`);
    }
    const [read, write] = [reads[0], writes[0]];
    if (this.several && edge.storeFence === true) return { ...several(false, reads, written), barrier: true };
    if (this.several && (reads.length + writes.length > 1 || written[0]?.direct === true)) {
      return several(false, reads, written);
    }
    if (reads.length + writes.length > 1) {
      const parts = [read && `reads ${names(reads)}`, write && `writes ${names(writes)}`].filter((part) => part);
      throw new Refused(`${where} ${parts.join(' and ')} in one step: make them several, or atomic`);
    }
    if (read !== undefined) return { kind: 'read', ...read };
    return write === undefined ? { kind: 'nop' } : { kind: 'write', ...write };
  }
}

function several(fence: boolean, reads: readonly CellValue[], written: readonly Written[]): SeveralAccesses {
  const those = (which: boolean) =>
    written.flatMap(({ cell, value, direct }) => (direct === which ? [{ cell, value }] : []));
  return { kind: 'several', fence, reads, writes: those(false), direct: those(true) };
}

/** All ways to take one of each. */
export function combinations<T>(choices: readonly (readonly T[])[]): T[][] {
  return choices.reduce<T[][]>((tuples, values) => tuples.flatMap((tuple) => values.map((v) => [...tuple, v])), [[]]);
}
