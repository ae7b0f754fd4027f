/**
 * A run made by hand: the state of the machine, what can happen next, and the steps so far, with undo and redo. It is data and
 * functions without any surroundings, so it works in a browser as well as here. Every step is a step of the operational
 * machine, which judges counterexamples; the words about it come from the recording that tells traces.
 */
import type { ToldInProgram } from '../../bridges/instance/runs.js';
import { programBehaviour } from '../../evidence/run-text/digest.js';
import { programRunOf, writtenSteps } from '../../evidence/run-text/program.js';
import { readRun, type WrittenRun, writeRun } from '../../evidence/run-text/text.js';
import {
  type Configuration,
  type InitialValues,
  type Machine,
  makeMachine,
  type ProgramStep,
  start,
} from '../../memory/operational/program/machine.js';
import { violationAtEnd } from '../../memory/operational/program/properties.js';
import { ProgramRecording } from '../../memory/operational/program/recording.js';
import { initialFault } from '../../memory/operational/program/replay.js';
import type { Trace } from '../../memory/trace.js';
import { defaultValue, sortOfCell } from '../../models/program/cells.js';
import { askFromHere, type ByHandAnswer, type ByHandLimits } from './ask.js';
import { type Choice, type Possible, possibleIn } from './choices.js';
import { type MachineState, stateOf } from './state.js';
import type { Subject } from './subject.js';

/** A step, and where it leads; null when it fails. */
interface Taken {
  readonly step: ProgramStep;
  readonly after: Configuration | null;
}

/** The steps so far as people read them. */
export type UnfinishedTrace = Pick<Trace, 'memory' | 'processes' | 'initial' | 'steps'> & {
  readonly names: readonly string[];
};

export type Loaded =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly message: string;
      /** The first step that does not fit, from 1; 0 for the start, null where the text is no run of this model at all. */
      readonly step: number | null;
      /** What would have been possible instead. */
      readonly possible: readonly Choice[];
    };

export class ByHand {
  readonly machine: Machine;
  private initial: InitialValues;
  private taken: Taken[] = [];
  /** Steps that were taken back, the first one to redo last. */
  private undone: Taken[] = [];
  private recorded: { readonly recording: ProgramRecording; steps: number } | null = null;
  private possible: readonly Possible[] | null = null;

  constructor(readonly subject: Subject) {
    const { memory, buffers } = subject.asked.question;
    this.machine = makeMachine(subject.program, memory, buffers.most, buffers.per === 'location');
    this.initial = usualValues(this.machine);
  }

  /** The number of steps so far. */
  get length(): number {
    return this.taken.length;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  private get here(): Configuration {
    const last = this.taken.findLast(({ after }) => after !== null);
    return last?.after ?? start(this.machine, this.initial);
  }

  private get hasFailed(): boolean {
    return this.taken.at(-1)?.after === null;
  }

  state(): MachineState {
    return stateOf(this.machine, this.here, this.subject.asked.question.model.kind !== 'system');
  }

  /** Nothing when a step has failed. */
  choices(): readonly Choice[] {
    return this.possibilities().map(({ choice }) => choice);
  }

  private possibilities(): readonly Possible[] {
    this.possible ??= this.hasFailed ? [] : possibleIn(this.machine, this.here);
    return this.possible;
  }

  /** What is violated now; null when nothing is, and for a temporal property, which no state violates. */
  violated(): Trace['violated'] | null {
    if (this.hasFailed) {
      const end = this.recording().finish();
      return typeof end === 'string' ? null : end.violated;
    }
    const found = violationAtEnd(this.machine, this.here);
    return found?.kind === 'violated' ? found.violated : null;
  }

  /** Takes one of the choices, by its position. False when there is no such choice. */
  take(choice: number): boolean {
    const chosen = this.possibilities()[choice];
    if (chosen === undefined) return false;
    this.taken.push({ step: chosen.step, after: chosen.after });
    this.undone = [];
    this.possible = null;
    return true;
  }

  undo(): boolean {
    const last = this.taken.pop();
    if (last === undefined) return false;
    this.undone.push(last);
    this.possible = null;
    return true;
  }

  redo(): boolean {
    const next = this.undone.pop();
    if (next === undefined) return false;
    this.taken.push(next);
    this.possible = null;
    return true;
  }

  /** Back to the state behind so many steps, or forward to it as far as steps were taken back. */
  goTo(length: number): void {
    while (this.length > length && this.undo());
    while (this.length < length && this.redo());
  }

  /** The steps so far as one word, for `load` and for `--replay`. */
  run(): string {
    const { count } = this.subject;
    const { program, memory } = this.machine;
    const steps = writtenSteps(program, { initial: this.initial, steps: this.steps() });
    return writeRun({ kind: 'program', memory: memory.name, count, model: programBehaviour(program), ...steps });
  }

  private steps(): ProgramStep[] {
    return this.taken.map(({ step }) => step);
  }

  /** Begins anew with the steps of a run. Nothing changes when they do not fit. */
  load(text: string): Loaded {
    const read = readRun(text);
    if (!read.ok) return { ok: false, message: read.message, step: null, possible: [] };
    const { run } = read;
    const other = this.otherModel(run);
    if (other !== null) return { ok: false, message: other, step: null, possible: [] };
    const proposed = this.proposed(run);
    if ('wrong' in proposed) return { ok: false, message: proposed.wrong, step: proposed.step, possible: [] };
    const wrong = initialFault(this.machine, proposed.initial);
    if (wrong !== null) return { ok: false, message: wrong, step: 0, possible: [] };
    const performed = perform(this.machine, proposed.initial, proposed.steps);
    if ('reason' in performed) return { ok: false, message: performed.reason, ...performed };
    [this.initial, this.taken, this.undone] = [proposed.initial, performed.taken, []];
    [this.recorded, this.possible] = [null, null];
    return { ok: true };
  }

  private otherModel(run: WrittenRun): string | null {
    const { program, memory } = this.machine;
    const { instance, count } = this.subject;
    if (run.memory !== memory.name) return `the run is of another memory: ${run.memory}, not ${memory.name}`;
    if (run.kind === 'program') {
      return run.model === programBehaviour(program)
        ? null
        : 'the run is of another model, or of another number of threads';
    }
    if (instance === null) return 'the run is of a model of arrays, and this text is a program';
    if (run.model !== instance.behaviour) return 'the run is of another model';
    return run.count === count ? null : `the run is of ${run.count} processes, not of ${count}`;
  }

  /** A run of a model of arrays is told in steps of the program that the model became. */
  private proposed(run: WrittenRun): ToldInProgram {
    const { instance } = this.subject;
    if (instance !== null && run.kind === 'system') return instance.told(run);
    const read = programRunOf(this.machine.program, run);
    return 'wrong' in read ? { ...read, step: 0 } : read;
  }

  /** The steps so far, as they are told. */
  trace(): UnfinishedTrace {
    const { initial, steps } = this.recording();
    const names = this.machine.program.threads.map(({ name }) => name);
    // Processes of a model of arrays are nowhere in the text.
    const isPlace = (cell: string): boolean => this.subject.instance !== null && names.includes(cell);
    const told = initial.map(({ cell, value }) => ({ cell, value: isPlace(cell) ? '' : value }));
    return { memory: this.machine.memory.name, processes: names.length, names, initial: told, steps: [...steps] };
  }

  /** Goes on where the last one ended, unless steps were taken back. */
  private recording(): ProgramRecording {
    const known = this.recorded;
    if (known === null || known.steps > this.taken.length || this.undone.length > 0) {
      this.recorded = { recording: new ProgramRecording(this.machine, this.initial), steps: 0 };
    }
    const recorded = this.recorded as { readonly recording: ProgramRecording; steps: number };
    for (const { step } of this.taken.slice(recorded.steps)) {
      const reason = step.kind === 'drain' ? recorded.recording.drain(step) : recorded.recording.edge(step);
      if (reason !== null) throw new Error(`a step of the machine is not recorded: ${reason}`);
      recorded.steps++;
    }
    return recorded.recording;
  }

  /** Can this still go wrong? */
  ask(limits: ByHandLimits = {}): Promise<ByHandAnswer> {
    const now = this.violated();
    if (now !== null) {
      const answer = { verdict: 'violated', violated: now, run: this.run(), more: 0, engine: null } as const;
      return Promise.resolve({ ...answer, counts: {}, seconds: 0 });
    }
    const soFar = { initial: this.initial, steps: this.steps() };
    return askFromHere({ subject: this.subject, machine: this.machine, here: this.here, soFar }, limits);
  }
}

/** What the text leaves open begins with 0, or the value nearest to it. */
function usualValues({ program, shared, locals }: Machine): InitialValues {
  const first = (cells: typeof shared, values: readonly (number | 'any')[]): number[] =>
    values.map((value, cell) => (value === 'any' ? defaultValue(sortOfCell(cells, cell)) : value));
  return {
    memory: first(
      shared,
      program.shared.flatMap(({ initial }) => initial),
    ),
    locals: program.threads.map(({ initial }, thread) => first(locals[thread] as typeof shared, initial.flat())),
  };
}

type Performed =
  | { readonly taken: Taken[] }
  | { readonly reason: string; readonly step: number; readonly possible: readonly Choice[] };

/** Each step must be one of those that are possible; of the last one it may be that it fails. */
function perform(machine: Machine, initial: InitialValues, steps: readonly ProgramStep[]): Performed {
  const taken: Taken[] = [];
  let here = start(machine, initial);
  const recording = new ProgramRecording(machine, initial);
  for (const [position, step] of steps.entries()) {
    const reason = step.kind === 'drain' ? recording.drain(step) : recording.edge(step);
    const found = reason !== null ? undefined : findStep(possibleIn(machine, here), step);
    if (found === undefined) {
      const possible = taken.at(-1)?.after === null ? [] : possibleIn(machine, here).map(({ choice }) => choice);
      return { reason: reason ?? 'the step is not possible', step: position + 1, possible };
    }
    taken.push({ step, after: found.after });
    here = found.after ?? here;
  }
  return { taken };
}

function findStep(all: readonly Possible[], step: ProgramStep): Possible | undefined {
  const key = JSON.stringify(keyOf(step));
  return all.find((each) => JSON.stringify(keyOf(each.step)) === key);
}

function keyOf(step: ProgramStep): readonly unknown[] {
  return step.kind === 'drain' ? [step.thread, step.cell] : [step.thread, step.edge, step.choices];
}
