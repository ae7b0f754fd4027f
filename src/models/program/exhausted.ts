/**
 * A failure that is none of the program: a model has a fixed number of objects that can be allocated, and a run needs one more.
 * What happens then is not known, so such a run is no violation, and nothing is proved.
 */
import type { Program } from './model.js';

/** How the words of such a failure begin. */
export const EXHAUSTED = 'no object is left';

/** The words, where the run of a program ends in such a failure: by thread and edge, the last step of a thread. */
export function exhaustedAt(program: Program, thread: number, edge: number): string | null {
  const template = program.templates[program.threads[thread]?.template ?? -1];
  const failure = template?.locations[template.edges[edge]?.to ?? -1]?.failure ?? null;
  return failure?.startsWith(EXHAUSTED) === true ? failure : null;
}
