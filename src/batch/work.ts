/** The program of the child processes that answer the questions of batches, of the tour and of workers. */
import type { BatchAnswer, Library, Put } from './answer.js';
import { serve } from './serve.js';

const LIBRARY: Library = {
  check: async (text, options) => (await import('../check/check.js')).check(text, options),
  litmus: async (text, options) => (await import('../check/litmus.js')).litmus(text, options),
};

serve<Put, BatchAnswer>(async (question) => {
  const { answerQuestion } = await import('./answer.js');
  return answerQuestion(question, LIBRARY);
});
