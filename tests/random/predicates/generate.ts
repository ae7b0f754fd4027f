/**
 * Random questions for predicate abstraction: a program, a memory model, how long buffers may get, which extrapolation, and
 * sometimes predicates that are given. Programs are those of the kinds `explicit` and `fp`, and counters without bound.
 */
import type { Extrapolation } from '../../../src/engines/predicates/engine.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { MemoryName } from '../../../src/memory/models.js';
import type { BinaryOperator, Program, StateExpression, Variable } from '../../../src/models/program/model.js';
import { templateOf } from '../../../src/models/program/parts.js';
import { counterProgram } from '../explicit/counters.js';
import { randomCase } from '../explicit/generate.js';
import { ANY_COUNT, randomText } from '../fp/generate.js';
import { Random } from '../random.js';

export interface Way {
  readonly memory: MemoryName;
  /** Writes in a store buffer, at first and at most. */
  readonly bound: number;
  readonly maxBound: number;
  readonly extrapolation: Extrapolation;
}

export interface Question extends Way {
  readonly program: Program;
  readonly predicates: readonly StateExpression[];
}

const MEMORIES = ['sc', 'tso', 'pso'] as const;

/** Null for a text that is refused: other campaigns judge those. */
export function randomQuestion(seed: number): Question | null {
  const random = new Random(seed);
  const asked = randomProgram(random, seed);
  if (asked === null) return null;
  const bound = random.between(1, 2);
  const given = random.chance(0.3) ? Array.from({ length: random.between(1, 3) }, () => predicate(random, asked)) : [];
  return {
    program: asked.program,
    predicates: random.chance(0.7) ? [...asked.predicates, ...given] : given,
    memory: random.pick(MEMORIES),
    bound,
    maxBound: random.chance(0.5) ? bound : bound + random.between(1, 2),
    extrapolation: random.pick(['predicates', 'cubes']),
  };
}

export function describeWay({ memory, bound, maxBound, extrapolation }: Way): string {
  if (memory === 'sc') return memory;
  return `${memory}, buffers of ${bound === maxBound ? bound : `${bound} to ${maxBound}`}, ${extrapolation}`;
}

type Asked = Pick<Question, 'program' | 'predicates'>;

function randomProgram(random: Random, seed: number): Asked | null {
  switch (random.weighted({ automaton: 6, text: 3, counters: 2 })) {
    case 'automaton':
      return { program: randomCase(seed).program, predicates: [] };
    case 'counters':
      return { program: counterProgram(random), predicates: [] };
    case 'text':
      return programOf(randomText(seed));
  }
}

function programOf(text: string): Asked | null {
  const { program } = readProgram(text, 'random.fp');
  const made = program?.instantiate(program.anyThreads.length > 0 ? ANY_COUNT : null);
  if (made?.kind !== 'program') return null;
  return { program: made.program, predicates: made.predicates.map(({ condition }) => condition) };
}

/** Compares variables with numbers and with one another; sometimes more than linear. */
function predicate(random: Random, asked: Asked): StateExpression {
  const left = cell(random, asked.program);
  const constant: StateExpression = { kind: 'constant', value: random.between(-1, 2) };
  const right = random.chance(0.5) ? constant : random.chance(0.8) ? cell(random, asked.program) : both();
  const operator: BinaryOperator = random.pick(['==', '==', '!=', '<', '<=', '>', '>=', '&&', '||']);
  return { kind: 'binary', operator, left, right };

  function both(): StateExpression {
    const combined: BinaryOperator = random.pick(['+', '-', '*', '/', '%']);
    const other = random.chance(0.5) ? constant : cell(random, asked.program);
    return { kind: 'binary', operator: combined, left: cell(random, asked.program), right: other };
  }
}

function cell(random: Random, program: Program): StateExpression {
  const thread = random.between(0, program.threads.length - 1);
  const { locals } = templateOf(program, thread);
  const own = locals.length > 0 && (program.shared.length === 0 || random.chance(0.4));
  const variables: readonly Variable[] = own ? locals : program.shared;
  if (variables.length === 0) return { kind: 'constant', value: 0 };
  const variable = random.between(0, variables.length - 1);
  const { size } = variables[variable] as Variable;
  const index = size === null ? null : ({ kind: 'constant', value: random.between(0, size - 1) } as const);
  return own ? { kind: 'localOf', thread, variable, index } : { kind: 'memory', variable, index };
}
