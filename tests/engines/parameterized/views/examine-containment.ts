/**
 * Containment of view cubes (Theorem 4): where the index of visited cubes says that a cube lies in another, or in a union of
 * others, no configuration is found in the first and outside the second. That it says so often enough is not asked here.
 *
 * For each model some cubes are collected, visited ones and variations of them, and some configurations for each; then every
 * cube is asked about, and every answer is compared with all the configurations.
 */

import { cellsOf } from '../../../../src/engines/parameterized/cube.js';
import type { SearchNode } from '../../../../src/engines/parameterized/node.js';
import { Union } from '../../../../src/engines/parameterized/union.js';
import type { ViewCube } from '../../../../src/engines/parameterized/views/cube.js';
import { ViewEmbedding } from '../../../../src/engines/parameterized/views/embed.js';
import { Visited } from '../../../../src/engines/parameterized/visited.js';
import { Conjunction } from '../../../../src/logic/conjunction.js';
import { Kind, type Literal, PLAIN } from '../../../../src/logic/literals.js';
import type { Configuration } from './view-machine.js';
import type { Bench, Workshop } from './workshop.js';

export interface Effort {
  readonly visited: number;
  readonly variations: number;
  /** Configurations for each cube and number of processes. */
  readonly configurations: number;
}

export interface Answers {
  /** Yes to: one cube contains another; a visited one contains it; a union does; a new one contains a visited one. */
  contains: number;
  covering: number;
  union: number;
  coveredBy: number;
  /** Yes for a containing cube that has fences, marks, a joint position, universal parts. */
  fenced: number;
  pending: number;
  joint: number;
  universal: number;
  /** Configurations of contained cubes that were looked for in the containing ones. */
  inside: number;
}

export function noAnswers(): Answers {
  const none = { contains: 0, covering: 0, union: 0, coveredBy: 0 };
  return { ...none, fenced: 0, pending: 0, joint: 0, universal: 0, inside: 0 };
}

type Node = SearchNode<ViewCube>;

/** A cube, and which of the configurations are in it. */
interface Known {
  readonly node: Node;
  readonly members: readonly boolean[];
}

interface Sample {
  readonly bench: Bench;
  readonly configuration: Configuration;
}

export function examineContainment(shop: Workshop, effort: Effort, total: Answers): void {
  const visited = shop.visited(effort.visited);
  if (visited.length === 0) return;
  const cubes = [...visited];
  for (let n = 0; n < effort.variations; n++) {
    const cube = question(shop, cubes);
    if (shop.isSmall(cube)) cubes.push(cube);
  }
  const samples = cubes.flatMap((cube) => samplesFor(shop, cube, effort.configurations));
  const known = new Map<Node, Known>();
  for (const [id, cube] of cubes.entries()) {
    const node = nodeOf(cube, id);
    const members = samples.map(({ bench, configuration }) => bench.members.holds(cube, configuration));
    known.set(node, { node, members });
  }
  ask(shop, [...known.keys()], total, (small, large) => {
    const [first] = large;
    if (first?.cube.fences.some((f) => f >= 0)) total.fenced++;
    if (first?.cube.pending.some((waits) => waits !== 0)) total.pending++;
    if (first?.cube.joint) total.joint++;
    if ((first?.cube.universals.length ?? 0) > 0) total.universal++;
    const { members } = known.get(small) as Known;
    for (const [k, { bench, configuration }] of samples.entries()) {
      if (!members[k]) continue;
      total.inside++;
      if (large.some((node) => known.get(node)?.members[k])) continue;
      const shown = large.map(({ cube }) => ['is said to contain it', shop.describe(cube)] as const);
      throw shop.fault('not contained', bench, configuration, ['cube', shop.describe(small.cube)], ...shown);
    }
  });
}

/** Asks everything of everyone, and calls `yes` with what is said to lie in the union of what. */
function ask(
  shop: Workshop,
  nodes: readonly Node[],
  total: Answers,
  yes: (small: Node, large: readonly Node[]) => void,
): void {
  const index = shop.form.visited();
  const embedding = new ViewEmbedding(shop.literals);
  const views = new Visited(embedding, new Union(shop.literals));
  for (const node of nodes) {
    index.add(node);
    views.add(node);
  }
  for (const node of nodes) {
    const { cube } = node;
    // A cube contains itself: that is no news.
    index.remove(node);
    views.remove(node);
    const covering = views.covering(cube)?.node ?? null;
    if (covering !== null) {
      total.covering++;
      yes(node, [covering]);
      index.remove(covering);
    }
    const union = index.cover(cube);
    if (union !== null) {
      if (union.length > 1) total.union++;
      yes(node, union);
    }
    if (covering !== null) index.add(covering);
    for (const other of views.coveredBy(cube)) {
      total.coveredBy++;
      yes(other, [node]);
    }
    for (const large of nodes) {
      if (large === node || !embedding.containsCube(large.cube, cube)) continue;
      total.contains++;
      yes(node, [large]);
    }
    index.add(node);
    views.add(node);
  }
}

function samplesFor(shop: Workshop, cube: ViewCube, configurations: number): Sample[] {
  return shop.sizes
    .filter((processes) => processes >= Math.max(2, cube.processes) || shop.system.processes !== null)
    .flatMap((processes) => {
      const bench = shop.bench(processes);
      return Array.from({ length: configurations }, () => ({
        bench,
        configuration: shop.configurationFor(bench, cube),
      }));
    });
}

function nodeOf(cube: ViewCube, id: number): Node {
  const unrelated = { depth: 0, parent: null, step: null, property: null, approximates: null };
  return { id, cube, ...unrelated, assumed: false, deleted: false };
}

/** One more cube: smaller than another, or much like it, or two of which make one, or one of which a literal is not known. */
function question(shop: Workshop, cubes: readonly ViewCube[]): ViewCube {
  const { random } = shop;
  const cube = random.pick(cubes);
  switch (random.pick(['together', 'variation', 'variation', 'open', 'narrow', 'moved', 'split'])) {
    case 'together': {
      const draft = shop.together(cube, random.pick(cubes));
      return draft === null ? cube : shop.cubeOf(draft);
    }
    case 'variation':
      return shop.variation(cube);
    case 'moved':
      return moved(shop, cube);
    case 'open': {
      if (cube.literals.length === 0) return cube;
      const left = random.pick(Array.from(cube.literals));
      return shop.cubeOf({ ...cube, literals: cube.literals.filter((l) => l !== left) });
    }
    case 'split':
      return split(shop, cube);
    default:
      return shop.cubeOf({ ...cube, literals: Int32Array.from(cube.literals, (l) => narrowed(shop, l)).sort() });
  }
}

/** With one literal negated: together with the other it makes a larger one. */
function split(shop: Workshop, cube: ViewCube): ViewCube {
  const { random, literals } = shop;
  if (cube.literals.length === 0) return cube;
  const chosen = random.pick(Array.from(cube.literals));
  const negated = literals.negate(chosen);
  if (negated < 0) return cube;
  const replaced = Int32Array.from(cube.literals, (l) => (l === chosen ? negated : l)).sort();
  return shop.cubeOf({ ...cube, literals: replaced });
}

/** The reads of one moment at another. */
function moved(shop: Workshop, cube: ViewCube): ViewCube {
  const { literals, random } = shop;
  const tags = [PLAIN, 0, 1, 2, 3];
  const [from, to] = [random.pick(tags), random.pick(tags)];
  const reader = random.between(0, Math.max(0, cube.processes - 1));
  const conjunction = new Conjunction(literals);
  for (const l of cube.literals) {
    const concerned = cellsOf(literals, l).some((cell) => literals.tagOf(cell) === from);
    const image = concerned && shop.isAboutMemory(l) ? shop.atMoment(l, to, reader) : l;
    if (!conjunction.add(image)) return cube;
  }
  const normal = cube.processes === 0 ? null : conjunction.finish();
  return normal === null ? cube : shop.cubeOf({ ...cube, literals: normal });
}

/** The same about fewer values. */
function narrowed({ literals, random }: Workshop, literal: Literal): Literal {
  if (literals.kind[literal] !== Kind.mask) return literal;
  const mask = literals.right[literal] as number;
  const fewer = mask & (mask - 1);
  return fewer === 0 || random.chance(0.5) ? literal : literals.mask(literals.left[literal] as number, fewer);
}
