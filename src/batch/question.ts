/**
 * A question of a batch: a text and what is asked about it, as plain data that can go to another process or another machine.
 *
 * The text has in it what it includes (`languages/shared/bundle.ts`), so whoever answers needs no files. The key is a digest of
 * all that the answer depends on but the limits: two questions with one key have one answer.
 */
import { createHash } from 'node:crypto';
import type { Observation } from '../check/litmus.js';
import type { Given } from '../check/option.js';
import type { CHECK_OPTIONS } from '../check/options.js';
import type { Verdict } from '../evidence/outcome.js';
import type { MemoryName } from '../memory/models.js';

/** Options of a check but those that a question has fields for. */
export type AskedOptions = Omit<Given<typeof CHECK_OPTIONS>, 'file' | 'memory' | 'processes'>;

/** What an option can be, in JSON. */
export type JsonOptionValue = string | number | boolean | readonly string[] | { readonly [name: string]: string };

export type Expected = Verdict | Observation;

/** What one question may use. */
export interface QuestionLimits {
  /** Seconds. */
  readonly timeout: number;
  /** Megabytes. */
  readonly maxMemory: number;
}

export interface BatchQuestion {
  readonly key: string;
  readonly kind: 'check' | 'litmus';
  /** What people call it: a name below the folder or the manifest that it is from. */
  readonly file: string;
  readonly text: string;
  /** Null: as the language or the model says. */
  readonly memory: MemoryName | null;
  /** Null: as the model says. */
  readonly processes: number | 'any' | null;
  readonly asked: AskedOptions;
  /** Null where nobody has said what should come out. */
  readonly expected: Expected | null;
  readonly limits: QuestionLimits;
}

const KEY_LENGTH = 24;

/** `version`: of the program that answers; another one may answer differently. */
export function keyOf(question: Omit<BatchQuestion, 'key' | 'expected' | 'limits'>, version: string): string {
  const { kind, file, text, memory, processes, asked } = question;
  const sorted = Object.entries(asked).sort(([one], [other]) => (one < other ? -1 : 1));
  const whole = JSON.stringify([version, kind, file, text, memory, processes, sorted]);
  return createHash('sha256').update(whole).digest('hex').slice(0, KEY_LENGTH);
}

export function kindOfFile(file: string): BatchQuestion['kind'] {
  return file.endsWith('.litmus') ? 'litmus' : 'check';
}
