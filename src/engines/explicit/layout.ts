/** The first pass of a kernel: a program thread by thread, how its states lie in words, and which locals matter where. */
import type { MemoryModel } from '../../memory/models.js';
import { allLive, type Liveness, liveness, observedLocals } from '../../models/program/liveness.js';
import type { Program, StateExpression } from '../../models/program/model.js';
import { templateOf } from '../../models/program/parts.js';
import { type SpecialProgram, specialise } from '../../models/program/specialise.js';
import { type Packing, pack } from './packing.js';

export interface LayoutOptions {
  readonly program: Program;
  readonly memory: MemoryModel;
  /** What these two mean is in `question.ts`. */
  readonly buffer: number;
  readonly perLocation: boolean;
  /** Store states that differ only in dead variables once. */
  readonly zeroDead: boolean;
  /** When given, the kernel expands states one by one, tells their successors, and which of these are true (at most 32). */
  readonly propositions: readonly StateExpression[] | null;
}

export interface Layout {
  readonly special: SpecialProgram;
  /** The same with all conditions that somebody looks at, propositions too, as what is never to be. */
  readonly observed: SpecialProgram;
  readonly packing: Packing;
  /** By thread. */
  readonly live: readonly Liveness[];
}

export function layOut({ program, memory, buffer, perLocation, zeroDead, propositions }: LayoutOptions): Layout {
  const special = specialise(program);
  const observed = { ...special, never: [...special.never, ...(propositions ?? [])] };
  const live = special.threads.map((thread, number) => {
    const { length } = templateOf(program, number).locations;
    return zeroDead ? liveness(thread, length, observedLocals(observed, number)) : allLive(thread, length);
  });
  return { special, observed, packing: pack(special, memory, buffer, perLocation), live };
}
