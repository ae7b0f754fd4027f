/** What editors call the languages: an identifier, a title, and the extension of files, which comes from the language itself. */
import type { HighlightLanguage } from '../../src/editing/highlight/index.js';
import { LANGUAGES } from '../../src/languages/index.js';

export interface EditorLanguage {
  readonly language: HighlightLanguage;
  /** In VS Code and Vim. */
  readonly id: string;
  readonly title: string;
  /** Without the dot. */
  readonly extension: string;
}

const named = (language: HighlightLanguage, id: string, title: string): EditorLanguage => {
  const found = LANGUAGES.find(({ name }) => name === language);
  if (found === undefined) throw new Error(`there is no language ${language}`);
  return { language, id, title, extension: found.extensions[0].slice(1) };
};

export const EDITOR_LANGUAGES: readonly EditorLanguage[] = [
  named('program', 'fencepost', 'Fencepost program'),
  named('cubicle', 'cubicle', 'Cubicle array system'),
  named('litmus', 'litmus', 'Litmus test'),
  named('dve', 'dve', 'DVE model'),
  named('memorax', 'rmm', 'Memorax program'),
];
