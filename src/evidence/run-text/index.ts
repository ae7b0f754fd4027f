/** The run of an answer as one word (`text.ts` says how it is written). */
import type { Run } from '../../engines/answer.js';
import { programBehaviour, systemBehaviour } from './digest.js';
import { writtenSteps } from './program.js';
import { writtenSystemSteps } from './system.js';
import { writeRun } from './text.js';

/** `count`: of open threads, or of the processes that the program was made for; null where the text says how many there are. */
export function runText(run: Run, count: number | null): string {
  switch (run.kind) {
    case 'program': {
      const { program, memory } = run;
      const model = programBehaviour(program);
      return writeRun({ kind: 'program', memory: memory.name, count, model, ...writtenSteps(program, run.run) });
    }
    case 'lasso': {
      const { program, memory } = run.question;
      const model = programBehaviour(program);
      return writeRun({ kind: 'program', memory: memory.name, count, model, ...writtenSteps(program, run.run) });
    }
    case 'system': {
      const { system, memory } = run;
      const model = systemBehaviour(system);
      const { processes } = run.run;
      const steps = writtenSystemSteps(system, run.run, memory);
      return writeRun({ kind: 'system', memory: memory.name, count: processes, model, ...steps });
    }
  }
}
