/** Random runs that end in a violation: random programs walked at random, and a property that says where the walk ended. */
import type { MemoryModel } from '../../../src/memory/models.js';
import {
  type Configuration,
  initialValues,
  makeMachine,
  next,
  type ProgramStep,
  start,
} from '../../../src/memory/operational/program/machine.js';
import type { ProgramRun } from '../../../src/memory/operational/program/replay.js';
import type { Program, StateExpression } from '../../../src/models/program/model.js';
import { randomCase } from '../../random/explicit/generate.js';
import { Random } from '../../random/random.js';

export interface Walk {
  readonly program: Program;
  readonly run: ProgramRun;
}

/** Null where the program has nothing to do. */
export function randomWalk(seed: number, memory: MemoryModel, most: number): Walk | null {
  const random = new Random(seed * 7919 + 1);
  const { program } = randomCase(seed);
  const machine = makeMachine(program, memory, null);
  const initial = random.pick(initialValues(machine).slice(0, 20));
  let here = start(machine, initial);
  const steps: ProgramStep[] = [];
  while (steps.length < most) {
    const { successors } = next(machine, here);
    const moves = successors.filter(({ step }) => step.kind === 'edge');
    const drains = successors.filter(({ step }) => step.kind === 'drain');
    if (successors.length === 0) break;
    const list = moves.length === 0 || (drains.length > 0 && random.chance(0.25)) ? drains : moves;
    const { step, after } = random.pick(list);
    steps.push(step);
    here = after;
  }
  if (steps.length < 4) return null;
  const property = {
    name: 'here',
    condition: whereIt(random, program, here),
    text: 'here',
    place: { line: 1, column: 1 },
  };
  const { noDeadlock: _, ...others } = program;
  return { program: { ...others, never: [property] }, run: { initial, steps } };
}

/** Where all threads are, and of a share of the cells what memory holds. */
function whereIt(random: Random, program: Program, here: Configuration): StateExpression {
  const places = here.locations.map(
    (location, thread): StateExpression => ({ kind: 'at', thread, locations: [location] }),
  );
  let cell = 0;
  const cells = program.shared.flatMap(({ size }, variable) =>
    Array.from({ length: size ?? 1 }, (_, index): StateExpression[] => {
      const value = here.memory[cell++] as number;
      const read: StateExpression = {
        kind: 'memory',
        variable,
        index: size === null ? null : { kind: 'constant', value: index },
      };
      const same: StateExpression = { kind: 'binary', operator: '==', left: read, right: { kind: 'constant', value } };
      return random.chance(0.4) ? [same] : [];
    }).flat(),
  );
  return [...places, ...cells].reduce((left, right) => ({ kind: 'binary', operator: '&&', left, right }));
}
