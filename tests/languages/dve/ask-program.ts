/** Asking the engines about DVE models as programs. */
import type { ExplicitAnswer } from '../../../src/engines/explicit/engine.js';
import type { LtlAnswer } from '../../../src/engines/ltl/engine.js';
import { type DveModel, readDveCondition } from '../../../src/languages/dve/index.js';
import { type DveProgram, type DveProgramOptions, dveProgram } from '../../../src/languages/dve/program.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { type Asked, askExplicit, askLtl, type Told } from '../../support/engines.js';

export interface Machine {
  readonly memory: MemoryName;
  readonly buffer?: number;
  /** One write for each location, unless `buffer` is given. */
  readonly perLocation?: boolean;
}

const LIMITS = { maxStates: 5_000_000, maxMegabytes: 1024 };

export function programOf(model: DveModel, memory: MemoryName, options: DveProgramOptions = {}): DveProgram {
  const made = dveProgram(model, memoryNamed(memory), options);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

/** All states, as they are. */
export function exploreProgram(
  { program }: Pick<DveProgram, 'program'>,
  { memory, buffer = 1, perLocation = memory === 'tso' }: Machine,
): Asked<ExplicitAnswer> {
  const reductions = { symmetry: false, zeroDead: false };
  return askExplicit({ program, memory: memoryNamed(memory), buffer, perLocation, ...reductions, limits: LIMITS });
}

/** Whether a state is reached in which a condition of the language is true, and how. */
export function reach(
  model: DveModel,
  goal: string,
  machine: Machine,
  options: DveProgramOptions = {},
): Told<ExplicitAnswer> {
  const made = programOf(model, machine.memory, options);
  const { condition, diagnostics } = readDveCondition(goal, 'goal', model);
  if (condition === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  const state = made.condition(condition);
  if ('refused' in state) throw new Error(state.refused);
  const never = [{ name: 'goal', condition: state, text: goal, place: { line: 1, column: 1 } }];
  return exploreProgram({ program: { ...made.program, never } }, machine).answer;
}

/** Whether the property of the model holds, when no write waits for ever. */
export function judge(
  model: DveModel,
  machine: Machine,
  options: DveProgramOptions = {},
  change = (program: Program) => program,
): Told<LtlAnswer> {
  const { memory, buffer = 1, perLocation = memory === 'tso' } = machine;
  const { program: made, property } = programOf(model, memory, options);
  const program = change(made);
  if (property === null) throw new Error('no property');
  const { propositions, automaton } = property;
  const fairness = { fairThreads: false, fairBuffers: memory !== 'sc' };
  const bounds = { memory: memoryNamed(memory), buffer, perLocation, limits: LIMITS };
  return askLtl({ program, propositions, automaton, ...bounds, ...fairness }).answer;
}
