/**
 * Pre-images against the operational machine, by brute force on small instances.
 *
 *   complete   a state that steps into a cube, and is not in it, is in one of the pre-images of the cube
 *   exact      a state in a pre-image has the step that the pre-image names, and it leads into the cube: always without
 *              universal guards, and with them on an instance of exactly the processes that the pre-image names
 */
import type { Cube } from '../../../src/engines/parameterized/cube.js';
import type { PreImage } from '../../../src/engines/parameterized/pre-image.js';
import { isEnabled } from '../../../src/memory/operational/machine.js';
import { makeInstance, type State } from '../../../src/memory/operational/state.js';
import { distinctTuples } from '../../../src/memory/operational/tuples.js';
import type { Transition } from '../../../src/models/array-system/model.js';
import type { GuardedCommand } from '../../../src/models/array-system/normal-form.js';
import { systemOf } from '../../memory/operational/models.js';
import { Random } from '../../random/random.js';
import { visitedNodes, type Workshop, withoutInit, workshop } from './cubes.js';
import { cubeHolds, cubeHoldsOf, showState, statesOf, stateWithin, successorsOf, type World } from './worlds.js';

export interface Examination {
  /** Keep all universal guards. */
  readonly precise: boolean;
  /** Cubes looked at, in the order of a search. */
  readonly cubes: number;
  /** States of each instance that are stepped from: all of them, or this many. */
  readonly states: number;
  readonly seed: number;
}

/** How much was compared. */
export interface Comparison {
  steps: number;
  images: number;
}

type Images = ReadonlyMap<GuardedCommand, readonly PreImage<Cube>[]>;

/** Throws when the pre-images of some cube of the model's search are wrong. */
export function examinePreImages(text: string, { precise, cubes, states, seed }: Examination): Comparison {
  const system = withoutInit(systemOf(text));
  const shop = workshop(system, precise);
  const random = new Random(seed);
  const sizes = system.processes === null ? [1, 2, 3] : [system.processes];
  const samples = sizes.map((n) => {
    const instance = makeInstance(system, n);
    return { instance, states: statesOf(instance, states, random) };
  });
  const comparison = { steps: 0, images: 0 };
  for (const { cube } of visitedNodes(shop, cubes)) {
    const images = new Map(shop.form.commands.map((c) => [c, shop.preImages.of(cube, c, precise)]));
    for (const { instance, states: some } of samples) {
      for (const state of some) {
        comparison.steps += examineState(shop, cube, images, { literals: shop.literals, instance, state });
      }
    }
    for (const [command, some] of images) {
      const universal = command.universals.length > 0 || cube.universals.length > 0;
      for (const image of some) {
        for (const n of sizes) {
          if (n < image.step.names.length || (universal && n !== image.step.names.length)) continue;
          comparison.images += examineImage(shop, cube, command, image, n, random);
        }
      }
    }
  }
  return comparison;
}

/** Complete: if the state steps into the cube from outside it is in a pre-image. */
function examineState({ system }: Workshop, cube: Cube, images: Images, before: World): number {
  const { instance, state } = before;
  let steps = 0;
  if (cubeHolds(before, cube)) return 0;
  const into = (after: State) => cubeHolds({ ...before, state: after }, cube);
  for (const [index, transition] of system.transitions.entries()) {
    const all = [...images].filter(([command]) => command.transition === index).flatMap(([, some]) => some);
    let covered: boolean | null = null;
    for (const given of distinctTuples(instance.processes, transition.parameters.length)) {
      if (!isEnabled(instance, state, transition, given)) continue;
      if (successorsOf(instance, state, transition, given)?.some(into) !== true) continue;
      covered ??= all.some(({ cube: image }) => cubeHolds(before, image));
      if (!covered) throw new Error(`no pre-image holds ${showStep(transition, given, before)}`);
      steps++;
    }
  }
  return steps;
}

/** Exact: a state in the pre-image, with all processes of the step given names, takes the step into the cube. */
function examineImage(
  { system, literals, naming }: Workshop,
  cube: Cube,
  command: GuardedCommand,
  image: PreImage<Cube>,
  processes: number,
  random: Random,
): number {
  const transition = system.transitions[command.transition] as Transition;
  const instance = makeInstance(system, processes);
  let examined = 0;
  for (const chosen of distinctTuples(processes, image.step.names.length)) {
    // `chosen` names the processes of the step; those that the image still speaks of have names of their own there.
    if (naming.absolute !== null && chosen.some((p, k) => p !== k + 1)) continue;
    const names: number[] = [];
    for (const [k, name] of image.step.names.entries()) if (name >= 0) names[name] = chosen[k] as number;
    const state = stateWithin(literals, instance, image.cube, names, random, 6);
    if (state === null) continue;
    const before = { literals, instance, state };
    const given = image.step.slots.slice(0, command.parameters).map((p) => chosen[p] as number);
    const shown = showStep(transition, given, before);
    if (!isEnabled(instance, state, transition, given)) throw new Error(`in a pre-image, but not enabled: ${shown}`);
    const after = successorsOf(instance, state, transition, given);
    if (after === null) continue;
    if (!after.some((next) => cubeHoldsOf({ ...before, state: next }, cube, chosen))) {
      throw new Error(`in a pre-image, but does not lead into the cube: ${shown}`);
    }
    examined++;
  }
  return examined;
}

function showStep(transition: Transition, given: readonly number[], before: World): string {
  return `${transition.name}(${given.map((p) => `#${p}`).join(', ')}) in ${showState(before)}`;
}
