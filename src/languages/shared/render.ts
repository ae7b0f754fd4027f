/**
 * Diagnostics for people: `file:line:column: error[code]: message`, the source line, and carets below it. Where no place in
 * a text is wrong there is only `file: error[code]: message`.
 *
 * The carets stand below the text whatever the terminal's tab width is, because the caret line repeats the tabs of the
 * source line. A long line is cut around the caret. Control characters are shown as pictures: a source text must not
 * be able to steer the terminal that shows it.
 */
import type { Beside, Diagnostic, Note } from './diagnostics.js';
import { refusalText, type SpellOption } from './help.js';
import { SourceText } from './source.js';

const LINE_WIDTH = 120;
const SHOWN_BEFORE = 60;
const DIAGNOSTICS_SHOWN = 20;

/** What is said differently where the question has options with names. */
export interface Spelling {
  /** What stands for the name of a file where the place is in another text of the question. */
  beside(beside: Beside): string;
  /** How a name gets the condition that it stands for. */
  naming(name: string): string;
  readonly option: SpellOption;
}

const PLAIN: Spelling = {
  beside: (beside) => (beside.kind === 'formula' ? 'formula' : `condition ${beside.name}`),
  naming: () => 'give the condition that it stands for',
  option: (option) => `\`${option}\``,
};

/** `source`: the text of the file. */
export function renderDiagnostic(diagnostic: Diagnostic, source: SourceText, spelling = PLAIN): string {
  const {
    file,
    beside,
    included,
    line,
    column,
    length,
    severity,
    code,
    option,
    message,
    help = [],
    notes = [],
    perhapsNamed,
  } = diagnostic;
  const subject = option === undefined ? '' : `${spelling.option(option)}: `;
  const advice = perhapsNamed === undefined ? '' : `; if it is a name, ${spelling.naming(perhapsNamed)}`;
  const told = `${severity}[${code}]: ${subject}${refusalText({ message, help }, spelling.option)}${advice}`;
  const name = printable(beside === undefined ? file : spelling.beside(beside));
  if (line === null || column === null || length === null) return `${name}: ${told}`;
  const other = beside?.text ?? included;
  const lines = lineWithCarets(other === undefined ? source : new SourceText(other, name), line, column, length);
  return [`${name}:${line}:${column}: ${told}\n${lines}`, ...notes.map((note) => renderNote(note, source))].join('\n');
}

function renderNote({ file, included, line, column, length, message }: Note, source: SourceText): string {
  const name = printable(file);
  const lines = lineWithCarets(included === undefined ? source : new SourceText(included, name), line, column, length);
  return `${name}:${line}:${column}: note: ${message}\n${lines}`;
}

function lineWithCarets(source: SourceText, line: number, column: number, length: number): string {
  const span = source.lineSpan(line);
  const caret = source.offsetOf(line, column);
  const last = source.offsetOf(line, column + length);
  let from = span.start;
  let to = span.end;
  if (to - from > LINE_WIDTH) {
    from = Math.max(from, caret - SHOWN_BEFORE);
    to = Math.min(to, from + LINE_WIDTH);
    from = Math.max(span.start, Math.min(from, to - LINE_WIDTH));
  }
  const opening = from > span.start ? '…' : '';
  const closing = to < span.end ? '…' : '';
  const before = printable(source.text.slice(from, caret));
  const shown = printable(source.text.slice(from, to));
  const marked = printable(source.text.slice(caret, Math.min(last, to)));
  const indent = opening.replace('…', ' ') + Array.from(before, (c) => (c === '\t' ? '\t' : ' ')).join('');
  const carets = '^'.repeat(Math.max(1, Array.from(marked).length));
  return `  ${opening}${shown}${closing}\n  ${indent}${carets}`;
}

export interface RenderOptions {
  /** How many are shown. */
  readonly limit?: number;
  readonly spelling?: Spelling;
}

/** The first diagnostics, errors before warnings, and how many more there are. Empty for none. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: string | Uint8Array | SourceText,
  { limit = DIAGNOSTICS_SHOWN, spelling = PLAIN }: RenderOptions = {},
): string {
  const [first] = diagnostics;
  if (first === undefined) return '';
  const source = text instanceof SourceText ? text : new SourceText(text, first.file);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning');
  const ordered = [...errors, ...warnings];
  const parts = ordered.slice(0, limit).map((diagnostic) => renderDiagnostic(diagnostic, source, spelling));
  if (ordered.length > limit) parts.push(`and ${ordered.length - limit} more`);
  return parts.join('\n');
}

/** Control characters as their pictures (U+2400 and on); what cannot or must not be shown as the replacement character. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (character === '\t') return character;
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : '\ufffd';
  });
}
