/**
 * The reduction: a program under TSO or PSO, with store buffers of at most `bound` writes, as a program under sequential
 * consistency in which the buffers are shared variables. After Dan, Meshman, Vechev and Yahav (Predicate abstraction for
 * relaxed memory models, 2013), section 3 (PSO) and appendix A.4 (TSO).
 *
 * The paper puts statements that flush behind every statement. Here each thread that buffers has a second one, of one
 * location, whose steps take a write to memory: that is the operational machine itself (`memory/operational/program`), step
 * for step. The paper writes `if cnt = 1 then ... if cnt = 2 then ...`; here each case is an edge of its own with a
 * conjunction for a guard (`steps.ts`). A slot that was vacated holds its first value again, so two states are equal exactly
 * when memory, threads and buffers are.
 *
 * A write that finds no room leads to a place of its own, with `overflow` set: as long as that is not reached, no execution
 * needs a longer buffer, and what holds of the reduced program holds of the original with buffers of any length (theorem 1
 * of the paper). In a state where it is 1 the other properties mean nothing.
 *
 * Only cells that a thread may write get a buffer (the spirit of the paper's rule 5): parameters are numbers here, so
 * `flag[me]` is one cell.
 */

import { FreshNames } from '../../models/fresh-names.js';
import { compare } from '../../models/program/expression.js';
import type {
  Edge,
  NeverProperty,
  Program,
  SharedVariable,
  StateRead,
  Template,
  Thread,
} from '../../models/program/model.js';
import { templateOf, threadAt } from '../../models/program/parts.js';
import { specialise } from '../../models/program/specialise.js';
import { attempting, type Refusal } from '../../models/refusal.js';
import { hasBuffers, keepsStoreOrder, type MemoryModel } from '../models.js';
import { drainEdges } from './drain.js';
import { nameForThread, namesIn } from './names.js';
import { layOut, type ThreadBuffers } from './queues.js';
import { EdgeReduction, type ReducedEdge } from './steps.js';

/** A step of the machine that runs the original. */
export type Origin =
  | {
      readonly kind: 'edge';
      readonly thread: number;
      readonly edge: number;
      /** Where the edge fixes what an update of the original leaves open: by such update the value, null where it is still drawn. */
      readonly choices?: readonly (number | null)[];
    }
  | { readonly kind: 'drain'; readonly thread: number; readonly cell: number | null };

export interface BufferOf {
  /** Of the original. */
  readonly thread: number;
  /** Cells of shared memory (numbers as in `cellsOf(program.shared)`) that this queue can hold: one under PSO. */
  readonly cells: readonly number[];
  /** Shared variables of the reduced program: how many writes wait, and the slots, the oldest write first. */
  readonly count: number;
  readonly values: readonly number[];
  /** Empty under PSO; under TSO which cell is written: 0 none, else 1 + position in `cells`. */
  readonly targets: readonly number[];
}

export interface Reduction {
  /** To be run under SC: store buffers are shared variables, and each thread that buffers has a second thread that drains. */
  readonly program: Program;
  /**
   * By thread of the reduced program, by edge of its template: the step of the original machine it stands for; null: the
   * step that finds a buffer full.
   */
  readonly origins: readonly (readonly (Origin | null)[])[];
  readonly memory: MemoryModel;
  readonly bound: number;
  /** What the buffer variables are, for the extrapolation of predicates. */
  readonly buffers: readonly BufferOf[];
  /** The shared variable that is 1 once a buffer had no room, and its property's place in `program.never`. */
  readonly overflow: { readonly variable: number; readonly property: number } | null;
}

export interface ReductionOptions {
  /** What a write does that finds no room: it is told, as in the paper, or it waits, as in the bounded machine. */
  readonly overflow?: 'told' | 'blocks';
}

/** As many as anybody can ask for (`check/options.ts`): each slot of each buffer is a variable, and a case of each step. */
const MOST_WRITES = 64;

export function reduceProgram(
  program: Program,
  memory: MemoryModel,
  bound: number,
  { overflow = 'told' }: ReductionOptions = {},
): Reduction | Refusal {
  if (!Number.isInteger(bound) || bound < 1) throw new Error('a store buffer holds at least one write');
  if (bound > MOST_WRITES) {
    return {
      refused: `store buffers of ${bound} writes are too long to be variables: at most ${MOST_WRITES} are possible`,
    };
  }
  if (program.noDeadlock !== undefined)
    return {
      refused: '`never deadlock` is no condition on states, and buffers as variables have threads of their own',
    };
  const special = specialise(program);
  if (!hasBuffers(memory) || special.threads.every(({ buffered }) => buffered.size === 0)) {
    return { ...unbuffered(program), memory, bound };
  }
  const barrier = special.threads.flatMap(({ edges }) => edges).find(({ storeFence }) => storeFence === true);
  if (barrier !== undefined && !keepsStoreOrder(memory)) {
    const why = `"${barrier.text}" is a barrier between stores, which queues that are variables do not know`;
    return { refused: `${why}: a \`fence\` is stronger and can stand there, or another engine can be asked` };
  }
  return attempting(() => {
    const names = new FreshNames(namesIn(program));
    const layout = layOut(program, special, memory, bound, names);
    const told = overflow === 'told' ? program.shared.length + layout.variables.length : null;
    const shared = [...program.shared.map(plain), ...layout.variables, ...(told === null ? [] : [flag(names)])];
    const own = special.threads.map(({ edges }, thread): Automaton => {
      const template = templateOf(program, thread);
      const reduction = new EdgeReduction({ program, memory, bound, thread, layout, shared, overflow: told });
      const made = edges.flatMap((edge) => reduction.reduce(edge, edge.number));
      const name = names.take(nameForThread(threadAt(program, thread).name, '_'));
      return automaton({ ...template, name, locations: [...template.locations, ...reduction.locations] }, made);
    });
    const draining = layout.threads
      .filter(({ queues }) => queues.length > 0)
      .map((buffers) => drainer(program, buffers, memory, layout.cells, names));
    const all = [...own, ...draining];
    return {
      program: {
        shared,
        templates: all.map(({ template }) => template),
        threads: [
          ...program.threads.map((thread, template): Thread => ({ ...thread, template })),
          ...draining.map(({ template: { name } }, k) => ({ name, template: own.length + k, initial: [] })),
        ],
        never: [...program.never, ...(told === null ? [] : [neverFull(told, shared)])],
        outOfRange: program.outOfRange,
        ...(program.wraps === true ? { wraps: true } : {}),
      },
      origins: all.map(({ origins }) => origins),
      memory,
      bound,
      buffers: layout.threads.flatMap(({ queues }) => queues.map(({ of }) => of)),
      overflow: told === null ? null : { variable: told, property: program.never.length },
    };
  });
}

interface Automaton {
  readonly template: Template;
  readonly origins: readonly (Origin | null)[];
}

function automaton({ coverage: _, ...template }: Omit<Template, 'edges'>, made: readonly ReducedEdge[]): Automaton {
  const edges = made.map(({ edge }) => edge);
  return { template: { ...template, edges }, origins: made.map(({ origin }) => origin) };
}

/** The thread that takes the writes of another to memory. */
function drainer(
  program: Program,
  buffers: ThreadBuffers,
  memory: MemoryModel,
  cells: Parameters<typeof drainEdges>[2],
  names: FreshNames,
): Automaton {
  const name = names.take(`drain_${nameForThread(threadAt(program, buffers.thread).name, '_')}`);
  const template = { name, parameters: 0, locals: [], locations: [{ labels: [], failure: null }], entry: 0 };
  return automaton(template, drainEdges(buffers, memory, cells));
}

/** Nothing is ever buffered: the same program, in which no fence has anything to wait for. */
function unbuffered(program: Program): Pick<Reduction, 'program' | 'origins' | 'buffers' | 'overflow'> {
  const templates = program.templates.map((template) => ({ ...template, edges: template.edges.map(unfenced) }));
  const { apart: _, ...rest } = program;
  const origins = program.threads.map((_, thread) =>
    templateOf(program, thread).edges.map((_, edge): Origin => ({ kind: 'edge', thread, edge })),
  );
  return { program: { ...rest, templates, shared: program.shared.map(plain) }, origins, buffers: [], overflow: null };
}

function unfenced({ drained: _, storeFence: __, ...edge }: Edge): Edge {
  const updates = edge.updates.map(({ direct: _, ...update }) => update);
  return { ...edge, updates, fence: false, atomic: false };
}

/** Under SC every variable is in memory at once. */
function plain({ strong: _, ghost: __, ...variable }: SharedVariable): SharedVariable {
  return variable;
}

const NOWHERE = { line: 1, column: 1 };

function flag(names: FreshNames): SharedVariable {
  const sort = { kind: 'range', low: 0, high: 1 } as const;
  return { name: names.take('overflow'), sort, size: null, place: NOWHERE, initial: [0] };
}

function neverFull(variable: number, shared: readonly SharedVariable[]): NeverProperty {
  const name = shared[variable]?.name ?? 'overflow';
  return {
    name,
    condition: compare<StateRead>({ kind: 'memory', variable, index: null }, '==', 1),
    text: `${name} == 1`,
    place: NOWHERE,
  };
}
