/**
 * Questions that are taken for the same one but for the names of threads (`src/engines/ltl/alike.ts`): random programs with
 * identities in variables, arrays, locals and buffers, and a question for each thread. Those must have the same answer.
 */
import { firstAlike } from '../../../src/engines/ltl/alike.js';
import type { LtlQuestion } from '../../../src/engines/ltl/engine.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import { templateOf } from '../../../src/models/program/parts.js';
import { randomSymmetric } from '../../engines/explicit/random-symmetric.js';
import { LIMITS } from '../../engines/ltl/ask.js';
import { notCompassion, notEventually, notInfinitelyOften, notResponse, notUntil } from '../../engines/ltl/formulas.js';
import { at } from '../../support/build.js';
import type { Random } from '../random.js';

export interface AlikeCase {
  /** One for each thread. */
  readonly questions: readonly LtlQuestion[];
  /** By question, the first that is taken for the same. */
  readonly first: readonly number[];
}

export function alikeCase(random: Random): AlikeCase {
  const threads = random.between(2, 3);
  const program: Program = { ...randomSymmetric(random, threads, random.chance(0.3) ? 0.2 : 0), never: [] };
  const [left, right] = [condition(random, program), condition(random, program)];
  const automaton = random.pick([notCompassion, notEventually, notInfinitelyOften, notResponse, notUntil]);
  const parts = program.threads.map((_, thread) => ({ propositions: [left(thread), right(thread)], automaton }));
  const memory = random.pick(['sc', 'tso', 'tso', 'pso'] as const);
  const asked = {
    ...{ program, memory: memoryNamed(memory), buffer: random.between(1, 2), limits: LIMITS },
    ...{ fairThreads: random.chance(0.6), fairBuffers: random.chance(0.6) },
  };
  return { questions: parts.map((part) => ({ ...asked, ...part })), first: firstAlike(program, parts) };
}

/** Of a thread by its number: where it is, a cell that may be its own, or a variable that may hold its name. */
export function condition(random: Random, program: Program): (thread: number) => StateExpression {
  const variable = random.between(0, Math.max(0, program.shared.length - 1));
  const declared = program.shared[variable];
  const kind = random.weighted({ at: 4, memory: declared === undefined ? 0 : 2 });
  const places = random.between(0, 20);
  const value = random.between(0, 2);
  const named = random.chance(0.5);
  return (thread) => {
    const { locations } = templateOf(program, thread);
    if (kind === 'at' || declared === undefined) return at(thread, places % locations.length);
    const number = (given: number): StateExpression => ({ kind: 'constant', value: given });
    const index = declared.size === null ? null : number(Math.min(thread, declared.size - 1));
    const read: StateExpression = { kind: 'memory', variable, index };
    return { kind: 'binary', operator: '==', left: read, right: number(named ? thread : value) };
  };
}
