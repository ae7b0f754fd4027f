/** Answers a question of a batch: what the child processes of a pool do, here or on another machine. */
import { suitedTo } from '../check/applies.js';
import type { CheckOptions, CheckResult } from '../check/check.js';
import type { LitmusOptions, LitmusResult, Observation } from '../check/litmus.js';
import type { Counts } from '../engines/engine.js';
import type { EngineName } from '../engines/registry.js';
import type { Outcome, Verdict } from '../evidence/outcome.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { type MemoryName, memoryNamed } from '../memory/models.js';
import { DASHED, reasonText, remarkText } from '../report/remarks.js';
import type { BatchQuestion } from './question.js';

interface Told {
  readonly memory: MemoryName;
  readonly seconds: number;
  readonly counts: Counts;
  /** Why there is no verdict, or what should be known beside it. */
  readonly reason: string | null;
}

export interface ModelAnswer extends Told {
  readonly kind: 'model';
  readonly answer: Verdict;
  readonly processes: number | 'any';
  readonly engine: EngineName;
  readonly buffer: Outcome['buffer'];
  /** The length of the trace. */
  readonly steps: number | null;
  /** The run of the trace, which can be replayed. */
  readonly run: string | null;
}

export interface TestAnswer extends Told {
  readonly kind: 'litmus';
  readonly answer: Observation | 'unknown';
  readonly condition: string;
}

/** The text or the question is wrong, or a limit ended it before it was read. */
export interface WrongAnswer {
  readonly kind: 'wrong';
  readonly diagnostics: readonly Diagnostic[];
  /** What the diagnostics are about. */
  readonly text: string;
}

export type BatchAnswer = ModelAnswer | TestAnswer | WrongAnswer;

export type Put = Pick<BatchQuestion, 'kind' | 'file' | 'text' | 'memory' | 'processes' | 'asked'> & {
  /** Limits of time and memory, where there are any. */
  readonly limits: Partial<BatchQuestion['limits']>;
};

/** Who answers: the library. */
export interface Library {
  check(text: string, options: CheckOptions): Promise<CheckResult>;
  litmus(text: string, options: LitmusOptions): Promise<LitmusResult>;
}

export async function answerQuestion(question: Put, library: Library): Promise<BatchAnswer> {
  const { file, memory, limits } = question;
  const common = { file, ...(memory === null ? {} : { memory }), ...limits };
  return question.kind === 'litmus'
    ? answerTest(await library.litmus(question.text, common))
    : answerModel(question, await library.check(question.text, { ...optionsOf(question), ...common }));
}

function optionsOf({ memory, processes, asked }: Put): CheckOptions {
  const suited = memory === null ? asked : suitedTo(memoryNamed(memory), asked);
  return { ...suited, ...(processes === null ? {} : { processes }) };
}

function answerModel({ text }: Put, result: CheckResult): BatchAnswer {
  if (!result.ok) return { kind: 'wrong', diagnostics: result.diagnostics, text };
  const { outcome } = result;
  return {
    kind: 'model',
    memory: outcome.memory,
    answer: outcome.verdict,
    processes: outcome.processes,
    engine: outcome.engine,
    buffer: outcome.buffer,
    seconds: outcome.seconds,
    counts: outcome.counts,
    steps: outcome.trace?.steps.length ?? null,
    run: outcome.run,
    reason: remarkText(outcome, DASHED),
  };
}

function answerTest(result: LitmusResult): BatchAnswer {
  if (!result.ok) return { kind: 'wrong', diagnostics: result.diagnostics, text: result.text };
  const { observation, condition, seconds, counts, memory, reason } = result.answer;
  return {
    kind: 'litmus',
    memory,
    answer: observation ?? 'unknown',
    condition,
    seconds,
    counts,
    reason: reason === null ? null : reasonText(reason, DASHED),
  };
}
