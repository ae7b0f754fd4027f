/**
 * The answer to a litmus test, for people and for programs. A final state is spelled as herd spells it, so that two
 * answers can be compared as text.
 */

import type { LitmusAnswer, LitmusNote, Observation } from '../check/litmus.js';
import type { Counts } from '../engines/engine.js';
import type { SpellOption } from '../languages/shared/help.js';
import type { EventGraph } from '../memory/event-graph.js';
import type { MemoryName } from '../memory/models.js';
import { renderGraphText } from './graph-text.js';
import { type JsonObject, jsonSeconds, SCHEMA } from './json.js';
import { type JsonCycle, jsonWhy } from './json-why.js';
import { DASHED, reasonText } from './remarks.js';
import type { Style } from './style.js';
import { whyLines } from './why.js';
import { counts, memoryName, plural, seconds } from './words.js';

export interface LitmusTextOptions {
  readonly style: Style;
  /** Characters in a line. */
  readonly width: number;
  /** The headline alone. */
  readonly quiet: boolean;
}

const NARROWEST = 30;

function headline(file: string, answer: LitmusAnswer, style: Style): string {
  const { observation, memory, condition } = answer;
  const shown = observation === null ? style.doubtful('unknown') : style.bold(observation);
  return `${style.bold(file)}: ${shown} under ${memoryName(memory)}: ${condition}`;
}

function stateLines({ states, executions, observation }: LitmusAnswer): string[] {
  const found = `${plural(states.length, 'final state')} in ${plural(executions, 'execution')}`;
  const [soFar, any] = [observation === null ? ' so far' : '', states.some(({ satisfies }) => satisfies)];
  const digits = Math.max(...states.map((state) => `${state.executions}`.length));
  return [
    `${found}${soFar}${any ? ' (* as in the condition)' : ''}${states.length === 0 ? '' : ':'}`,
    ...states.map(({ state, satisfies, executions: times }) =>
      `  ${satisfies ? '*' : ' '} ${`${times}`.padStart(digits)}  ${state}`.trimEnd(),
    ),
  ];
}

function outcomeLines({ outcome, memory }: LitmusAnswer, { style, width }: LitmusTextOptions): string[] {
  if (outcome === null) return [];
  const { proposition, verdict, graph } = outcome;
  // The picture has a title that says the same.
  if (graph !== null) {
    const why = outcome.why === undefined ? {} : { why: outcome.why };
    return [
      ...renderGraphText(graph, { width: Math.max(width - 2, NARROWEST), style }),
      ...whyLines({ ...why, memory }, { style, width: width - 2, as: 'statement' }),
    ];
  }
  if (verdict === 'impossible') return [`${proposition} is impossible: no execution gives it, whatever memory does`];
  return [`${proposition} is ${verdict} under ${memoryName(memory)}; no execution to show was found`];
}

function noteLine(note: LitmusNote, spell: SpellOption): string {
  switch (note.code) {
    case 'unrolled': {
      const labels = note.labels.map((label) => `\`${label}\``).join(', ');
      return `executions that jump back to ${labels} more than ${note.times} times are left out: final states may be missing (${spell('unroll')})`;
    }
    case 'numbered':
      return `memory is accessed at a number (${note.places.join(', ')}), which is the address of no location of the test`;
    case 'not shown':
      return `no execution is shown: ${reasonText(note.reason, spell)}`;
  }
}

/** The whole report, without a line end after the last line. */
export function litmusText(file: string, answer: LitmusAnswer, options: LitmusTextOptions): string {
  const { style } = options;
  const reason = answer.reason === null ? [] : [`reason: ${reasonText(answer.reason, DASHED)}`];
  const notes = answer.notes.map((note) => style.doubtful(`note: ${noteLine(note, DASHED)}`));
  const details = options.quiet
    ? [...reason, ...notes]
    : [
        style.dim(`${seconds(answer.seconds)}, axiomatic engine: ${counts(answer.counts)}`),
        ...reason,
        ...notes,
        ...stateLines(answer),
        ...outcomeLines(answer, options),
      ];
  return [headline(file, answer, style), ...details.map((line) => `  ${line}`)].join('\n');
}

/** The final states of a litmus test. */
export interface JsonLitmus extends JsonObject {
  /** The name of the test. */
  readonly name: string;
  readonly memory: MemoryName;
  /** `unknown` when not all final states are known. */
  readonly verdict: 'answered' | 'unknown';
  /** Whether the condition is true in no, some or all final states; null when not all are known. */
  readonly observation: Observation | null;
  /** As in the test: `exists (0:EAX=0 /\ 1:EAX=0)`. */
  readonly condition: string;
  /** Whether the condition as it is quantified is true; null when not all final states are known. */
  readonly validated: boolean | null;
  /** Spelled as herd spells them, in alphabetical order. */
  readonly states: readonly string[];
  /** How many executions give each of `states`. */
  readonly stateExecutions: readonly number[];
  readonly executions: number;
  /** The outcome that was asked about; null when the enumeration was stopped. */
  readonly outcome: Omit<NonNullable<LitmusAnswer['outcome']>, 'graph' | 'why'> | null;
  /** An execution for the outcome; null when there is none to show. */
  readonly graph: EventGraph | null;
  /** Where SC does not allow the execution: the cycle that SC forbids; null otherwise. */
  readonly cycle: JsonCycle | null;
  /** Why SC does not allow the execution, or that it does, in sentences; empty where it was not asked. */
  readonly why: readonly string[];
  readonly seconds: number;
  /** What the engine counted. */
  readonly counts: Counts;
  /** What a reader should know about the answer. */
  readonly notes: readonly string[];
  /** Why not all final states are known; null when they are. */
  readonly reason: string | null;
}

export function jsonLitmus(file: string, answer: LitmusAnswer, spell: SpellOption = DASHED): JsonLitmus {
  const { outcome, states } = answer;
  return {
    schema: SCHEMA,
    file,
    name: answer.name,
    memory: answer.memory,
    verdict: answer.reason === null ? 'answered' : 'unknown',
    observation: answer.observation,
    condition: answer.condition,
    validated: answer.validated,
    states: states.map(({ state }) => state),
    stateExecutions: states.map(({ executions }) => executions),
    executions: answer.executions,
    outcome:
      outcome === null ? null : { proposition: outcome.proposition, verdict: outcome.verdict, axiom: outcome.axiom },
    graph: outcome?.graph ?? null,
    ...jsonWhy(outcome?.why, answer.memory, 'statement'),
    seconds: jsonSeconds(answer.seconds),
    counts: answer.counts,
    notes: answer.notes.map((note) => noteLine(note, spell)),
    reason: answer.reason === null ? null : reasonText(answer.reason, spell),
  };
}
