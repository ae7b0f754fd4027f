/**
 * The file of results: a line of JSON for each answer, written when the answer is known. A line is written by one call, at the
 * end of the file, so a crash leaves at most one line that is not whole. That one is cut off when the batch is resumed.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { JsonBatchAnswer } from './row.js';

/** The file is not one of results: `line` is the first that is none. */
export class NotResults extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

export class ResultsFile {
  private constructor(
    private readonly handle: number,
    /** What was in it when it was opened. */
    readonly earlier: readonly JsonBatchAnswer[],
    /** Bytes of a line that was not whole, and is gone. */
    readonly cut: number,
  ) {}

  /** Throws what the system says: without `resume` a file that exists is `EEXIST`. Or `NotResults`. */
  static open(file: string, resume: boolean): ResultsFile {
    if (!resume) return new ResultsFile(openSync(file, 'wx'), [], 0);
    const handle = openSync(file, 'a+');
    try {
      const bytes = readFileSync(handle);
      const whole = bytes.lastIndexOf(0x0a) + 1;
      const earlier = rowsOf(bytes.subarray(0, whole).toString('utf8'));
      if (whole < bytes.length) ftruncateSync(handle, whole);
      return new ResultsFile(handle, earlier, bytes.length - whole);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }

  add(row: JsonBatchAnswer): void {
    writeSync(this.handle, `${JSON.stringify(row)}\n`);
  }

  close(): void {
    fsyncSync(this.handle);
    closeSync(this.handle);
  }
}

function rowsOf(text: string): JsonBatchAnswer[] {
  return text.split('\n').flatMap((line, index) => {
    if (line === '') return [];
    let row: Partial<JsonBatchAnswer> | null = null;
    try {
      row = JSON.parse(line) as Partial<JsonBatchAnswer> | null;
    } catch {}
    if (row?.schema !== 1 || row.kind !== 'answer' || typeof row.question !== 'string')
      throw new NotResults('this line is no answer of a batch', index + 1);
    return [row as JsonBatchAnswer];
  });
}

/**
 * Whether an earlier answer need not be asked for again. One without a verdict is asked for again under other limits, and so is
 * one that met an internal error.
 */
export function isKept(row: JsonBatchAnswer, limits: JsonBatchAnswer['limits']): boolean {
  if (row.ended === 'failed') return false;
  if (row.verdict !== 'unknown') return true;
  return row.limits.timeout === limits.timeout && row.limits.maxMemory === limits.maxMemory;
}
