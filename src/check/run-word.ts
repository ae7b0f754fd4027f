/**
 * The run of an answer as one word, which `--replay` reads; null where it is a run of something else than the text says, and
 * where patience ends before that is known.
 */
import type { Run } from '../engines/answer.js';
import { programBehaviour } from '../evidence/run-text/digest.js';
import { runText } from '../evidence/run-text/index.js';
import type { Program } from '../models/program/model.js';
import type { Asked } from './read.js';
import { patiently } from './suit.js';

/** Numbers of open threads in which the program of a run is looked for. */
const MOST_THREADS = 24;

export function runWord({ question: { model }, options }: Asked, run: Run): string | null {
  if (run.kind === 'system') return runText(run, null);
  const program = run.kind === 'program' ? run.program : run.question.program;
  switch (model.kind) {
    case 'program': {
      if (programBehaviour(model.program) !== programBehaviour(program)) return null;
      return runText(run, typeof options.processes === 'number' ? options.processes : null);
    }
    case 'system':
      return runText(run, model.system.processes);
    case 'open program': {
      const found = patiently(() => ({ count: countOf(program, (number) => model.open.instance(number)) }));
      return 'spent' in found || found.count === null ? null : runText(run, found.count);
    }
  }
}

/** Of how many open threads it is the program. */
function countOf(
  program: Program,
  instance: (count: number) => { readonly program: Program } | { readonly refused: string },
): number | null {
  const own = programBehaviour(program);
  for (let count = 1; count <= Math.min(program.threads.length, MOST_THREADS); count++) {
    const made = instance(count);
    if (!('refused' in made) && programBehaviour(made.program) === own) return count;
  }
  return null;
}
