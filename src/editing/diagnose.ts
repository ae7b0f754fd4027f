/**
 * What is wrong with a text, as its reader says it, at places of the editor. What a reader would write instead becomes a fix.
 */
import { languageOf } from '../languages/index.js';
import { besides, includesIn } from '../languages/shared/bundle.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { refusalText } from '../languages/shared/help.js';
import type { Patience } from '../languages/shared/patience.js';
import type { Span } from '../languages/shared/source.js';
import { type Diagnosis, type Document, type Fix, Places, type Range, wholeOf } from './document.js';

export interface DiagnoseOptions {
  /** Asked now and then whether to go on: it throws when the text has changed meanwhile. */
  readonly patience?: Patience;
  /** Without what only compiling a program shows, which takes most of the time of a long text. */
  readonly quick?: boolean;
}

export async function diagnose(document: Document, options: DiagnoseOptions = {}): Promise<Diagnosis[]> {
  const { file, language: name } = document;
  const text = wholeOf(document);
  const language = languageOf(text, { language: name });
  if (language === null || document.text.trim() === '') return [];
  const { quick = false, ...reading } = options;
  const diagnostics =
    quick && name === 'program'
      ? (await import('../languages/program/index.js')).checkProgramText(text, file, options.patience)
      : (await language.read(text, { file, ...reading })).diagnostics;
  if (diagnostics.length === 0) return [];
  const places = new Places(document);
  return diagnostics.map((diagnostic) => {
    if (diagnostic.included === undefined) return diagnosisOf(diagnostic, places.ofDiagnostic(diagnostic));
    return elsewhere(diagnostic, diagnostic.included, places);
  });
}

/** A fault in an included text, told where that is included; what can be done about it is done there. */
function elsewhere(diagnostic: Diagnostic, included: string, places: Places): Diagnosis {
  const { source } = places;
  const part = source.parts.find(({ file, start, end }) => {
    return (
      file !== null && besides(source.file, file) === diagnostic.file && source.text.slice(start, end) === included
    );
  });
  const name = part?.file ?? diagnostic.file;
  const own = new Places({ text: included, file: name, language: 'program' });
  const diagnosis = diagnosisOf(diagnostic, own.ofDiagnostic(diagnostic));
  const message = `${name}:${diagnostic.line}:${diagnostic.column}: ${diagnosis.message}`;
  return { ...diagnosis, ...places.of(includeOf(name, places)), message, fixes: [], cause: { file: name, diagnosis } };
}

/** Where the text says that it includes a file, or one that includes it in turn. */
function includeOf(file: string, { source }: Places): Span {
  const textOf = (name: string | null): string => {
    const part = source.parts.find((each) => each.file === name);
    return part === undefined ? '' : source.text.slice(part.start, part.end);
  };
  const leads = (name: string, seen: ReadonlySet<string>): boolean =>
    name === file ||
    (!seen.has(name) &&
      includesIn(textOf(name)).some((next) => leads(besides(name, next.name), new Set([...seen, name]))));
  const found = includesIn(textOf(null)).find(({ name }) => leads(besides(null, name), new Set()));
  return found ?? source.lineSpan(1);
}

function diagnosisOf(diagnostic: Diagnostic, range: Range): Diagnosis {
  const { severity, code, message, expected, help = [] } = diagnostic;
  const told = refusalText({ message: '', help }, (option) => option).replace(/^: /, '');
  const grammar = expected === undefined || message.startsWith('expected ') ? null : `expected ${expected}`;
  return {
    ...range,
    severity,
    code,
    message,
    help: told === '' ? grammar : told,
    fixes: fixesOf(diagnostic, range),
  };
}

function fixesOf({ instead }: Diagnostic, range: Range): Fix[] {
  if (instead === undefined) return [];
  return [{ title: `write \`${instead}\``, edits: [{ ...range, insert: instead }] }];
}
