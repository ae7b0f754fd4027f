/** The program of the child processes that answer the questions of batches, of the tour and of workers. */
import type { BatchAnswer, Library, Put } from './answer.js';
import { serve } from './serve.js';

/** Threads that a search has here unless it asks for others: the processes of a pool share the processors. */
const usualJobs = Math.max(1, Number(process.argv[2] ?? 1));

const LIBRARY: Library = {
  check: async (text, options) => (await import('../check/check.js')).check(text, { usualJobs, ...options }),
  litmus: async (text, options) => (await import('../check/litmus.js')).litmus(text, options),
};

serve<Put, BatchAnswer>(async (question) => {
  const { answerQuestion } = await import('./answer.js');
  return answerQuestion(question, LIBRARY);
});
