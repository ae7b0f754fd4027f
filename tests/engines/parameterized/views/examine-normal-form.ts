/**
 * The normal form of drafts (Theorem 5): dropping superfluous groups and numbering the others changes no meaning.
 *
 * For each model some drafts are made, and configurations for each and for its normal form; then all drafts are compared
 * with their normal forms on all the configurations.
 */
import type { Draft, ViewCube } from '../../../../src/engines/parameterized/views/cube.js';
import type { Configuration } from './view-machine.js';
import type { Bench, Workshop } from './workshop.js';

export interface Effort {
  readonly visited: number;
  readonly drafts: number;
  /** Configurations for each draft and number of processes. */
  readonly configurations: number;
}

export interface Forms {
  /** Drafts that lost a group, in a chain with a fence or with a pending mark, and those that lost their joint position. */
  shortened: number;
  fenced: number;
  pending: number;
  joint: number;
  inside: number;
  outside: number;
}

export function noForms(): Forms {
  return { shortened: 0, fenced: 0, pending: 0, joint: 0, inside: 0, outside: 0 };
}

interface Pair {
  readonly draft: Draft;
  readonly cube: ViewCube;
}

export function examineNormalForm(shop: Workshop, effort: Effort, total: Forms): void {
  const { random } = shop;
  const visited = shop.visited(effort.visited);
  if (visited.length === 0) return;
  const pairs: Pair[] = [];
  for (let n = 0; n < effort.drafts; n++) {
    const draft = draftFrom(shop, visited);
    const said = draft === null || random.chance(0.5) ? draft : shop.echoed(draft);
    if (said === null) continue;
    const pair = { draft: said, cube: shop.cubeOf(said) };
    pairs.push(pair);
    count(shop, pair, total);
  }
  for (const processes of shop.sizes) {
    const bench = shop.bench(processes);
    for (const { draft, cube } of pairs) {
      if (processes < draft.processes) continue;
      for (let n = 0; n < effort.configurations; n++) {
        const c = shop.configurationFor(bench, random.chance(0.5) ? draft : cube);
        for (const pair of pairs) examinePair(shop, bench, pair, c, total);
      }
    }
  }
}

function draftFrom(shop: Workshop, cubes: readonly ViewCube[]): Draft | null {
  const { random } = shop;
  const cube = random.pick(cubes);
  switch (random.pick(['draft', 'together', 'noise'])) {
    case 'draft':
      return shop.draft(cube);
    case 'together':
      return shop.together(cube, shop.variation(random.pick(cubes)));
    default:
      return shop.noise(cube);
  }
}

function examinePair(shop: Workshop, bench: Bench, { draft, cube }: Pair, c: Configuration, total: Forms): void {
  // A process of which nothing is said is forgotten: with fewer processes the draft asks for one too many.
  if (bench.processes < draft.processes) return;
  const before = bench.members.holds(draft, c);
  const after = bench.members.holds(cube, c);
  if (before) total.inside++;
  else total.outside++;
  if (before === after) return;
  const said = before ? 'in the draft, but not in its normal form' : 'in the normal form, but not in the draft';
  throw shop.fault(said, bench, c, ['draft', shop.describeDraft(draft)], ['cube', shop.describe(cube)]);
}

function count(shop: Workshop, { draft, cube }: Pair, total: Forms): void {
  const { groups } = shop.bench(Math.max(1, draft.processes)).members.planOf(draft);
  const chained = groups.filter(({ process }) => process >= 0).length;
  if (chained > cube.chains.reduce((sum, n) => sum + n, 0)) {
    total.shortened++;
    if (draft.fences.some((f) => f > 0)) total.fenced++;
    if (draft.pending.some((waits) => waits !== 0)) total.pending++;
  }
  if (chained < groups.length && !cube.joint) total.joint++;
}
