/**
 * The world outside the command line, as an argument: where text goes, where files come from, what stops a check.
 * Commands touch nothing else, so tests run them in one process with a world of their own.
 */
import type { Whole } from '../languages/shared/patience.js';
import type { Services } from './services.js';
import type { Status } from './status.js';

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  readonly columns: number;
}

/** Where a command is: what is told if it has to be cut off. */
export interface Standing {
  /** Whose question is under way; null before the first. */
  readonly file: string | null;
  readonly json: boolean;
  /** Of the files before. */
  readonly status: Status;
  /** Files after this one. */
  readonly left: number;
}

export interface Host {
  readonly output: Output;
  readonly errors: Output;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Rejects with node's error, whose `code` says why. */
  readFile(path: string): Promise<string>;
  /** The same, piece by piece, for files that may be large. */
  readPieces(path: string): AsyncIterable<string>;
  readStandardInput(): Promise<string>;
  writeFile(path: string, pieces: Iterable<string>): Promise<void>;
  /** Options of the command line, each with the word that gave it: some have two names. */
  readonly written?: ReadonlyMap<string, string>;
  /** Aborted by Ctrl-C, and when nobody reads the output any more. */
  readonly stop: AbortSignal;
  /** Does what has no break in it, where that may be too long. */
  readonly whole?: Whole;
  /** Is told where the command is, where somebody watches. */
  readonly standing?: (standing: Partial<Standing>) => void;
  /** Megabytes that the heap may have before node gives up. */
  readonly heapLimit: number;
  /** The installed package: the folder with `package.json` and `examples/`. */
  readonly root: string;
  readonly version: string;
  readonly services: Services;
}
