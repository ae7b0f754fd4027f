/**
 * Diagnostics for people: `file:line:column: error[code]: message`, the source line, and carets below it.
 *
 * The carets stand below the text whatever the terminal's tab width is, because the caret line repeats the tabs of the
 * source line. A long line is cut around the caret. Control characters are shown as pictures: a source text must not
 * be able to steer the terminal that shows it.
 */
import type { Diagnostic } from './diagnostics.js';
import { SourceText } from './source.js';

const LINE_WIDTH = 120;
const SHOWN_BEFORE = 60;
const DIAGNOSTICS_SHOWN = 20;

export function renderDiagnostic(diagnostic: Diagnostic, source: SourceText): string {
  const { file, line, column, severity, code, message } = diagnostic;
  const head = `${printable(file)}:${line}:${column}: ${severity}[${code}]: ${message}`;
  const span = source.lineSpan(line);
  const caret = source.offsetOf(line, column);
  const last = source.offsetOf(line, column + diagnostic.length);
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
  return `${head}\n  ${opening}${shown}${closing}\n  ${indent}${carets}`;
}

/** The first diagnostics, errors before warnings, and how many more there are. Empty for none. */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  text: string | Uint8Array | SourceText,
  limit: number = DIAGNOSTICS_SHOWN,
): string {
  const [first] = diagnostics;
  if (first === undefined) return '';
  const source = text instanceof SourceText ? text : new SourceText(text, first.file);
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning');
  const ordered = [...errors, ...warnings];
  const parts = ordered.slice(0, limit).map((diagnostic) => {
    const own = diagnostic.source === undefined ? source : new SourceText(diagnostic.source, diagnostic.file);
    return renderDiagnostic(diagnostic, own);
  });
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
