/**
 * A row of the results: a question, what came of it, and whether that was expected. It is what `--results` and `--json` have
 * as a line, and what a queue keeps. `schema/batch.json` is made from these types.
 */
import type { Observation } from '../check/litmus.js';
import type { Counts } from '../engines/engine.js';
import type { EngineName } from '../engines/registry.js';
import type { Outcome, Verdict } from '../evidence/outcome.js';
import type { MemoryName } from '../memory/models.js';
import { type JsonDiagnostic, jsonSeconds, SCHEMA } from '../report/json.js';
import { DASHED } from '../report/remarks.js';
import type { BatchAnswer } from './answer.js';
import type { Ended } from './child.js';
import type { BatchQuestion, JsonOptionValue } from './question.js';

/** A question of a batch, and its answer. */
export interface JsonBatchAnswer {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  readonly kind: 'answer';
  /** Which question it is: a digest of the text, of what is asked and of the version that answers. */
  readonly question: string;
  /** The name of the model, from its folder or manifest. */
  readonly file: string;
  /** The memory model of the answer; of the question, where there is no answer; null where neither says. */
  readonly memory: MemoryName | null;
  readonly processes: number | 'any' | null;
  /** What was asked instead of the usual: options by the names that the library gives them. */
  readonly asked: { readonly [option: string]: JsonOptionValue };
  /**
   * `answered`: by an engine. `wrong`: the text or the question is, and the diagnostics say how. `crashed`: the process that
   * worked on it ended, and the reason says why. `failed`: an internal error.
   */
  readonly ended: 'answered' | 'wrong' | 'crashed' | 'failed';
  readonly verdict: Verdict | Observation | 'error';
  /** What should have come out; null where nobody has said so. */
  readonly expected: Verdict | Observation | null;
  readonly engine: EngineName | null;
  /** Store buffers of at most so many writes, or of any length; null where the memory has none. */
  readonly buffer: Outcome['buffer'];
  readonly seconds: number;
  /** What the engine counted. */
  readonly counts: Counts;
  /** The length of the trace; null without one. */
  readonly steps: number | null;
  /** The run that breaks the model as one word, for `fencepost check --replay`. */
  readonly run: string | null;
  /** Why there is no verdict, or what should be known beside it. */
  readonly reason: string | null;
  readonly diagnostics: readonly JsonDiagnostic[];
  readonly limits: {
    /** Seconds. */
    readonly timeout: number;
    /** Megabytes. */
    readonly maxMemory: number;
  };
  /** Of the program that answered. */
  readonly version: string;
}

/** Null where nothing was expected. An `unknown` is never what was not expected: it says nothing. */
export function isAsExpected({ verdict, expected }: Pick<JsonBatchAnswer, 'verdict' | 'expected'>): boolean | null {
  return expected === null ? null : verdict === expected;
}

type Filled = Pick<JsonBatchAnswer, 'ended' | 'verdict'> & Partial<JsonBatchAnswer>;

/** `ended`: what came of a process that was asked. Null when it was stopped: then there is no row. */
export function rowOf(question: BatchQuestion, ended: Ended<BatchAnswer>, version: string): JsonBatchAnswer | null {
  const { seconds } = ended;
  switch (ended.kind) {
    case 'stopped':
      return null;
    case 'failed':
      return row(question, version, { ended: 'failed', verdict: 'error', reason: ended.message, seconds });
    case 'crashed':
      return row(question, version, { ended: 'crashed', verdict: 'unknown', reason: ended.crash.message, seconds });
    case 'done':
      return row(question, version, answered(ended.result, seconds));
  }
}

/** A question that is given up, because the processes that worked on it ended again and again. */
export function setAsideRow(question: BatchQuestion, reason: string, version: string): JsonBatchAnswer {
  return row(question, version, { ended: 'crashed', verdict: 'unknown', reason, seconds: 0 });
}

function row(question: BatchQuestion, version: string, filled: Filled): JsonBatchAnswer {
  const { key, file, memory, processes, asked, expected, limits } = question;
  return {
    schema: SCHEMA,
    kind: 'answer',
    question: key,
    file,
    memory,
    processes,
    asked,
    ...filled,
    expected,
    engine: filled.engine ?? null,
    buffer: filled.buffer ?? null,
    seconds: jsonSeconds(filled.seconds ?? 0),
    counts: filled.counts ?? {},
    steps: filled.steps ?? null,
    run: filled.run ?? null,
    reason: filled.reason ?? null,
    diagnostics: filled.diagnostics ?? [],
    limits,
    version,
  };
}

function answered(answer: BatchAnswer, taken: number): Filled {
  if (answer.kind === 'wrong') {
    const diagnostics = answer.diagnostics.map((told): JsonDiagnostic => {
      const { severity, code, option, message, file, included, line, column } = told;
      const text = option === undefined ? message : `${DASHED(option)}: ${message}`;
      return { severity, code, message: text, ...(included === undefined ? {} : { file }), line, column };
    });
    const limit = diagnostics.find(({ code }) => code === 'limit');
    if (limit !== undefined) {
      return { ended: 'answered', verdict: 'unknown', reason: limit.message, seconds: taken };
    }
    const first = diagnostics.find(({ severity }) => severity === 'error');
    return { ended: 'wrong', verdict: 'error', reason: first?.message ?? null, diagnostics, seconds: taken };
  }
  const { memory, seconds, counts, reason } = answer;
  const common = { ended: 'answered', verdict: answer.answer, memory, seconds, counts, reason } as const;
  if (answer.kind === 'litmus') return common;
  const { processes, engine, buffer, steps, run } = answer;
  return { ...common, processes, engine, buffer, steps, run };
}
