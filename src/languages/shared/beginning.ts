/**
 * How a text begins, in a form that tells its language: its first words and marks, with one blank behind each.
 *
 * Comments are left out, those of all languages: before the language is known, nobody can say which of them are meant. No
 * sound text of a language begins with the mark of another one's comments.
 */
import { SourceText } from './source.js';

/** A list of constructors may come before the first word that tells. */
const MOST_WORDS = 5_000;

const WORD = /\w[\w$#]*|[^\s\w]/uy;
const NESTING = /\(\*|\*\)/g;

export function beginningOf(content: string | Uint8Array): string {
  const { text } = new SourceText(content, '');
  let words = '';
  for (let offset = 0, count = 0; offset < text.length && count < MOST_WORDS; ) {
    const end = endOfComment(text, offset);
    WORD.lastIndex = offset;
    const word = end === null ? (WORD.exec(text)?.[0] ?? null) : null;
    if (word !== null) {
      words += `${word} `;
      count++;
    }
    offset = end ?? offset + (word?.length ?? 1);
  }
  return words;
}

/** Behind the comment that starts here; one that does not end takes the rest. Null when none starts. */
function endOfComment(text: string, start: number): number | null {
  const behind = (mark: string): number => {
    const end = text.indexOf(mark, start + 2);
    return end < 0 ? text.length : end + mark.length;
  };
  if (text.startsWith('//', start) || text.startsWith('#', start)) return behind('\n');
  if (text.startsWith('/*', start)) return behind('*/');
  return text.startsWith('(*', start) ? endOfNested(text, start) : null;
}

function endOfNested(text: string, start: number): number {
  let depth = 0;
  NESTING.lastIndex = start;
  for (let mark = NESTING.exec(text); mark !== null; mark = NESTING.exec(text)) {
    depth += mark[0] === '(*' ? 1 : -1;
    if (depth === 0) return NESTING.lastIndex;
  }
  return text.length;
}
