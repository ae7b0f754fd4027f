/**
 * Replays a run that somebody gives as text (`evidence/run-text`) and says what it shows. Nothing is searched. The memory and
 * the number of threads are those of the run unless the caller says otherwise: to ask for another memory is to ask whether the
 * same steps are possible there.
 */
import { programBehaviour, systemBehaviour } from '../../evidence/run-text/digest.js';
import { programRunOf } from '../../evidence/run-text/program.js';
import { systemRunOf } from '../../evidence/run-text/system.js';
import { readRun, type WrittenRun } from '../../evidence/run-text/text.js';
import { fault } from '../../languages/shared/diagnostics.js';
import { hasBuffers } from '../../memory/models.js';
import { Budget } from '../budget.js';
import { type Subject, subjectOf } from '../by-hand/subject.js';
import type { CheckOptions } from '../options.js';
import { type Asked, type Refused, readQuestion } from '../read.js';
import type { Performed, ReplayResult } from './answer.js';

export type { Performed, Replayed, ReplayResult } from './answer.js';

export async function replayRun(
  text: string | Uint8Array,
  run: string,
  options: CheckOptions = {},
): Promise<ReplayResult> {
  const file = options.file ?? 'model';
  const read = readRun(run);
  if (!read.ok) return { ok: false, diagnostics: [fault(file, 'run', read.message)] };
  const { memory, count } = read.run;
  const given: CheckOptions = { memory, ...(count === null ? {} : { processes: count }), ...options };
  const budget = new Budget(options);
  const found =
    read.run.kind === 'program' ? await subjectOf(text, given, budget) : await readQuestion(text, given, budget);
  if (!found.ok) return found;
  const asked = 'asked' in found ? found.asked : found;
  const performed = await (read.run.kind === 'program'
    ? ofProgram(found as Subject, read.run)
    : ofSystem(found as Asked, read.run));
  if ('message' in performed) return refused(asked, performed.message);
  if (performed.kind === 'no run') return refused(asked, misfit(performed, read.run.steps.length));
  const { question, actors } = asked;
  const { property, fairness, buffers } = question;
  return {
    ok: true,
    warnings: asked.warnings,
    replayed: {
      memory: question.memory.name,
      buffer: hasBuffers(question.memory) ? (buffers.most ?? 'unbounded') : null,
      processes: performed.trace.processes,
      actors,
      ...(property === 'states' ? {} : { asked: { property: property.name, formula: property.text, ...fairness } }),
      run: run.trim(),
      length: read.run.steps.length,
      performed,
    },
  };
}

function refused({ options, warnings }: Asked, message: string): Refused {
  return { ok: false, diagnostics: [...warnings, fault(options.file, 'run', message)] };
}

type Judged = Performed | { readonly message: string };

async function ofProgram({ asked, program }: Subject, written: WrittenRun): Promise<Judged> {
  const other = otherModel(written, programBehaviour(program), asked);
  if (other !== null) return { message: other };
  const run = programRunOf(program, written);
  if ('wrong' in run) return { message: run.wrong };
  const { performProgram } = await import('./program.js');
  return performProgram(program, run, asked.question);
}

async function ofSystem(asked: Asked, written: WrittenRun): Promise<Judged> {
  const { model, memory, buffers } = asked.question;
  if (model.kind !== 'system') return { message: 'the run is of a model of arrays, and this text is a program' };
  const { system } = model;
  const other = otherModel(written, systemBehaviour(system), asked);
  if (other !== null) return { message: other };
  const run = systemRunOf(system, system.processes ?? written.count ?? 1, written);
  if ('wrong' in run) return { message: run.wrong };
  const { performSystem } = await import('./system.js');
  return performSystem(system, run, memory, buffers.most);
}

/** Why the run is not of this model; null when it is. */
function otherModel({ model, memory, count }: WrittenRun, own: string, { options, question }: Asked): string | null {
  if (model === own) return null;
  const differs = [
    ...(question.memory.name === memory ? [] : [`it was made under ${memory}`]),
    ...(count === null || options.processes === count
      ? []
      : [`it is for ${count} of the threads that the text leaves open`]),
  ];
  const hint = differs.length === 0 ? '' : `; ${differs.join(', and ')}`;
  return `the run is of another model: its digest is ${model}, and that of this text ${own}${hint}`;
}

/** Many choices tell nothing. */
const MOST_TOLD = 8;

function misfit({ reason, step, possible }: Performed & { readonly kind: 'no run' }, length: number): string {
  const where = step === 0 ? 'the start of the run does not fit' : `step ${step} of the run does not fit`;
  if (step > length) return `the run does not fit: ${reason}`;
  const told = possible.slice(0, MOST_TOLD);
  const left = possible.length - told.length;
  const instead =
    step === 0
      ? ''
      : told.length === 0
        ? '; nothing is possible there'
        : `; possible there: ${told.join(', ')}${left === 0 ? '' : `, and ${left} more`}`;
  return `${where}: ${reason}${instead}`;
}
