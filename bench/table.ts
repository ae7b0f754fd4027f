/** A benchmark's result as a table, beside an earlier one if there is one. Differences are flagged, never judged. */
import { type Column, table } from '../src/report/table.js';
import { counts, plural } from '../src/report/words.js';
import { type BenchResult, geometricMean, type Measurement, median } from './result.js';

const COLUMNS: readonly Column[] = [
  { title: 'model' },
  { title: 'verdict' },
  { title: 'median s', align: 'right' },
  { title: 'min s', align: 'right' },
  { title: 'wall s', align: 'right' },
];

const COMPARED: readonly Column[] = [
  { title: 'before s', align: 'right' },
  { title: 'ratio', align: 'right' },
  { title: 'changed' },
];

function figure(value: number): string {
  return value.toFixed(value < 10 ? 3 : 1);
}

/** Verdicts and counts that are no longer the same: `holds was unknown, cubes 15 was 20`. */
export function changes(now: Measurement, before: Measurement): string[] {
  const verdict = now.verdict === before.verdict ? [] : [`${now.verdict} was ${before.verdict}`];
  const names = [...new Set([...Object.keys(now.counts), ...Object.keys(before.counts)])];
  const counted = names
    .filter((name) => now.counts[name] !== before.counts[name])
    .map((name) => `${name} ${now.counts[name] ?? 'none'} was ${before.counts[name] ?? 'none'}`);
  return [...verdict, ...counted];
}

function comparison(now: Measurement, before: Measurement | undefined): string[] {
  if (before === undefined) return ['', '', 'new'];
  const earlier = median(before.seconds);
  return [figure(earlier), (median(now.seconds) / earlier).toFixed(2), changes(now, before).join(', ')];
}

function row(measurement: Measurement): string[] {
  const { file, verdict, seconds, wall } = measurement;
  return [file, verdict, figure(median(seconds)), figure(Math.min(...seconds)), figure(median(wall))];
}

export function summary(result: BenchResult, earlier: Map<string, Measurement>): string[] {
  const { measurements } = result;
  const total = measurements.reduce((sum, { seconds }) => sum + median(seconds), 0);
  const lines = [`${plural(measurements.length, 'model')}, ${figure(total)} s by medians`];
  const unsteady = measurements.filter(({ steady }) => !steady).map(({ file }) => file);
  if (unsteady.length > 0) lines.push(`verdict or counts differ from run to run: ${unsteady.join(', ')}`);
  const pairs = measurements.flatMap((now) => {
    const before = earlier.get(now.file);
    return before === undefined ? [] : [[now, before] as const];
  });
  if (pairs.length === 0) return lines;
  // A ratio of two times, one of which is a limit that was reached, says nothing.
  const finished = pairs.filter(([now, before]) =>
    [now, before].every(({ verdict }) => /^(holds|violated)$/.test(verdict)),
  );
  if (finished.length > 0) {
    const mean = geometricMean(finished.map(([now, before]) => median(now.seconds) / median(before.seconds)));
    lines.push(`ratio to the earlier run, geometric mean over ${plural(finished.length, 'model')}: ${mean.toFixed(2)}`);
  }
  lines.push(`${plural(pairs.filter(([now, before]) => changes(now, before).length > 0).length, 'model')} changed`);
  return lines;
}

export function benchTable(result: BenchResult, compared: BenchResult | null): string[] {
  const earlier = new Map(compared?.measurements.map((measurement) => [measurement.file, measurement]));
  const columns = [...COLUMNS, ...(compared === null ? [] : COMPARED), { title: 'counts' }];
  const rows = result.measurements.map((measurement) => [
    ...row(measurement),
    ...(compared === null ? [] : comparison(measurement, earlier.get(measurement.file))),
    counts(measurement.counts),
  ]);
  return [...table(columns, rows), ...summary(result, earlier)];
}
