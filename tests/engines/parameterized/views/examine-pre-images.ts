/**
 * Pre-images of view cubes against the view machine (Theorem 3).
 *
 *   sound   a configuration that steps into a cube is in the cube or in one of its pre-images by that transition
 *   exact   from a configuration in a pre-image the transition leads into the cube: always without universal guards, and
 *           with them on an instance of exactly the processes that the step names. A `case` that may match nothing is the
 *           exception, where it matters whether something was written.
 */
import type { ViewCube } from '../../../../src/engines/parameterized/views/cube.js';
import type { ViewPreImage } from '../../../../src/engines/parameterized/views/pre-image.js';
import { distinctTuples } from '../../../../src/memory/operational/tuples.js';
import type { Transition } from '../../../../src/models/array-system/model.js';
import type { GuardedCommand } from '../../../../src/models/array-system/normal-form.js';
import { type Configuration, showConfiguration, showStep, stepsOf } from './view-machine.js';
import type { Bench, Workshop } from './workshop.js';

export interface Effort {
  readonly cubes: number;
  /** Configurations to step from, for each cube and number of processes. */
  readonly configurations: number;
  /** Configurations for each pre-image. */
  readonly perImage: number;
}

/** How much was compared. */
export interface Comparison {
  cubes: number;
  images: number;
  /** Steps into a cube from outside. */
  entering: number;
  /** Configurations found in a pre-image, and among them those that are not in the cube. */
  inside: number;
  fresh: number;
}

export function noComparison(): Comparison {
  return { cubes: 0, images: 0, entering: 0, inside: 0, fresh: 0 };
}

interface Image extends ViewPreImage {
  readonly command: GuardedCommand;
}

export function examinePreImages(shop: Workshop, effort: Effort, total: Comparison): void {
  for (const { cube: visited } of shop.visited(effort.cubes)) {
    const cube = shop.random.chance(0.5) ? visited : shop.variation(visited);
    examineCube(shop, cube, effort, total);
  }
}

export function examineCube(shop: Workshop, cube: ViewCube, effort: Effort, total: Comparison): void {
  const images = shop.normal.commands.flatMap((command, index): Image[] =>
    shop.form.preImages(cube, index).map((image) => ({ ...image, command })),
  );
  total.cubes++;
  total.images += images.length;
  for (const processes of shop.sizes) {
    if (processes < cube.processes) continue;
    const bench = shop.bench(processes);
    for (let n = 0; n < effort.configurations; n++) {
      total.entering += examineStepsFrom(shop, bench, cube, images, configurationBefore(shop, bench, cube, images));
    }
    for (const image of images) {
      if (!shop.isSmall(image.cube) || !isExact(image, cube, processes)) continue;
      for (let n = 0; n < effort.perImage; n++) examineImage(shop, bench, cube, image, total);
    }
  }
}

/** Something from which a step may lead into the cube; pre-images are asked for ideas, but not believed. */
function configurationBefore(shop: Workshop, bench: Bench, cube: ViewCube, images: readonly Image[]): Configuration {
  const { random } = shop;
  const { configurations } = bench;
  const small = images.filter((image) => image.cube.processes <= bench.processes && shop.isSmall(image.cube));
  if (small.length > 0 && random.chance(0.4)) {
    const image = random.pick(small).cube;
    const weaker = shop.draft(image) ?? image;
    return configurations.within(weaker);
  }
  let c = configurations.within(cube);
  if (random.chance(0.6)) c = configurations.withoutLast(c);
  if (random.chance(0.8)) c = configurations.withOtherLocals(c);
  return random.chance(0.3) ? configurations.perturbed(c) : c;
}

function examineStepsFrom(
  shop: Workshop,
  bench: Bench,
  cube: ViewCube,
  images: readonly Image[],
  c: Configuration,
): number {
  const { machine, members } = bench;
  if (members.holds(cube, c)) return 0;
  let entering = 0;
  for (const [index, { parameters }] of shop.system.transitions.entries()) {
    let covered: boolean | null = null;
    for (const given of distinctTuples(bench.processes, parameters.length)) {
      for (const step of stepsOf(machine, c, index, given)) {
        if (!members.holds(cube, step.after)) continue;
        covered ??= images.some(({ command, cube: image }) => command.transition === index && members.holds(image, c));
        if (!covered) {
          const after = `after ${showStep(machine, step)}:\n${showConfiguration(machine, step.after)}`;
          throw shop.fault(`no pre-image has the predecessor; ${after}`, bench, c, ['cube', shop.describe(cube)]);
        }
        entering++;
      }
    }
  }
  return entering;
}

/** Whether nothing but the configurations it should contain is in the pre-image, in an instance of this size. */
function isExact({ command, step }: Image, cube: ViewCube, processes: number): boolean {
  const named = step.names.length;
  if (processes < named) return false;
  if ((command.universals.length > 0 || cube.universals.length > 0) && processes !== named) return false;
  const actor = step.slots[command.actor as number] as number;
  const matters = (cube.fences[actor] ?? -1) >= 0 || (cube.pending[actor] ?? 0) !== 0;
  if (!matters || command.atomic) return true;
  const cases = [...command.updates.values()].filter((u) => u.kind === 'case' && u.otherwise === 'unchanged');
  return cases.length === 0;
}

function examineImage(shop: Workshop, bench: Bench, cube: ViewCube, image: Image, total: Comparison): void {
  const { machine, members } = bench;
  const c = shop.configurationFor(bench, image.cube);
  if (!members.holds(image.cube, c)) return;
  total.inside++;
  if (!members.holds(cube, c)) total.fresh++;
  const { transition } = image.command;
  const { parameters, name } = shop.system.transitions[transition] as Transition;
  for (const given of distinctTuples(bench.processes, parameters.length)) {
    for (const { after } of stepsOf(machine, c, transition, given)) if (members.holds(cube, after)) return;
  }
  throw shop.fault(
    `in a pre-image, but ${name} does not lead into the cube`,
    bench,
    c,
    ['cube', shop.describe(cube)],
    ['pre-image', shop.describe(image.cube)],
  );
}
