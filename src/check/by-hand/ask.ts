/**
 * "Can this still go wrong from here?" The present configuration becomes a program that begins in it (`bridges/from-here`), and
 * the engines are asked about that program as `check` asks them about any other. So an answer means what it means there:
 * `violated` with a run, `holds` for the store buffers that were looked at, `unknown` with reasons. A run is put behind the
 * steps so far and replayed from the start, on the machine of the text: one that does not replay is no answer.
 */
import { programFromHere, stepsFromHere } from '../../bridges/from-here/index.js';
import type { BufferScope } from '../../engines/answer.js';
import type { Counts, Progress } from '../../engines/engine.js';
import type { EngineName } from '../../engines/registry.js';
import { outside, type Reason } from '../../engines/remarks.js';
import { programBehaviour } from '../../evidence/run-text/digest.js';
import { writtenSteps } from '../../evidence/run-text/program.js';
import { writeRun } from '../../evidence/run-text/text.js';
import type { Configuration, Machine } from '../../memory/operational/program/machine.js';
import { type ProgramRun, replayProgram } from '../../memory/operational/program/replay.js';
import type { Trace } from '../../memory/trace.js';
import { ask } from '../ask.js';
import { Budget } from '../budget.js';
import { askingOf } from '../check.js';
import type { CheckOptions } from '../options.js';
import type { Subject } from './subject.js';

/** As for `check`. */
export type ByHandLimits = Pick<CheckOptions, 'engine' | 'timeout' | 'maxStates' | 'maxMemory' | 'signal' | 'whole'> & {
  readonly onProgress?: (progress: Progress) => void;
};

export type ByHandAnswer = {
  /** Null when the present state was enough. */
  readonly engine: EngineName | null;
  readonly counts: Counts;
  readonly seconds: number;
} & (
  | {
      readonly verdict: 'violated';
      readonly violated: Trace['violated'];
      /** From the start through the present state to the violation. */
      readonly run: string;
      /** How many steps it takes from here. */
      readonly more: number;
    }
  /** From here, with store buffers of at most so many writes, or of any length; null where there are none. */
  | { readonly verdict: 'holds'; readonly buffer: BufferScope }
  | { readonly verdict: 'unknown'; readonly reasons: readonly Reason[]; readonly buffer: BufferScope }
);

interface Here {
  readonly subject: Subject;
  readonly machine: Machine;
  readonly here: Configuration;
  readonly soFar: ProgramRun;
}

export async function askFromHere(
  { subject, machine, here, soFar }: Here,
  limits: ByHandLimits,
): Promise<ByHandAnswer> {
  const { question } = subject.asked;
  const budget = new Budget(limits);
  const told = (counts: Counts, engine: EngineName | null) => ({ engine, counts, seconds: budget.seconds });
  if (question.property !== 'states') {
    const reasons = [outside('a temporal property is about whole runs, and not about what a state leads to')];
    return { verdict: 'unknown', reasons, buffer: null, ...told({}, null) };
  }
  const program = budget.whole(() => programFromHere(machine, here));
  const answered = await ask(
    {
      ...question,
      model: { kind: 'program', program, predicates: [] },
      hints: { ...question.hints, warn: false, stuck: false },
    },
    askingOf(limits, budget),
  );
  if ('refused' in answered) {
    return { verdict: 'unknown', reasons: [outside(answered.refused.message)], buffer: null, ...told({}, null) };
  }
  const { counts, engine, buffer } = answered;
  switch (answered.verdict) {
    case 'holds':
      return { verdict: 'holds', buffer, ...told(counts, engine) };
    case 'unknown':
      return { verdict: 'unknown', reasons: answered.reasons, buffer, ...told(counts, engine) };
    case 'violated': {
      if (answered.run.kind !== 'program') throw new Error('a program is violated by a run of a program');
      const more = stepsFromHere(machine, answered.run.run.steps);
      const run = { initial: soFar.initial, steps: [...soFar.steps, ...more] };
      const { memory, bound, perLocation } = machine;
      const replayed = budget.whole(() => replayProgram(machine.program, run, memory, bound, perLocation));
      if (!replayed.ok) throw new Error(`a violation does not replay: ${replayed.reason} (step ${replayed.step})`);
      const word = writeRun({
        kind: 'program',
        memory: memory.name,
        count: subject.count,
        model: programBehaviour(machine.program),
        ...writtenSteps(machine.program, run),
      });
      const { violated } = replayed.trace;
      return { verdict: 'violated', violated, run: word, more: more.length, ...told(counts, engine) };
    }
  }
}
