/**
 * All languages, and which one a text is in: the one that is named, else the one of the file's extension, else the one whose
 * texts begin like this one. To add a language, make a folder with its record and add the record to this list.
 */
import { c } from './c/language.js';
import { cubicle } from './cubicle/language.js';
import { dve } from './dve/language.js';
import type { Language, Printed, Reading, ReadOptions } from './language.js';
import { litmus } from './litmus/language.js';
import { memorax } from './memorax/language.js';
import { program } from './program/language.js';
import { beginningOf } from './shared/beginning.js';
import { binaryFault } from './shared/binary.js';
import { type Diagnostic, fault } from './shared/diagnostics.js';
import { ENDLESS } from './shared/patience.js';
import { trencher } from './trencher/language.js';

const ALL = [cubicle, program, dve, memorax, trencher, litmus, c] as const;

export type LanguageName = (typeof ALL)[number]['name'];

export const LANGUAGES: readonly Language<LanguageName>[] = ALL;

/** What a question says of the language. */
export interface LanguageOptions {
  /** Name shown in diagnostics, whose extension also tells the language. */
  readonly file?: string;
  /** What the text is written in; else the extension tells, else the text itself. */
  readonly language?: LanguageName;
}

/** A question that names the language and the file. */
export type InLanguage<Options> = Options & { readonly file: string; readonly language: LanguageName };

/** Null when nothing tells. */
export function languageOf(text: string | Uint8Array, options: LanguageOptions): Language<LanguageName> | null {
  const { file, language } = options;
  if (language !== undefined) return LANGUAGES.find(({ name }) => name === language) ?? null;
  return languageOfFile(file ?? '') ?? languageOfText(text);
}

export function languageOfFile(file: string): Language<LanguageName> | null {
  const name = file.toLowerCase();
  return LANGUAGES.find(({ extensions }) => extensions.some((extension) => name.endsWith(extension))) ?? null;
}

export function languageOfText(text: string | Uint8Array): Language<LanguageName> | null {
  const words = beginningOf(text);
  return LANGUAGES.find(({ beginning }) => beginning.test(words)) ?? null;
}

/** The question with the language and the file in it, or the fault that this is no text, or that nothing tells the language. */
export function inLanguage<Options extends LanguageOptions>(
  text: string | Uint8Array,
  options: Options,
):
  | { readonly ok: true; readonly language: Language<LanguageName>; readonly options: InLanguage<Options> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const binary = binaryFault(text, options.file ?? 'model');
  if (binary !== null) return { ok: false, diagnostics: [binary] };
  const language = languageOf(text, options);
  if (language !== null) {
    const { name, extensions } = language;
    return {
      ok: true,
      language,
      options: { ...options, language: name, file: options.file ?? `model${extensions[0]}` },
    };
  }
  const message = `this does not begin like a text of any language: there are ${listed(LANGUAGES)}`;
  return { ok: false, diagnostics: [fault(options.file ?? 'model', 'unknown-language', message)] };
}

/** A model in whichever language. */
export async function readModel(
  text: string | Uint8Array,
  asked: LanguageOptions & Omit<ReadOptions, 'file'>,
): Promise<Reading> {
  const found = inLanguage(text, asked);
  return found.ok ? found.language.read(text, found.options) : { model: null, diagnostics: found.diagnostics };
}

/** A text in its usual layout: what is printed is the same model. Only a model with which nothing is wrong is printed. */
export async function print(text: string, asked: LanguageOptions = {}, patience = ENDLESS): Promise<Printed> {
  const found = inLanguage(text, asked);
  if (!found.ok) return found;
  const { language, options } = found;
  if (language.print !== null) return language.print(text, options.file, patience);
  const printed = listed(LANGUAGES.filter((other) => other.print !== null));
  const message = `${listed([language])} are not printed: only ${printed} are`;
  return { ok: false, diagnostics: [fault(options.file, 'unsupported', message)] };
}

/** `programs (.fp), litmus tests (.litmus)`. */
export function listed(languages: readonly Language[]): string {
  return languages.map(({ title, extensions }) => `${title} (${extensions[0]})`).join(', ');
}
