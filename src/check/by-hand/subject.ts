/**
 * The program that is stepped through by hand. Where the text leaves the number of threads open, one is taken: that of the
 * options, else two of each. A model of arrays becomes the program that the engines of programs explore.
 */
import type { InstanceProgram, ToldInProgram } from '../../bridges/instance/runs.js';
import type { Question } from '../../engines/question.js';
import type { WrittenRun } from '../../evidence/run-text/text.js';
import { fault } from '../../languages/shared/diagnostics.js';
import type { Patience } from '../../languages/shared/patience.js';
import type { MemoryModel } from '../../memory/models.js';
import type { ArraySystem } from '../../models/array-system/model.js';
import type { Program } from '../../models/program/model.js';
import type { CheckOptions } from '../options.js';
import { type Asked, type Refused, readQuestion } from '../read.js';

export interface Subject {
  readonly ok: true;
  readonly asked: Asked;
  readonly program: Program;
  /** Of open threads, or of processes; null where the text says how many there are. */
  readonly count: number | null;
  /** Where the program was made of a model of arrays: that one. */
  readonly instance: Instance | null;
}

interface Instance {
  /** As runs name the model. */
  readonly behaviour: string;
  /** A run of the model in steps of the program. */
  told(run: WrittenRun): ToldInProgram;
}

/** A property may name a thread that needs more of them, or fewer. */
const TRIED = [2, 3, 1];

export async function subjectOf(
  text: string | Uint8Array,
  options: CheckOptions,
  patience: Patience,
): Promise<Subject | Refused> {
  const asked = await readQuestion(text, options, patience);
  if (!asked.ok) {
    // A temporal property is asked of a given number: then the refusal is about the number alone.
    const open = options.processes === undefined && asked.diagnostics.some(({ code }) => code === 'process-number');
    return open ? firstOf(text, options, patience) : asked;
  }
  if (!isOpen(asked.question)) return subjectIn(asked);
  return firstOf(text, options, patience);
}

function isOpen({ model }: Question): boolean {
  return model.kind === 'open program' || (model.kind === 'system' && model.system.processes === null);
}

async function firstOf(
  text: string | Uint8Array,
  options: CheckOptions,
  patience: Patience,
): Promise<Subject | Refused> {
  let last: Subject | Refused | null = null;
  for (const processes of TRIED) {
    const asked = await readQuestion(text, { ...options, processes }, patience);
    last = asked.ok ? await subjectIn(asked) : asked;
    if (last.ok) return last;
  }
  return last as Refused;
}

async function subjectIn(asked: Asked): Promise<Subject | Refused> {
  const { model, memory } = asked.question;
  switch (model.kind) {
    case 'program': {
      const { processes } = asked.options;
      return {
        ok: true,
        asked,
        program: model.program,
        count: typeof processes === 'number' ? processes : null,
        instance: null,
      };
    }
    case 'open program':
      throw new Error('a number of threads was given');
    case 'system': {
      const { programOf } = await import('../../bridges/instance/index.js');
      const { system } = model;
      const made = programOf(system, system.processes ?? 2, memory);
      if (made.kind === 'program') {
        const instance = await instanceOf(system, made, memory);
        return { ok: true, asked, program: made.program, count: system.processes, instance };
      }
      return { ok: false, diagnostics: [...asked.warnings, fault(asked.options.file, 'unsupported', made.message)] };
    }
  }
}

async function instanceOf(system: ArraySystem, made: InstanceProgram, memory: MemoryModel): Promise<Instance> {
  const { inProgram } = await import('../../bridges/instance/runs.js');
  const { systemBehaviour } = await import('../../evidence/run-text/digest.js');
  const { systemRunOf } = await import('../../evidence/run-text/system.js');
  return {
    behaviour: systemBehaviour(system),
    told: (run) => {
      const read = systemRunOf(system, system.processes ?? 1, run);
      return 'wrong' in read ? { ...read, step: 0 } : inProgram(made, system, read, memory);
    },
  };
}
