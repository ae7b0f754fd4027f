/** From an engine's answer to the outcome that is told: the run is replayed, and the scope of the question stands beside it. */
import type { Proof, Run } from '../engines/answer.js';
import type { Warnings } from '../engines/warnings.js';
import type { Outcome } from '../evidence/outcome.js';
import { traceOf } from '../evidence/replay.js';
import type { Trace } from '../memory/trace.js';
import type { Answered } from './ask.js';
import type { Budget } from './budget.js';
import type { Asked } from './read.js';

export async function outcomeOf(asked: Asked, answered: Answered, budget: Budget): Promise<Outcome> {
  const { question, processes, actors } = asked;
  const { verdict, engine, counts, buffer, notes } = answered;
  const { property, memory, buffers, fairness } = question;
  const proof = verdict === 'holds' ? answered.proof : null;
  const warnings = verdict === 'holds' ? (answered.warnings ?? null) : null;
  return {
    verdict,
    memory: memory.name,
    buffer,
    ...(buffers.per === 'location' ? { perLocation: true as const } : {}),
    processes,
    actors,
    engine,
    ...(property === 'states' ? {} : { asked: { property: property.name, formula: property.text, ...fairness } }),
    seconds: budget.seconds,
    counts,
    trace: verdict === 'violated' ? told(asked, await traceOf(answered.run, budget.whole)) : null,
    run: verdict === 'violated' ? await wordOf(asked, answered.run) : null,
    invariants: proof?.kind === 'cubes' ? proof.shown : [],
    ...(proof?.kind === 'predicates' ? { predicates: await predicatesOf(proof) } : {}),
    // A run is one in which they are true.
    assumptions: verdict === 'holds' ? (asked.assumptions ?? []) : [],
    reasons: verdict === 'unknown' ? answered.reasons : [],
    notes: [...notes, ...asked.notes(verdict)],
    warnings: warnings?.list ?? null,
    stuckThreads: warnings?.stuck ?? null,
    ...(asked.options.show === 'deadlock' ? { deadlock: await deadlockOf(asked, warnings) } : {}),
  };
}

async function wordOf(asked: Asked, run: Run): Promise<string | null> {
  const { runWord } = await import('./run-word.js');
  return runWord(asked, run);
}

/** Of an array system a thread for transitions without parameters is no process. */
function told({ question: { model } }: Asked, trace: Trace): Trace {
  if (model.kind !== 'system' || model.system.processes === null) return trace;
  return { ...trace, processes: model.system.processes };
}

/** The run in an order that is easier to read, replayed. */
async function deadlockOf(asked: Asked, warnings: Warnings | null): Promise<Trace | null> {
  const found = warnings?.deadlock ?? null;
  if (found === null) return null;
  const { tidyRun } = await import('../memory/operational/program/tidy.js');
  const { program, memory, bound, perLocation } = found;
  const run = tidyRun(program, found.run, memory, bound ?? Number.MAX_SAFE_INTEGER, perLocation);
  return told(asked, await traceOf({ ...found, run }));
}

async function predicatesOf({ proof }: Extract<Proof, { kind: 'predicates' }>) {
  const { showProof } = await import('../engines/predicates/show.js');
  return showProof(proof);
}
