/** What a run that somebody gave shows, for people and for programs. A run that violates nothing is said to be no proof. */
import type { Replayed } from '../check/replay/index.js';
import type { Outcome, TemporalScope } from '../evidence/outcome.js';
import type { EventGraph } from '../memory/event-graph.js';
import type { MemoryName } from '../memory/models.js';
import { type JsonObject, SCHEMA } from './json.js';
import { type JsonTraceElement, jsonSteps, jsonTrace } from './json-trace.js';
import { type JsonCycle, jsonWhy } from './json-why.js';
import type { TextOptions } from './text.js';
import { runLines, traceLines } from './trace.js';
import { fenceAs } from './why.js';
import { bufferScope, memoryName, plural, processCount } from './words.js';

/** A run that was given, performed step by step. */
export interface JsonReplay extends JsonObject {
  /** Whether the run violates what is asked. One that does not is a run, and proves nothing. */
  readonly replay: 'violated' | 'not violated';
  readonly memory: MemoryName;
  /** Store buffers with at most so many writes, or of any length; null under SC, which has none. */
  readonly buffer: Outcome['buffer'];
  readonly processes: number;
  /** The temporal property; null when the question is about states. */
  readonly asked: TemporalScope | null;
  /** The run, as it was given. */
  readonly run: string;
  /** How many steps it has. */
  readonly steps: number;
  /** Steps behind the violation; the trace does not have them. */
  readonly more: number;
  /** The initial state, the steps, and what they violate. */
  readonly trace: readonly JsonTraceElement[];
  /** The memory events of a violation; null under SC, and when nothing is violated. */
  readonly graph: EventGraph | null;
  /** Where SC does not allow a violation: the cycle that SC forbids. */
  readonly cycle: JsonCycle | null;
  /** Why SC does not allow a violation, or that it does, in sentences. */
  readonly why: readonly string[];
  /** Why steps that are repeated for ever violate nothing; null where there is nothing to say. */
  readonly note: string | null;
}

export function jsonReplay(file: string, replayed: Replayed): JsonReplay {
  const { performed, memory, buffer, processes, asked, run, length: steps, actors } = replayed;
  const told = {
    schema: SCHEMA,
    file,
    replay: performed.kind,
    memory,
    buffer,
    processes,
    asked: asked ?? null,
    run,
    steps,
  } as const;
  if (performed.kind === 'not violated') {
    const { trace, note } = performed;
    return { ...told, more: 0, trace: jsonSteps(trace), graph: null, cycle: null, why: [], note };
  }
  const { trace, more } = performed;
  const why = jsonWhy(trace.why, memory, fenceAs(actors));
  return { ...told, more, trace: jsonTrace(trace), graph: trace.graph, ...why, note: null };
}

function headline(file: string, replayed: Replayed, { style }: TextOptions): string {
  const { performed, memory, processes, actors, length } = replayed;
  const scope = `with ${processCount(processes, actors)} under ${memoryName(memory)}`;
  if (performed.kind === 'violated') {
    const steps = plural(performed.trace.steps.length, 'step');
    return `${style.bold(file)}: ${style.bad('violated')} by this run ${scope}, in ${steps}`;
  }
  const bound = typeof replayed.buffer === 'number' ? bufferScope(replayed) : '';
  const run = `this run of ${plural(length, 'step')} ${scope}${bound}`;
  return `${style.bold(file)}: nothing is violated by ${run}: it is a run, not a proof`;
}

/** The whole report, without a line end after the last line. */
export function replayText(file: string, replayed: Replayed, options: TextOptions): string {
  const { performed, asked, actors } = replayed;
  const { style, width, quiet, allInvariants } = options;
  const lines = (): string[] => {
    if (performed.kind === 'not violated') {
      const { note, trace } = performed;
      return [...(note === null ? [] : [`note: ${note}`]), ...runLines(trace, style, width - 2, actors)];
    }
    const { trace, more } = performed;
    const rest =
      more === 0
        ? []
        : [`note: ${plural(more, 'step')} of the run behind the violation ${more === 1 ? 'is' : 'are'} not shown`];
    return [...traceLines(trace, style, width - 2, actors, allInvariants), ...rest];
  };
  const question = asked === undefined ? [] : [`asked: ${asked.property}: ${asked.formula}`];
  return [
    headline(file, replayed, options),
    ...[...question, ...(quiet ? [] : lines())].map((line) => `  ${line}`),
  ].join('\n');
}
