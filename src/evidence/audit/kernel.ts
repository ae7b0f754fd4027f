/**
 * The second audit of programs that hold: all states again, for programs with more states than the interpreter can look at. It is
 * written from `models/program/model.ts` and shares nothing with the explicit engine: no generated code, no packed words, no symmetry,
 * no dead variables. It shares nothing with the interpreter either, and counts the same states and steps.
 *
 * Expressions are functions that read one state in place (`expressions.ts`, `edges.ts`); steps change that state and take
 * themselves back (`steps.ts`); states are strings of bytes in one store, which is the queue, too (`state.ts`, `store.ts`, `space.ts`).
 */
import type { Progress } from '../../engines/engine.js';
import type { Reason } from '../../engines/remarks.js';
import type { MemoryModel } from '../../memory/models.js';
import type { Program } from '../../models/program/model.js';
import { conditionOf } from './edges.js';
import { Failed, TooLarge } from './expressions.js';
import { Space } from './space.js';
import type { Bounds } from './steps.js';

export interface KernelAudit {
  readonly states: number;
  readonly transitions: number;
  readonly full: boolean;
  /** What contradicts the answer; null when nothing does. */
  readonly refuted: string | null;
  /** Why not everything was looked at; null when everything was. */
  readonly unfinished: Reason | null;
}

export interface AuditLimits {
  readonly maxStates: number;
  readonly maxMegabytes: number;
}

/** States between two looks at the clock. */
const CHUNK = 512;

export function* auditByKernel(
  program: Program,
  memory: MemoryModel,
  bounds: Bounds,
  limits: AuditLimits,
): Generator<Progress, KernelAudit> {
  let transitions = 0;
  const space = new Space(program, memory, bounds, () => transitions++);
  const { state, store, steps } = space;
  const conditions = program.never.map(({ condition }) => conditionOf(program, state, condition));
  const ended = (refuted: string | null, unfinished: Reason | null = null): KernelAudit => {
    return { states: store.count, transitions, full: steps.full, refuted, unfinished };
  };
  const limited = (): Reason | null => {
    const { maxStates, maxMegabytes } = limits;
    if (store.count > maxStates) return { code: 'limit', limit: 'states', value: maxStates, covered: null };
    if (store.bytes > maxMegabytes * 2 ** 20 || store.isFull)
      return { code: 'limit', limit: 'memory', value: maxMegabytes, covered: null };
    return null;
  };

  space.begin();
  /** What it is when something has no value. */
  let doing = '';
  for (let looked = 0; looked < store.count; ) {
    try {
      for (const end = Math.min(looked + CHUNK, store.count); looked < end; looked++) {
        space.layOut(looked);
        doing = 'a state violates a property';
        if (space.isFailure() || conditions.some((condition) => condition() !== 0)) return ended(doing);
        doing = 'a step fails';
        steps.all();
      }
    } catch (error) {
      if (error instanceof Failed) return ended(doing);
      if (error instanceof TooLarge) return ended(null, { code: 'overflow', steps: null });
      throw error;
    }
    const unfinished = limited();
    if (unfinished !== null) return ended(null, unfinished);
    yield { phase: 'audit', cubes: 0, depth: 0, queue: store.count - looked, states: store.count, restarts: 0 };
  }
  return ended(null);
}
