/** Programs of every language behind one door. */
import { LANGUAGES, type LanguageName } from '../languages/index.js';
import type { ProgramModel } from '../languages/language.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import type { MemoryModel } from '../memory/models.js';
import type { CheckOptions } from './check.js';

export type { Instance, ProgramModel as ProgramSource } from '../languages/language.js';

export interface Reading {
  /** Null when there is an error among the diagnostics. */
  readonly source: ProgramModel | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Of threads that may be any number. */
export const NUMBERS_TRIED = [1, 2, 3];

export async function readSource(
  text: string | Uint8Array,
  language: Exclude<LanguageName, 'cubicle'>,
  memory: MemoryModel,
  { file, atomicWaits }: CheckOptions,
): Promise<Reading> {
  const reader = LANGUAGES.find(({ name }) => name === language);
  if (reader === undefined) throw new Error(`there is no language ${language}`);
  const { model, diagnostics } = await reader.read(text, {
    file: file ?? `model${reader.extensions[0]}`,
    memory,
    ...(atomicWaits === undefined ? {} : { atomicWaits }),
  });
  if (model?.kind === 'array system') throw new Error(`${language} has array systems`);
  return { source: model, diagnostics };
}
