/** The languages that models are written in, and which one a file is in. */

export type Language = 'cubicle' | 'program' | 'dve' | 'memorax' | 'trencher' | 'litmus';

export const LANGUAGES: readonly Language[] = ['cubicle', 'program', 'dve', 'memorax', 'trencher', 'litmus'];

const EXTENSIONS: Readonly<Record<Language, readonly string[]>> = {
  cubicle: ['.cub'],
  program: ['.fp'],
  dve: ['.dve'],
  memorax: ['.rmm'],
  trencher: ['.trencher', '.txt'],
  litmus: ['.litmus'],
};

/** By the name of the file; Cubicle's where the name does not tell. */
export function languageOf(file: string): Language {
  return languageTold(file) ?? 'cubicle';
}

/** What the name of the file tells; null when that is nothing. */
export function languageTold(file: string): Language | null {
  const name = file.toLowerCase();
  return LANGUAGES.find((language) => EXTENSIONS[language].some((extension) => name.endsWith(extension))) ?? null;
}
