/**
 * One line on the terminal that says where a search is: redrawn in place, gone when the search ends, and never written
 * into a file or a pipe.
 */
import type { Progress } from '../engines/engine.js';
import type { Output } from './host.js';

const REDRAW_MILLISECONDS = 150;
export const ERASE = '\r\u001b[K';

export interface LiveLine {
  show(progress: Progress): void;
  erase(): void;
}

/** What has been used up since the search began. */
export interface Spent {
  readonly seconds: number;
  /** Of the whole process. */
  readonly megabytes: number;
  /** The search ends after so many seconds. */
  readonly timeout?: number | undefined;
}

export function describeProgress(file: string, progress: Progress, spent: Spent): string {
  const { seconds: elapsed, megabytes, timeout } = spent;
  // A search of states has no cubes.
  const unit = progress.cubes === 0 && progress.states > 0 ? 'states' : 'cubes';
  const rate = elapsed > 0 ? Math.round(progress[unit] / elapsed) : 0;
  const parts = [
    // The name without its folders: the numbers need the room.
    file.slice(file.lastIndexOf('/') + 1),
    progress.phase,
    ...(unit === 'cubes' ? [`cubes ${progress.cubes}`] : []),
    `depth ${progress.depth}`,
    `queue ${progress.queue}`,
    ...(progress.states > 0 ? [`states ${progress.states}`] : []),
    ...(progress.restarts > 0 ? [`restarts ${progress.restarts}`] : []),
    `${rate} ${unit}/s`,
    `${Math.round(megabytes)} MB`,
    timeout === undefined ? `${elapsed.toFixed(1)} s` : `${elapsed.toFixed(1)} of ${timeout} s`,
  ];
  return parts.join('  ');
}

const SILENT: LiveLine = { show: () => {}, erase: () => {} };

/** The clock in milliseconds, and the memory of the process in bytes. */
interface Gauges {
  clock(): number;
  memory(): number;
}

const REAL: Gauges = { clock: () => performance.now(), memory: () => process.memoryUsage.rss() };

interface Shown {
  readonly quiet?: boolean;
  readonly timeout?: number | undefined;
}

export function liveLine(
  errors: Output,
  file: string,
  { quiet = false, timeout }: Shown,
  { clock, memory }: Gauges = REAL,
): LiveLine {
  if (!errors.isTerminal || quiet) return SILENT;
  const start = clock();
  let drawn = Number.NEGATIVE_INFINITY;
  let visible = false;
  return {
    show(progress) {
      const now = clock();
      if (now - drawn < REDRAW_MILLISECONDS) return;
      drawn = now;
      visible = true;
      const spent = { seconds: (now - start) / 1000, megabytes: memory() / 2 ** 20, timeout };
      // One column stays free: a full line would wrap, and could not be erased.
      errors.write(ERASE + describeProgress(file, progress, spent).slice(0, Math.max(errors.columns - 1, 0)));
    },
    erase() {
      if (visible) errors.write(ERASE);
      visible = false;
    },
  };
}
