/**
 * What a thread does to memory, one step after the other, as a tree that unfolds when it is asked: after a read it goes
 * on with the values that the read is given. Steps never change, so a search can keep any of them and come back.
 */
import type { Access, FenceKind, Value } from './event.js';

interface StepBase {
  /** Counts the instructions that the thread has executed, from 0. */
  readonly instruction: number;
  /** The instruction as its author wrote it. */
  readonly origin: string;
  /** Part of an atomic read-modify-write. */
  readonly locked: boolean;
  /** The locations that this step or a later one may write; null for any. More than that is allowed: it only prunes. */
  readonly mayWrite: ReadonlySet<string> | null;
}

export interface ReadStep extends StepBase {
  readonly kind: 'read';
  /** All different; read at one moment. */
  readonly locations: readonly string[];
  /** One value for each location. */
  next(values: readonly Value[]): Step;
}

export interface WriteStep extends StepBase {
  readonly kind: 'write';
  /** To different locations, at one moment (PSO: one by one, unless locked). */
  readonly writes: readonly Access[];
  next(): Step;
}

export interface FenceStep extends StepBase {
  readonly kind: 'fence';
  readonly fence: FenceKind;
  next(): Step;
}

export interface EndStep {
  readonly kind: 'end';
  register(name: string): Value;
}

/** The thread would go on, but a bound on loops forbids it. */
interface CutStep {
  readonly kind: 'cut';
  /** The label that it would jump to. */
  readonly label: string;
}

export type Step = ReadStep | WriteStep | FenceStep | EndStep | CutStep;

export function mayWrite(step: Step, location: string): boolean {
  return step.kind !== 'end' && step.kind !== 'cut' && (step.mayWrite === null || step.mayWrite.has(location));
}
