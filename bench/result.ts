/** What a benchmark writes down, and reads again to compare. */

/** All runs of one model. Counts and verdict are those of the last run; `steady` says that all runs agreed. */
export interface Measurement {
  readonly file: string;
  /** `holds`, `violated`, `unknown`, `error`, or `killed` when it did not end by itself. */
  readonly verdict: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly steady: boolean;
  /** Seconds in the engine, as the program says; one for each run. */
  readonly seconds: readonly number[];
  /** Seconds from starting the process to its end. */
  readonly wall: readonly number[];
}

export interface BenchResult {
  readonly schema: 1;
  readonly version: string;
  readonly node: string;
  readonly timeout: number;
  readonly measurements: readonly Measurement[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** The message says what is wrong with the text. */
export function readResult(json: string): BenchResult | string {
  try {
    const value = JSON.parse(json) as Partial<BenchResult> | null;
    if (value?.schema !== 1 || !Array.isArray(value.measurements)) return 'this is no benchmark result';
    return value as BenchResult;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
