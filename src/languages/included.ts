/** A text of a file with what it includes, by the language of the file: then whoever is given it needs no files. */
import { languageOfFile } from './index.js';
import { withIncluded } from './shared/bundle.js';

/**
 * `read`: a file by its path beside the text, or below one of the folders where included files are looked for, too; null where
 * there is none. Only programs include others. A file that cannot be read is left out, and the reader tells.
 */
export async function withIncludedFiles(
  file: string,
  text: string,
  read: (name: string) => Promise<string | null>,
  folders: readonly string[] = [],
): Promise<string> {
  const language = languageOfFile(file);
  const own = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  if (language?.name === 'c') {
    const { withIncludedC } = await import('./c/preprocessor/include.js');
    return withIncludedC(text, read, own, folders);
  }
  return language === null || language.name === 'program' ? withIncluded(text, read, own) : text;
}
