/** A counterexample for programs: an array with the initial state, the steps, and what they violate. */
import type { Change, Read, Step, Trace, Value } from '../memory/trace.js';
import { actorName, processName } from './words.js';

/** Values by the names of cells: `{"At[#1]": "Outside"}`. */
export type JsonCells = Readonly<Record<string, Value>>;

/** The values before and after, by the names of cells: `{"At[#1]": ["Outside", "Inside"]}`. */
export type JsonChanges = Readonly<Record<string, readonly [before: Value, after: Value]>>;

/** What a process saw when it read a weak variable, or a thread a shared one. */
export interface JsonRead {
  readonly reader: string;
  readonly cell: string;
  readonly value: Value;
  /** The reader's own store buffer, or memory. */
  readonly from: Read['from'];
  /** The step that wrote the value; null when it is the initial one. */
  readonly write: number | null;
}

/** The first element of a trace. */
export interface JsonInitial {
  readonly step: 0;
  readonly kind: 'initial';
  /** Every cell. */
  readonly state: JsonCells;
}

/** A transition of a model, or a statement of a program. */
export interface JsonTransition {
  /** Its number, from 1. */
  readonly step: number;
  readonly kind: 'transition';
  /** The name of the transition; of a program the statement. */
  readonly transition: string;
  /** The processes given to its parameters: `["#1"]`. */
  readonly arguments: readonly string[];
  /** What it changed at once: local cells, and memory when nothing is buffered. */
  readonly changes: JsonChanges;
  /** Who reads and writes memory; null where every write is seen at once. */
  readonly actor: string | null;
  /** Whether it waits until the actor's store buffer is empty. */
  readonly fence: boolean;
  /** A barrier between stores: what waits in the actor's store buffers reaches memory before what it stores from here on. */
  readonly storeFence?: true;
  readonly reads: readonly JsonRead[];
  /** What went into the actor's store buffer. */
  readonly buffered: JsonCells;
  /** Of a program: the line of the statement. */
  readonly line?: number;
  /** The file, where the text includes it. */
  readonly file?: string;
  /** The procedure whose text it is, where a thread has come there by a call. */
  readonly procedure?: string;
}

/** The oldest writes in a store buffer reach memory. */
export interface JsonDrain {
  /** Its number, from 1. */
  readonly step: number;
  readonly kind: 'drain';
  /** Whose store buffer it is. */
  readonly process: string;
  /** The step that put the writes into the buffer. */
  readonly write: number;
  /** What reaches memory. */
  readonly writes: JsonCells;
  readonly changes: JsonChanges;
}

/** The last element of a trace: what the steps lead to. */
export interface JsonViolated {
  readonly violated: {
    /**
     * Of an infinite execution: the first of the steps that are repeated for ever; one more than there are steps when
     * nothing happens any more.
     */
    readonly cycle?: number;
    /** Where those steps do not lead back to the same state: what is higher by so much after each turn, and nothing else is. */
    readonly growth?: readonly { readonly cell: string; readonly by: number }[];
    readonly property: string;
    /** The processes that the condition holds for. */
    readonly arguments: readonly string[];
    readonly condition: string;
    /** What those processes see of weak variables at the end. */
    readonly reads: readonly JsonRead[];
  };
}

export type JsonTraceElement = JsonInitial | JsonTransition | JsonDrain | JsonViolated;

/** A step writes a cell at most once, so cells can be keys. */
function cells(written: readonly { readonly cell: string; readonly value: Value }[]): JsonCells {
  return Object.fromEntries(written.map(({ cell, value }) => [cell, value]));
}

function jsonChanges(changes: readonly Change[]): JsonChanges {
  return Object.fromEntries(changes.map(({ cell, before, after }) => [cell, [before, after]]));
}

function jsonRead(trace: Pick<Trace, 'names'>, { reader, cell, value, from, write }: Read): JsonRead {
  return { reader: actorName(trace, reader), cell, value, from, write };
}

function jsonStep(trace: Pick<Trace, 'names'>, step: Step, number: number): JsonTransition | JsonDrain {
  if (step.kind === 'drain') {
    return {
      step: number,
      kind: 'drain',
      process: actorName(trace, step.process),
      write: step.write,
      writes: cells(step.writes),
      changes: jsonChanges(step.changes),
    };
  }
  return {
    step: number,
    kind: 'transition',
    transition: step.transition,
    arguments: step.arguments.map(processName),
    changes: jsonChanges(step.changes),
    actor: step.actor === null ? null : actorName(trace, step.actor),
    fence: step.fence,
    ...(step.storeFence === true ? { storeFence: true } : {}),
    reads: step.reads.map((read) => jsonRead(trace, read)),
    buffered: cells(step.buffered),
    ...(step.line === undefined ? {} : { line: step.line }),
    ...(step.file === undefined ? {} : { file: step.file }),
    ...(step.procedure === undefined ? {} : { procedure: step.procedure }),
  };
}

/** The initial state and the steps; what they lead to comes behind. */
export function jsonSteps(trace: Pick<Trace, 'initial' | 'steps' | 'names'>): JsonTraceElement[] {
  return [
    { step: 0, kind: 'initial', state: cells(trace.initial) },
    ...trace.steps.map((step, index) => jsonStep(trace, step, index + 1)),
  ];
}

/** Empty without a trace. */
export function jsonTrace(trace: Trace | null): JsonTraceElement[] {
  if (trace === null) return [];
  const { cycle, growth } = trace;
  return [
    ...jsonSteps(trace),
    {
      violated: {
        ...(cycle === undefined ? {} : { cycle: cycle + 1 }),
        ...(growth === undefined ? {} : { growth }),
        ...jsonViolated(trace, trace.violated),
      },
    },
  ];
}

export function jsonViolated(
  trace: Pick<Trace, 'names'>,
  { property, arguments: processes, condition, reads }: Trace['violated'],
): JsonViolated['violated'] {
  return {
    property,
    arguments: processes.map(processName),
    condition,
    reads: reads.map((read) => jsonRead(trace, read)),
  };
}
