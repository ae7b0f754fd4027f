/** What full fences and store fences cost, as it is written: `full=2,store=1`. */

export interface FenceCosts {
  readonly full: number;
  readonly store: number;
}

export const MOST_COST = 1000;

/** Or a sentence that says what is wrong. */
export function readCosts(text: string): FenceCosts | string {
  const costs = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, name, figures] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? [];
    if (name === undefined || figures === undefined)
      return `a cost is written full=2,store=1; \`${part.trim()}\` is not a name and a whole number`;
    if (name !== 'full' && name !== 'store')
      return `costs are of \`full\` and \`store\` fences; \`${name}\` is neither: write full=2,store=1`;
    if (costs.has(name)) return `the cost of \`${name}\` fences is given twice`;
    const cost = Number(figures);
    if (cost < 1 || cost > MOST_COST) return `a cost is a whole number from 1 to ${MOST_COST}, and not ${figures}`;
    costs.set(name, cost);
  }
  const [full, store] = [costs.get('full'), costs.get('store')];
  if (full === undefined || store === undefined)
    return `the cost of \`${full === undefined ? 'full' : 'store'}\` fences is missing: write full=2,store=1`;
  return { full, store };
}
