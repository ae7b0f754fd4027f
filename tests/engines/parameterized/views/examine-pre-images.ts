/**
 * Pre-images of view cubes against the view machine (Theorem 3).
 *
 *   sound   a configuration that steps into a cube is in the cube or in one of its pre-images by that transition
 *   exact   from a configuration in a pre-image the transition leads into the cube: always without universal guards, and
 *           with them on an instance of exactly the processes that the step names. Where it matters whether something is
 *           written, a `case` on the rows of an array is the exception: there may be rows without a name.
 *
 * For each model some cubes are collected, visited ones and variations of them, and configurations near them and near their
 * pre-images; then all steps from each configuration are compared with all the cubes.
 */
import type { PreImage } from '../../../../src/engines/parameterized/pre-image.js';
import type { ViewCube } from '../../../../src/engines/parameterized/views/cube.js';
import type { GuardedCommand } from '../../../../src/models/array-system/normal-form.js';
import { allSteps, type Configuration, type Step, showConfiguration, showStep } from './view-machine.js';
import type { Bench, Workshop } from './workshop.js';

export interface Effort {
  readonly visited: number;
  readonly variations: number;
  /** Configurations for each cube and number of processes, and for each pre-image. */
  readonly perCube: number;
  readonly perImage: number;
}

/** How much was compared. */
export interface Comparison {
  cubes: number;
  images: number;
  configurations: number;
  /** Steps into a cube from outside. */
  entering: number;
  /** Configurations found in a pre-image that is exact for them, and among them those that are not in the cube. */
  inside: number;
  fresh: number;
}

export function noComparison(): Comparison {
  return { cubes: 0, images: 0, configurations: 0, entering: 0, inside: 0, fresh: 0 };
}

interface Image extends PreImage<ViewCube> {
  readonly command: GuardedCommand;
}

interface Subject {
  readonly cube: ViewCube;
  readonly images: readonly Image[];
}

export function examinePreImages(shop: Workshop, effort: Effort, total: Comparison): void {
  const cubes = shop.visited(effort.visited);
  if (cubes.length === 0) return;
  for (let n = 0; n < effort.variations; n++) {
    const cube = shop.variation(shop.random.pick(cubes));
    if (shop.isSmall(cube)) cubes.push(cube);
  }
  const subjects = cubes.map((cube) => ({ cube, images: imagesOf(shop, cube) }));
  for (const processes of shop.sizes) {
    const bench = shop.bench(processes);
    for (const subject of subjects) {
      for (const c of configurationsFor(shop, bench, subject, effort)) {
        total.configurations++;
        examineConfiguration(shop, bench, subjects, c, total);
      }
    }
  }
  total.cubes += subjects.length;
  total.images += subjects.reduce((sum, { images }) => sum + images.length, 0);
}

function imagesOf(shop: Workshop, cube: ViewCube): Image[] {
  return shop.normal.commands.flatMap((command, index) =>
    shop.form.preImages(cube, index).map((image) => ({ ...image, command })),
  );
}

/** From which steps may lead into the cube; pre-images are asked for ideas, but not believed. */
function configurationsFor(shop: Workshop, bench: Bench, { cube, images }: Subject, effort: Effort): Configuration[] {
  const { random } = shop;
  const { configurations } = bench;
  if (bench.processes < cube.processes) return [];
  const out: Configuration[] = [];
  for (let n = 0; n < effort.perCube; n++) {
    let c = configurations.within(cube);
    if (random.chance(0.6)) c = configurations.withoutLast(c);
    if (random.chance(0.8)) c = configurations.withOtherLocals(c);
    out.push(random.chance(0.3) ? configurations.perturbed(c) : c);
  }
  for (const image of images) {
    if (image.cube.processes > bench.processes || !shop.isSmall(image.cube)) continue;
    for (let n = 0; n < effort.perImage; n++) {
      const weaker = random.chance(0.4) ? shop.draft(image.cube) : null;
      out.push(shop.configurationFor(bench, weaker ?? image.cube));
    }
  }
  return out;
}

function examineConfiguration(
  shop: Workshop,
  bench: Bench,
  subjects: readonly Subject[],
  c: Configuration,
  total: Comparison,
): void {
  const { members, processes } = bench;
  const steps = allSteps(bench.machine, c);
  for (const { cube, images } of subjects) {
    if (processes < cube.processes) continue;
    const inside = members.holds(cube, c);
    const leading = new Map<number, Step>();
    for (const step of steps) {
      if (leading.has(step.transition) || !members.holds(cube, step.after)) continue;
      leading.set(step.transition, step);
    }
    if (!inside) {
      for (const [transition, step] of leading) {
        total.entering++;
        if (images.some(({ command, cube: image }) => command.transition === transition && members.holds(image, c)))
          continue;
        const after = `after ${showStep(bench.machine, step)}:\n${showConfiguration(bench.machine, step.after)}`;
        throw shop.fault(`no pre-image has the predecessor; ${after}`, bench, c, ['cube', shop.describe(cube)]);
      }
    }
    for (const image of images) {
      if (!isExact(shop, image, cube, processes) || !members.holds(image.cube, c)) continue;
      total.inside++;
      if (!inside) total.fresh++;
      if (leading.has(image.command.transition)) continue;
      const name = shop.system.transitions[image.command.transition]?.name;
      throw shop.fault(
        `in a pre-image, but ${name} does not lead into the cube`,
        bench,
        c,
        ['cube', shop.describe(cube)],
        ['pre-image', shop.describe(image.cube)],
      );
    }
  }
}

/** Whether nothing but the configurations it should contain is in the pre-image, in an instance of this size. */
function isExact(shop: Workshop, { command, step }: Image, cube: ViewCube, processes: number): boolean {
  const named = step.names.length;
  if (processes < named) return false;
  if ((command.universals.length > 0 || cube.universals.length > 0) && processes !== named) return false;
  const actor = step.slots[command.actor as number] as number;
  const waits = (cube.pending[actor] ?? 0) !== 0;
  if (command.atomic || (!waits && (cube.fences[actor] ?? -1) < 0)) return true;
  // It matters whether something is written. Conditions on rows without a name can't be kept.
  const weak = [...command.updates].flatMap(([symbol, update]) => (shop.system.symbols[symbol]?.weak ? [update] : []));
  if (weak.length === 0 || weak.some((u) => u.kind !== 'case' || u.otherwise !== 'unchanged')) return true;
  const rows = weak.some((u) => u.kind === 'case' && u.binders > 0);
  return !rows || (!waits && processes === named);
}
