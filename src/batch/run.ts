/** Asks the questions of a batch on a pool of this machine, and tells each answer when it is known. */
import type { BatchAnswer, Put } from './answer.js';
import type { Ended } from './child.js';
import type { Asker } from './pool.js';
import type { BatchQuestion } from './question.js';
import { type JsonBatchAnswer, rowOf } from './row.js';

/** The pool that answers questions, or somebody in its place. */
export type QuestionAsker = Asker<Put, BatchAnswer>;

export interface Running {
  readonly version: string;
  readonly stop: AbortSignal;
  onAnswer(row: JsonBatchAnswer): void;
}

export function askQuestion(
  asker: QuestionAsker,
  question: BatchQuestion,
  signal: AbortSignal | null = null,
): Promise<Ended<BatchAnswer>> {
  const { kind, file, text, memory, processes, asked, limits } = question;
  const put: Put = { kind, file, text, memory, processes, asked, limits };
  return asker.ask(put, { seconds: limits.timeout, megabytes: limits.maxMemory }, signal);
}

/** Closes the pool at the end, or when it is stopped: what is not answered by then has no row. */
export async function runQuestions(
  asker: QuestionAsker,
  questions: readonly BatchQuestion[],
  { version, stop, onAnswer }: Running,
): Promise<void> {
  const close = (): void => asker.close();
  stop.addEventListener('abort', close);
  if (stop.aborted) close();
  await Promise.all(
    questions.map(async (question) => {
      const row = rowOf(question, await askQuestion(asker, question), version);
      if (row !== null) onAnswer(row);
    }),
  );
  stop.removeEventListener('abort', close);
  close();
}
