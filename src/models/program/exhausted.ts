/**
 * A failure that is none of the program: a run leaves what the model can say. The model has a fixed number of objects that can
 * be allocated, and numbers of a fixed width. What happens beyond is not known, so such a run is no violation, and nothing is
 * proved.
 */
import type { Program } from './model.js';

/** How the words of such a failure begin. */
export const EXHAUSTED = 'no object is left';
export const TOO_WIDE = 'a number is beyond 31 bits';

/** The words, where the run of a program ends in such a failure: by thread and edge, the last step of a thread. */
export function exhaustedAt(program: Program, thread: number, edge: number): string | null {
  const template = program.templates[program.threads[thread]?.template ?? -1];
  const failure = template?.locations[template.edges[edge]?.to ?? -1]?.failure ?? null;
  return failure !== null && (failure.startsWith(EXHAUSTED) || failure.startsWith(TOO_WIDE)) ? failure : null;
}
