/**
 * Array systems with a given number of processes as programs (`models/program/model.ts`), for the engines that explore
 * states: process #i is a thread, and each transition with each choice of its processes an edge of the thread that acts.
 *
 * Threads have one location: what a process does next is in the cells. Each cell is a variable with the name that traces
 * show, since with the processes known no index is left to compute. Under sequential consistency all cells are shared. Under
 * TSO and PSO weak cells are, and constants, which nobody writes; an array that is not weak is written at once, and only by
 * the process that is its first index: it is a local of that thread. Edges are atomic, and fences, as the machine with store
 * buffers has it (`memory/operational/store-buffers.ts`).
 *
 * What is more to it: types without a list of values (`values.ts`); initial states that are no product
 * (`initial.ts`), which take a step of each thread that has such cells before anything else can happen
 * (`set-up.ts`); and views `i@X` in `unsafe` (`views.ts`). Names that begin with `$` are not the user's.
 *
 * `invariant` declarations are not used: they say what is never reached, and who explores the states sees that.
 */
import { hasBuffers, type MemoryModel } from '../../memory/models.js';
import type { ArraySystem, Property } from '../../models/array-system/model.js';
import { showFormula } from '../../models/array-system/show.js';
import { withReaders } from '../../models/array-system/views.js';
import {
  binary,
  compare,
  conditional,
  conjunction,
  leavesOf,
  mapLeaves,
  readShared,
} from '../../models/program/expression.js';
import type {
  Edge,
  Expression,
  NeverProperty,
  Premise,
  Program,
  Read,
  StateExpression,
  StateRead,
  Template,
  Variable,
} from '../../models/program/model.js';
import { edgeText, foreignCell, type GroundEdge, type GroundUpdate, groundEdges } from './edges.js';
import { type InitialCells, initialCells } from './initial.js';
import { bind, cellName, distinctTuples, Instance, NotAProgram } from './instance.js';
import type { Layout } from './runs.js';
import { type SetUp, setUp } from './set-up.js';
import { type Storage, type Storages, storagesOf } from './storage.js';
import { type CellTerm, type Ground, isFalse, isTrue } from './term.js';
import { FirstReads } from './unread.js';
import { codingOf, openedBy } from './values.js';
import { lookers } from './views.js';

export type SystemProgram =
  | {
      readonly kind: 'program';
      readonly program: Program;
      /** Where the cells of the instance are kept, by the names that traces show: `Turn`, `PC[#1]`. */
      readonly names: ReadonlyMap<string, Storage>;
      readonly layout: Layout;
    }
  | { readonly kind: 'error'; readonly message: string };

const NOWHERE = { line: 1, column: 1 };
const RUNNING = 0;
const LOOKING = 1;
/** The thread that performs transitions without parameters. */
const ANYBODY = 'anybody';

export function programOf(system: ArraySystem, processes: number, memory: MemoryModel): SystemProgram {
  const refused = refusal(system, processes, memory);
  if (refused !== null) return { kind: 'error', message: refused };
  const buffered = hasBuffers(memory);
  try {
    const assembly = new Assembly(settle(withReaders(system, buffered), processes, buffered), buffered);
    return { kind: 'program', program: assembly.program(), names: assembly.names(), layout: assembly.layout() };
  } catch (fault) {
    if (fault instanceof NotAProgram) return { kind: 'error', message: fault.message };
    throw fault;
  }
}

function refusal(system: ArraySystem, processes: number, memory: MemoryModel): string | null {
  if (!Number.isInteger(processes) || processes < 1) return 'an instance has at least one process';
  if (system.processes !== null && system.processes !== processes) {
    return `the model is for ${system.processes} processes (number_procs), not for ${processes}`;
  }
  if (hasBuffers(memory) && !system.weak) {
    return 'the model has no weak variables and says nowhere which process acts: it is for sequential consistency';
  }
  return null;
}

interface Settled {
  readonly instance: Instance;
  readonly edges: readonly GroundEdge[];
  readonly initial: InitialCells;
}

/** The instance with as few values of sort proc as it can do with. */
function settle(system: ArraySystem, processes: number, buffered: boolean): Settled {
  const general = ground(new Instance(system, processes, codingOf(system, processes, buffered, true)), buffered);
  const { instance, initial } = general;
  const isProcess = (place: number) => instance.cellAt(place).symbol.sort.kind === 'proc';
  const opened = system.transitions.flatMap((transition) => openedBy(system, transition));
  const nobody =
    opened.some(({ sort }) => sort.kind === 'proc') ||
    initial.first.some((value, place) => isProcess(place) && (value === 'any' || instance.coding.isNobody(value))) ||
    initial.choices.some(({ places, rows }) =>
      places.some((place, column) => {
        return isProcess(place) && rows.some((row) => instance.coding.isNobody(row[column] as number));
      }),
    );
  if (nobody) return general;
  return ground(new Instance(system, processes, codingOf(system, processes, buffered, false)), buffered);
}

function ground(instance: Instance, buffered: boolean): Settled {
  const { transitions, unsafe } = instance.system;
  const edges = transitions.flatMap((transition) => groundEdges(instance, transition, buffered));
  const conditions = unsafe.flatMap((property) => conditionsOf(instance, property).map(({ condition }) => condition));
  return { instance, edges, initial: initialCells(instance, new FirstReads(instance, edges, conditions, buffered)) };
}

/** The condition for each choice of different processes. */
function conditionsOf(
  instance: Instance,
  { parameters, formula }: Property,
): { readonly tuple: readonly number[]; readonly condition: Ground }[] {
  return distinctTuples(instance.processes, parameters.length)
    .map((tuple) => ({ tuple, condition: instance.formula(formula, bind(parameters, tuple)) }))
    .filter(({ condition }) => !isFalse(condition));
}

function nameOf({ name }: Property, position: number): string {
  return name ?? `unsafe[${position + 1}]`;
}

class Assembly {
  private readonly instance: Instance;
  private readonly initial: InitialCells;
  private readonly storages: Storages;
  private readonly starting: SetUp;
  private readonly edges: readonly GroundEdge[];
  /** For each process the weak cells that it may have in its buffer. */
  private readonly mayBuffer: readonly ReadonlySet<number>[];
  /** Processes that stop and look for some property, from 1. */
  private readonly looking = new Set<number>();

  constructor({ instance, edges, initial }: Settled, buffered: boolean) {
    this.instance = instance;
    this.edges = edges;
    this.initial = initial;
    this.storages = storagesOf(instance, buffered);
    this.starting = setUp(initial.choices, this.storages);
    this.mayBuffer = this.storages.locals.map((_, thread) => {
      const own = this.edges.filter(({ actor, atomic }) => buffered && !atomic && actor === thread + 1);
      return new Set(own.flatMap(({ updates }) => updates.map(({ place }) => place).filter((p) => this.isWeak(p))));
    });
  }

  names(): ReadonlyMap<string, Storage> {
    return new Map(this.instance.cells.map((cell, place) => [cellName(cell), this.storages.of[place] as Storage]));
  }

  layout(): Layout {
    return { storages: this.storages, coding: this.instance.coding, choices: this.initial.choices };
  }

  program(): Program {
    const { system } = this.instance;
    // These say which threads must be able to stop.
    const never = system.unsafe.flatMap((unsafe, position) => this.properties(unsafe, position));
    const threads = this.storages.locals.map((_, thread) => thread);
    if (this.edges.some(({ actor }) => actor === null)) threads.push(threads.length);
    const templates = threads.map((thread) => this.template(thread));
    return {
      shared: [
        ...this.storages.shared.map((place) => {
          return { ...this.variable(place), initial: [this.initial.first[place] as number | 'any'] };
        }),
        ...this.starting.shared,
      ],
      templates,
      threads: templates.map(({ name }, thread) => {
        const locals = this.storages.locals[thread] ?? [];
        return {
          name,
          template: thread,
          initial: locals.map((place) => [this.initial.first[place] as number | 'any']),
        };
      }),
      never,
      premises: system.unsafe.flatMap((unsafe, position) => this.premises(unsafe, position)),
      outOfRange: 'failure',
    };
  }

  private isWeak(place: number): boolean {
    return this.instance.cellAt(place).symbol.weak;
  }

  private variable(place: number): Variable {
    const cell = this.instance.cellAt(place);
    return { name: cellName(cell), sort: this.instance.coding.sort(cell.symbol.sort), size: null, place: NOWHERE };
  }

  private template(thread: number): Template {
    const locals = this.storages.locals[thread];
    const actor = locals === undefined ? null : thread + 1;
    const first = this.starting.edges.get(thread);
    const edges = this.edges.filter((edge) => edge.actor === actor).map((edge) => this.edge(edge, thread));
    if (first !== undefined) edges.unshift(first);
    if (actor !== null && this.looking.has(actor)) edges.push(this.look(actor));
    return {
      name: actor === null ? ANYBODY : `#${actor}`,
      parameters: 0,
      locals: (locals ?? []).map((place) => this.variable(place)),
      locations: [
        { labels: [], failure: null },
        { labels: ['looking'], failure: null },
      ].slice(0, actor !== null && this.looking.has(actor) ? 2 : 1),
      entry: RUNNING,
      edges,
    };
  }

  /** A process empties its buffer and never moves again: what it sees is what memory holds. */
  private look(process: number): Edge {
    const guard = this.started();
    const text = `look(#${process})`;
    return { from: RUNNING, to: LOOKING, guard, updates: [], fence: true, atomic: false, text, place: NOWHERE };
  }

  /** That all cells have their first values; null where they always have. */
  private started(): Expression | null {
    const { ready } = this.starting;
    return ready === null ? null : compare(readShared(ready.variable), '==', ready.value);
  }

  private edge(edge: GroundEdge, thread: number): Edge {
    const read = ({ place }: CellTerm): Read => {
      const storage = this.storages.of[place] as Storage;
      if (storage.kind === 'local' && storage.thread !== thread) throw foreignCell(this.instance, edge, place);
      return { kind: storage.kind, variable: storage.variable, index: null };
    };
    const guards = [this.started(), isTrue(edge.guard) ? null : mapLeaves<CellTerm, Read>(edge.guard, read)];
    return {
      from: RUNNING,
      to: RUNNING,
      guard: conjunction(guards.filter((guard) => guard !== null)),
      updates: edge.updates.map(({ place, value }) => {
        const target = read({ kind: 'cell', place, reader: null });
        return { target, value: value === 'any' ? value : valueExpression(value, read) };
      }),
      fence: edge.fence,
      atomic: edge.atomic,
      text: edgeText(edge),
      place: edge.transition.place,
    };
  }

  /** A property for each choice of its processes, under the name that traces show: `unsafe[1](#1, #2)`. */
  private properties(unsafe: Property, position: number): NeverProperty[] {
    const { formula, parameters, place } = unsafe;
    const named = nameOf(unsafe, position);
    return conditionsOf(this.instance, unsafe).map(({ tuple, condition }) => {
      const name = tuple.length === 0 ? named : `${named}(${tuple.map((process) => `#${process}`).join(', ')})`;
      const numbers = new Map(parameters.map((parameter, k) => [parameter, tuple[k] as number]));
      return {
        name,
        condition: this.onceStarted(this.stateCondition(condition, name)),
        text: showFormula(formula, numbers),
        place,
      };
    });
  }

  /** What must be true of some processes for the condition to be: each part of a conjunction that says nothing of views. */
  private premises(unsafe: Property, position: number): Premise[] {
    const { formula, parameters, place } = unsafe;
    const property = nameOf(unsafe, position);
    const parts = formula.kind === 'and' ? formula.operands : [];
    return parts.flatMap((part): Premise[] => {
      const conditions = conditionsOf(this.instance, { ...unsafe, formula: part }).map(({ condition }) => condition);
      if (conditions.some((condition) => leavesOf(condition).some(({ reader }) => reader !== null))) return [];
      const text = showFormula(part, new Map());
      const found = conditions.map((condition) => this.onceStarted(this.stateCondition(condition, property)));
      return [{ property, conditions: found, text, place, general: parameters.length > 0 }];
    });
  }

  /** The condition, once all first values are chosen. */
  private onceStarted(condition: StateExpression): StateExpression {
    const { ready } = this.starting;
    if (ready === null) return condition;
    const counted: StateExpression = { kind: 'memory', variable: ready.variable, index: null };
    return binary('&&', compare(counted, '==', ready.value), condition);
  }

  private stateCondition(condition: Ground, name: string): StateExpression {
    const read = ({ place }: CellTerm): StateRead => {
      const storage = this.storages.of[place] as Storage;
      if (storage.kind === 'shared') return { kind: 'memory', variable: storage.variable, index: null };
      return { kind: 'localOf', thread: storage.thread, variable: storage.variable, index: null };
    };
    const looking = lookers(this.instance, condition, this.mayBuffer, name);
    return looking.reduce<StateExpression>(
      (right, process) => {
        this.looking.add(process);
        return binary<StateRead>('&&', { kind: 'at', thread: process - 1, locations: [LOOKING] }, right);
      },
      mapLeaves<CellTerm, StateRead>(condition, read),
    );
  }
}

function valueExpression(value: Exclude<GroundUpdate['value'], 'any'>, read: (cell: CellTerm) => Read): Expression {
  const expression = (term: Ground): Expression => mapLeaves<CellTerm, Read>(term, read);
  return value.switches.reduceRight(
    (otherwise, one) => conditional(expression(one.condition), expression(one.value), otherwise),
    expression(value.otherwise),
  );
}
