/** What the page asks about a text, as it is kept, linked and put into words. */
import { MEMORY_MODELS, type MemoryName } from '../src/memory/models.js';
import type { Asked } from './protocol.js';

export interface Question {
  /** One memory, or all of them side by side. */
  readonly memory: MemoryName | 'all';
  /** Options by their names in the library; only those that differ from the usual. */
  readonly asked: Asked;
}

/** A text with its name and what is asked about it: what a draft, a link and an example are. */
export interface Draft {
  readonly file: string;
  readonly text: string;
  readonly question: Question;
  /** A run that was linked, to be shown step by step. */
  readonly run?: string;
}

/** Seconds, and megabytes for each memory that is asked. */
export const USUAL_LIMITS = { timeout: 60, maxMemory: 1024 } as const;

export const USUAL_QUESTION: Question = { memory: 'all', asked: {} };

export function memoriesOf({ memory }: Question): MemoryName[] {
  return MEMORY_MODELS.map(({ name }) => name).filter((name) => memory === 'all' || memory === name);
}

/** With the limits that count when none is given. */
export function withLimits({ asked }: Question): Asked {
  return { ...USUAL_LIMITS, ...asked };
}

/** Whether a value read from a link or from storage is a question. Engines refuse options that mean nothing. */
export function isQuestion(value: unknown): value is Question {
  if (typeof value !== 'object' || value === null) return false;
  const { memory, asked } = value as Partial<Record<keyof Question, unknown>>;
  const known = memory === 'all' || MEMORY_MODELS.some(({ name }) => name === memory);
  return known && typeof asked === 'object' && asked !== null && !Array.isArray(asked);
}

export function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { file, text, question, run } = value as Partial<Record<keyof Draft, unknown>>;
  const named = typeof file === 'string' && typeof text === 'string';
  return named && isQuestion(question) && (run === undefined || typeof run === 'string');
}
