/** A format that other tools read. */
import type { Result } from './result.js';

/** Writes results as they come, and what is left when all are there. */
export interface Format {
  add(result: Result): string;
  end(): string;
}
