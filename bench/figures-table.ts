/** The page of figures: of each benchmark the last run on each machine with each node, and how it compares with the one before. */
import type { Entry } from './history.js';
import { geometricMean, median } from './result.js';

/** Seconds by those of an earlier run, in the mean over what both decided; null where they share nothing. */
export function ratioOf(now: Entry, before: Entry | undefined): number | null {
  const earlier = new Map(before?.measurements.map((each) => [each.file, each]));
  const ratios = now.measurements.flatMap(({ file, verdict, seconds }) => {
    const other = earlier.get(file);
    if (other === undefined || other.verdict !== verdict || !/^(holds|violated)$/.test(verdict)) return [];
    return [median(seconds) / median(other.seconds)];
  });
  return ratios.length === 0 ? null : geometricMean(ratios);
}

export function figuresTable(entries: readonly Entry[]): string[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.what, entry.machine, entry.node]);
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  const rows = [...groups.values()].map((group) => {
    const now = group.at(-1) as Entry;
    const ratio = ratioOf(now, group.at(-2));
    const where = `${now.machine}, load ${now.load}`;
    return [now.what, now.sum, ratio?.toFixed(2) ?? '', now.commit, now.date, now.node, where];
  });
  const titles = ['benchmark', 'figures', 'time by the run before', 'commit', 'day', 'node', 'machine'];
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
