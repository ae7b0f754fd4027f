/** The normal form of drafts (Theorem 5): dropping superfluous groups and numbering the others changes no meaning. */
import type { Draft, ViewCube } from '../../../../src/engines/parameterized/views/cube.js';
import type { Workshop } from './workshop.js';

export interface Effort {
  readonly cubes: number;
  readonly drafts: number;
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

export function examineNormalForm(shop: Workshop, effort: Effort, total: Forms): void {
  const { random } = shop;
  const visited = shop.visited(effort.cubes).map(({ cube }) => cube);
  for (const cube of visited) {
    for (let n = 0; n < effort.drafts; n++) {
      const draft = draftFrom(shop, cube, visited);
      const said = draft === null || random.chance(0.5) ? draft : shop.echoed(draft);
      if (said !== null) examineDraft(shop, said, effort.configurations, total);
    }
  }
}

function draftFrom(shop: Workshop, cube: ViewCube, others: readonly ViewCube[]): Draft | null {
  switch (shop.random.pick(['draft', 'together', 'noise'])) {
    case 'draft':
      return shop.draft(cube);
    case 'together':
      return shop.together(cube, shop.variation(shop.random.pick(others)));
    default:
      return shop.noise(cube);
  }
}

function examineDraft(shop: Workshop, draft: Draft, configurations: number, total: Forms): void {
  const { cube } = shop.cubes.normal(draft, shop.naming.absolute !== null);
  count(shop, draft, cube, total);
  for (const processes of shop.sizes) {
    // A process of which nothing is said is forgotten: with fewer processes the draft asks for one too many.
    if (processes < draft.processes) continue;
    const bench = shop.bench(processes);
    for (let n = 0; n < configurations; n++) {
      const c = shop.configurationFor(bench, shop.random.chance(0.5) ? draft : cube);
      const before = bench.members.holds(draft, c);
      const after = bench.members.holds(cube, c);
      if (before) total.inside++;
      else total.outside++;
      if (before === after) continue;
      const said = before ? 'in the draft, but not in its normal form' : 'in the normal form, but not in the draft';
      throw shop.fault(said, bench, c, ['draft', shop.describeDraft(draft)], ['cube', shop.describe(cube)]);
    }
  }
}

function count(shop: Workshop, draft: Draft, cube: ViewCube, total: Forms): void {
  const { groups } = shop.bench(Math.max(1, draft.processes)).members.planOf(draft);
  const chained = groups.filter(({ process }) => process >= 0).length;
  if (chained > cube.chains.reduce((sum, n) => sum + n, 0)) {
    total.shortened++;
    if (draft.fences.some((f) => f > 0)) total.fenced++;
    if (draft.pending.some((waits) => waits !== 0)) total.pending++;
  }
  if (chained < groups.length && !cube.joint) total.joint++;
}
