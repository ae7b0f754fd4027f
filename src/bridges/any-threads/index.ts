/**
 * Programs with `thread T[any]` as array systems, for the parameterized engine: whether they are safe for any number of
 * threads, under SC, TSO and PSO.
 *
 *   source.ts        is the text one parameterized system? a sample of it; webs.ts, own-number.ts, numbers.ts and finite.ts
 *                    look at that
 *   vocabulary.ts    symbols: places, locals, shared variables, roles
 *   cases.ts         expressions by cases, merge.ts puts these together again
 *   transitions.ts   an edge of an automaton is a transition or a few
 *   census.ts        how many threads there are
 *   conditions.ts    what must not be reached, initial.ts where it begins
 *   execution.ts     an execution of the array system as one of the program
 *   words.ts         a cube of a proof in the words of the program; threads.ts says who its processes are
 *
 * The translation is exact: an instance with n processes behaves like the program with as many threads as have roles, but
 * for threads that do not move. So what holds of the array system holds of the program with any number of threads; and a
 * violation is one of the program, whose machine replays it. Under PSO that is so but for barriers between stores, which the
 * array system leaves out: it allows more then, and a violation is one if the machine of the program replays it.
 */

import type { ProgramFile } from '../../languages/program/index.js';
import { hasBuffers, type MemoryModel } from '../../memory/models.js';
import type { Run } from '../../memory/operational/replay.js';
import type { ArraySystem, Property, StateSymbol } from '../../models/array-system/model.js';
import type { ViewedCube } from '../../models/array-system/view-cube.js';
import { attempting, type Refusal } from '../../models/refusal.js';
import { countedBy } from './census.js';
import { lemmasOf, mentioned, unsafeOf } from './conditions.js';
import { type Execution, executionOf } from './execution.js';
import { initOf } from './initial.js';
import { lookUp } from './source.js';
import { transitionsOf } from './transitions.js';
import { vocabularyOf } from './vocabulary.js';
import { ProgramWords, type SlotNames } from './words.js';

export interface ParameterizedProgram {
  readonly system: ArraySystem;
  /** A run of the system as one of the program, with as many threads as it needs. */
  executionOf(run: Run): Execution | Refusal;
  /** What a cube of a proof says, in the words of the program; `slots`: where store queues became cells, what these are. */
  /** What the program calls a symbol of the system. */
  nameOf(symbol: StateSymbol): string;
  wordsFor(cube: Property | ViewedCube, slots?: SlotNames): string;
}

export function parameterizedProgram(file: ProgramFile, memory: MemoryModel): ParameterizedProgram | Refusal {
  return attempting(() => {
    const weak = hasBuffers(memory);
    const vocabulary = vocabularyOf(lookUp(file), memory);
    const translated = transitionsOf(vocabulary);
    const moves = translated.map(({ transition, origin }) => ({ transition, role: origin.role }));
    const { symbols, transitions, tokens, census } = countedBy(vocabulary, moves);
    const origins = translated.map(({ origin }) => origin);
    const unsafe = unsafeOf(vocabulary, transitions);
    const lemmas = lemmasOf(vocabulary);
    const written = transitions.flatMap(({ updates }) => updates.map((u) => (u.kind === 'assign' ? u.value : u)));
    const read = mentioned([unsafe, transitions.map(({ guard }) => guard), written]);
    const system: ArraySystem = {
      processes: null,
      symbols,
      init: initOf(vocabulary, read, tokens),
      ...(census.length === 0 ? {} : { census }),
      invariants: [],
      unsafe,
      ...(lemmas.length === 0 ? {} : { lemmas }),
      transitions,
      weak,
    };
    const words = new ProgramWords(vocabulary, tokens);
    return {
      system,
      executionOf: (run) => attempting(() => executionOf({ vocabulary, origins, memory, system }, run)),
      nameOf: (symbol) => words.name(symbol),
      wordsFor: (cube, slots) => ('chains' in cube ? words.viewed(cube) : words.property(cube, slots)),
    };
  });
}
