/**
 * What is wrong with an input, as data: a code from a closed list, a place, a message in words a user can act on.
 *
 * Readers collect diagnostics in a `DiagnosticList` and go on as long as that makes sense; showing them is somebody
 * else's work (`render.ts`). The list stops taking errors after a while: an input with a hundred errors is of another
 * language, and reading the rest of it tells nothing.
 */
import { besides, type Inclusion } from './bundle.js';
import type { Help } from './help.js';
import type { SourceText, Span } from './source.js';

export type Severity = 'error' | 'warning';

export type DiagnosticCode =
  /** The bytes are not the text that a file of this language is made of. */
  | 'encoding'
  /** No token starts like this, or a comment does not end. */
  | 'lexical'
  /** The tokens do not form what the grammar asks for. */
  | 'syntax'
  /** Brackets, operators or predicates nested deeper than the reader goes. */
  | 'nesting'
  /** A formula, with its predicates expanded, is larger than the reader builds; or a number is. */
  | 'too-large'
  /** Reading stopped because there were too many errors. */
  | 'too-many-errors'
  /** A declaration that must come earlier in the file. */
  | 'order'
  /** A name declared twice, or a target assigned twice. */
  | 'duplicate'
  | 'unknown-name'
  | 'unknown-type'
  /** A name of another kind than its use asks for: an array without index, an assigned constructor. */
  | 'wrong-kind'
  /** A wrong number of indices or arguments. */
  | 'arity'
  | 'type-mismatch'
  | 'assigned-constant'
  /** A number of processes, or the number of a process, out of range. */
  | 'process-number'
  /** A declaration that every model needs is not there. */
  | 'missing'
  /** Part of the language, but not in this place. */
  | 'unsupported'
  /** A fence where it means nothing. */
  | 'fence'
  /** A ghost where it would take part in what the program does, or where no step is that it could be part of. */
  | 'ghost'
  /** A rule of models with weak variables is broken. */
  | 'weak-memory'
  /** Something that can never happen, probably by mistake. */
  | 'vacuous'
  /** A variable may be read before it has a value. */
  /** Time, memory or patience were spent before the question could be asked: there is no answer, and no fault. */
  | 'limit'
  /** Neither the question nor the file nor the text tells the language. */
  | 'unknown-language'
  /** An option makes no difference to the question. */
  | 'usage'
  /** The text of a run is damaged, is of another model, or is no run of this one. */
  | 'run';

/** A text of the question that is not the file: a formula, or a condition that has a name in it. */
export type Beside =
  | { readonly kind: 'formula'; readonly text: string }
  | { readonly kind: 'condition'; readonly name: string; readonly text: string };

export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly file: string;
  /** Where the place is, if not in the file. */
  readonly beside?: Beside;
  /** The text of that file, where it is one that was included. */
  readonly included?: string;
  /** From 1; null when the question is wrong, and no place in a text. */
  readonly line: number | null;
  /** From 1, in characters; a tab is one. */
  readonly column: number | null;
  /** In characters, at least 1. */
  readonly length: number | null;
  /** The option that the message is about, by its name in the library. */
  readonly option?: string;
  readonly message: string;
  /** What the grammar would have accepted, when that is a short list. */
  readonly expected?: string;
  /** What to write instead of the text at this place, when there is one thing to write. */
  readonly instead?: string;
  /** Of a question: which options would help. */
  readonly help?: readonly Help[];
  /** How the place was come to: expansions of macros, files that include others. */
  readonly notes?: readonly Note[];
  /** Unknown, and a whole condition of a formula: it may be meant as a name for one. */
  readonly perhapsNamed?: string;
}

/** A place that explains another one. */
export interface Note {
  readonly file: string;
  /** The text of that file, where it is not the one that the diagnostic is about. */
  readonly included?: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly message: string;
}

/** A note whose line and column are not computed yet. `file`: the name, where the text has no name of its own. */
export interface PlacedNote {
  readonly source: SourceText;
  readonly span: Span;
  readonly message: string;
  readonly file?: string;
}

/** The question is wrong, or asks for something that is not possible: no place in the file is. */
export function fault(file: string, code: DiagnosticCode, message: string, ...help: readonly Help[]): Diagnostic {
  const place = { line: null, column: null, length: null };
  return { severity: 'error', code, file, ...place, message, ...(help.length === 0 ? {} : { help }) };
}

const ERRORS_KEPT = 100;

/** What belongs at the place of an error: what the grammar asks for, and the text that was probably meant. */
export interface Instead {
  readonly expected?: string;
  readonly instead?: string | null;
}

type Told = Pick<Diagnostic, 'severity' | 'code' | 'message' | 'expected' | 'instead' | 'notes'>;

const isGiven = (text: string | null | undefined): text is string => text !== undefined && text !== null;

interface Report {
  readonly span: Span;
  readonly diagnostic: Diagnostic;
}

export class DiagnosticList {
  private readonly source: SourceText;
  private readonly reports: Report[] = [];
  private readonly known = new Set<string>();
  /** Errors reported so far. */
  errors = 0;

  constructor(source: SourceText) {
    this.source = source;
  }

  /** No further error is taken: whoever reads may as well stop. */
  get full(): boolean {
    return this.errors > ERRORS_KEPT;
  }

  /** `more`: what the grammar asks for, alone or with what was probably meant. */
  error(
    code: DiagnosticCode,
    span: Span,
    message: string,
    more: Instead | string = {},
    notes: readonly PlacedNote[] = [],
  ): void {
    if (this.errors < ERRORS_KEPT) {
      const { expected, instead } = typeof more === 'string' ? { expected: more, instead: null } : more;
      const also = { ...(expected === undefined ? {} : { expected }), ...(isGiven(instead) ? { instead } : {}) };
      if (this.add({ severity: 'error', code, message, ...also, ...this.placed(notes) }, span)) this.errors++;
      return;
    }
    // Counted still: callers compare counts to see whether something went wrong.
    this.errors++;
    if (this.errors > ERRORS_KEPT + 1) return;
    const stop = `reading stops here, after ${ERRORS_KEPT} errors`;
    this.add({ severity: 'error', code: 'too-many-errors', message: stop }, span);
  }

  warning(code: DiagnosticCode, span: Span, message: string, notes: readonly PlacedNote[] = []): void {
    this.add({ severity: 'warning', code, message, ...this.placed(notes) }, span);
  }

  /** In the order of the text; errors and warnings together. */
  all(): Diagnostic[] {
    const ordered = [...this.reports].sort((a, b) => a.span.start - b.span.start);
    return ordered.map((report) => report.diagnostic);
  }

  /** False when the same thing was said of the same place before (a formula may be read twice: see `<=>`). */
  private add(told: Told, span: Span): boolean {
    const key = `${span.start} ${told.code} ${told.message}`;
    if (this.known.has(key)) return false;
    this.known.add(key);
    const { severity, code, message, ...more } = told;
    this.reports.push({ span, diagnostic: { severity, code, ...this.where(span), message, ...more } });
    return true;
  }

  private where(span: Span): Omit<Note, 'message'> {
    const { line, column, included } = this.source.place(span.start);
    const where = included === undefined ? { file: this.source.file, line } : this.other(included);
    return { ...where, column, length: lengthOf(this.source, span) };
  }

  private placed(notes: readonly PlacedNote[]): { readonly notes?: readonly Note[] } {
    if (notes.length === 0) return {};
    return {
      notes: notes.map(({ source, span, message, file = source.file }) => {
        if (source === this.source) return { ...this.where(span), message };
        const { line, column } = source.place(span.start);
        return { file, included: source.text, line, column, length: lengthOf(source, span), message };
      }),
    };
  }

  /** A place in a file that was included. */
  private other({ file, line }: Inclusion): Pick<Note, 'file' | 'line' | 'included'> {
    const { file: own, parts, text } = this.source;
    const part = parts.find((each) => each.file === file);
    return { file: besides(own, file), line, included: text.slice(part?.start, part?.end) };
  }
}

function lengthOf(source: SourceText, { start, end }: Span): number {
  return Math.max(1, source.countCharacters(start, Math.max(start, end)));
}
