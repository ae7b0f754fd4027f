/** The bar that a batch draws on a terminal: how much is done, what was found, and how long the rest may take. */

import type { JsonBatchAnswer } from '../batch/row.js';
import { statusOf } from './batch-report.js';
import type { Output } from './host.js';
import { ERASE } from './progress.js';
import { STATUS } from './status.js';

const REDRAW_MILLISECONDS = 150;
const WIDTH = 24;

/** `[#####.......] 40 of 120  1 violated  about 12 s left`. */
export function describeBar(done: number, all: number, bad: string, secondsGone: number, doneHere: number): string {
  const full = all === 0 ? WIDTH : Math.floor((WIDTH * done) / all);
  const bar = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
  const left = doneHere === 0 || done === all ? '' : `about ${time((secondsGone / doneHere) * (all - done))} left`;
  return [bar, `${done} of ${all}`, bad, left].filter((part) => part !== '').join('  ');
}

function time(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

interface LiveBar {
  /** So many are done, and this is bad about them. */
  show(done: number, bad?: string): void;
  erase(): void;
}

/** `before`: what was done at the beginning, and took no time here. */
export function liveBar(errors: Output, all: number, quiet: boolean, before = 0): LiveBar {
  if (!errors.isTerminal || quiet) return { show: () => {}, erase: () => {} };
  const begun = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    show(done, bad = '') {
      const now = performance.now();
      if (now - drawn < REDRAW_MILLISECONDS && done < all) return;
      drawn = now;
      const line = describeBar(done, all, bad, (now - begun) / 1000, done - before);
      // One column stays free: a full line would wrap, and could not be erased.
      errors.write(ERASE + line.slice(0, Math.max(errors.columns - 1, 0)));
    },
    erase: () => errors.write(ERASE),
  };
}

export interface Bar {
  show(row: JsonBatchAnswer): void;
  erase(): void;
}

/** `before`: answers that were there at the beginning. */
export function barOn(errors: Output, all: number, before: readonly JsonBatchAnswer[], quiet: boolean): Bar {
  const bar = liveBar(errors, all, quiet, before.length);
  const counts = new Map<string, number>();
  let done = before.length;
  const count = (row: JsonBatchAnswer): void => {
    if (statusOf(row) === STATUS.holds) return;
    const what = row.ended === 'crashed' ? 'crashed' : row.verdict;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  for (const row of before) count(row);
  return {
    show(row) {
      count(row);
      bar.show(++done, [...counts].map(([what, times]) => `${times} ${what}`).join(', '));
    },
    erase: bar.erase,
  };
}
