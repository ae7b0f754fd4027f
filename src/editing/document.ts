/**
 * What editors ask about: a text with its language and its name, and places in it. Places are offsets in UTF-16 units, as
 * strings of JavaScript and editors count them, so nothing is translated on the way.
 *
 * Everything in this layer is a function of a document and a place. Nothing here knows of a file system, a process or a page:
 * the language server and the page in the browser use the same functions.
 */
import type { LanguageName } from '../languages/index.js';
import { bundled } from '../languages/shared/bundle.js';
import type { Diagnostic, DiagnosticCode, Severity } from '../languages/shared/diagnostics.js';
import { SourceText, type Span } from '../languages/shared/source.js';
import type { MemoryName } from '../memory/models.js';

export interface Document {
  readonly text: string;
  readonly language: LanguageName;
  /** Its name in messages. */
  readonly file: string;
  /** The texts that it includes, by their names beside it (`languages/shared/bundle.ts`). */
  readonly included?: ReadonlyMap<string, string>;
}

/** Half open. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A range of the text, or of one that it includes. */
export interface Place extends Range {
  /** The name of the included one. */
  readonly file?: string;
}

export interface Edit extends Range {
  readonly insert: string;
}

/** Something that can be done about a diagnosis, with one press. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

export interface Diagnosis extends Range {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  /** What would help, or null. */
  readonly help: string | null;
  readonly fixes: readonly Fix[];
  /** Of a fault in an included text: what is said there. The diagnosis itself is where the text is included. */
  readonly cause?: { readonly file: string; readonly diagnosis: Diagnosis };
}

export interface Hover extends Range {
  readonly markdown: string;
}

export type CompletionKind =
  | 'keyword'
  | 'instruction'
  | 'constant'
  | 'value'
  | 'variable'
  | 'field'
  | 'type'
  | 'thread'
  | 'procedure'
  | 'label'
  | 'snippet';

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The type or the declaration, on one line. */
  readonly detail: string;
  /** Markdown. */
  readonly documentation?: string;
  /** What is written, when that is not the label. */
  readonly insert?: string;
}

/** The part of the text that is replaced, and what by. */
export interface Completions extends Range {
  readonly items: readonly Completion[];
}

export type RenameResult =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly message: string };

export type FormatResult =
  | { readonly ok: true; readonly edits: readonly Edit[] }
  | { readonly ok: false; readonly message: string };

export type OutlineKind =
  | 'constant'
  | 'type'
  | 'value'
  | 'record'
  | 'field'
  | 'variable'
  | 'array'
  | 'thread'
  | 'procedure'
  | 'label'
  | 'property'
  | 'transition'
  | 'predicate'
  | 'initial';

export interface OutlineSymbol extends Range {
  readonly name: string;
  readonly kind: OutlineKind;
  readonly detail: string;
  /** The name itself, inside of the whole. */
  readonly at: Range;
  readonly children: readonly OutlineSymbol[];
}

/** A place where questions can be asked. */
export interface Lens extends Range {
  /** The property that is asked about, as `check --property` names it; null: all that the text says. */
  readonly property: string | null;
  /** The memories it can be asked under. */
  readonly memories: readonly MemoryName[];
  /** Fences can be put into this text. */
  readonly fix: boolean;
  /** It can be asked for any number of threads or processes. */
  readonly prove: boolean;
}

/** The text together with those that it includes, as readers take it. */
export function wholeOf({ text, included }: Document): string {
  return included === undefined ? text : bundled(text, included);
}

/** The text as readers see it: without a byte order mark, which editors count. */
export class Places {
  readonly source: SourceText;
  private readonly shift: number;

  constructor(document: Document) {
    const whole = wholeOf(document);
    this.source = new SourceText(whole, document.file);
    this.shift = whole.length - this.source.text.length;
  }

  /** Whether an offset of the source is in the text itself. */
  isOwn(offset: number): boolean {
    return offset <= (this.source.parts[0]?.end ?? 0);
  }

  /** Of a diagnostic; where it has no place, the first line. */
  ofDiagnostic({ line, column, length }: Pick<Diagnostic, 'line' | 'column' | 'length'>): Range {
    if (line === null || column === null) return this.of(this.source.lineSpan(1));
    const start = this.source.offsetOf(line, column);
    return this.of({ start, end: this.source.offsetOf(line, column + (length ?? 1)) });
  }

  /** Of what is in the text itself. */
  of({ start, end }: Span): Range {
    return { from: start + this.shift, to: end + this.shift };
  }

  /** In the text, or in one that it includes. */
  whereverOf({ start, end }: Span): Place {
    const part = this.source.parts.findLast((each) => each.start <= start);
    if (part === undefined || part.file === null) return this.of({ start, end });
    return { from: start - part.start, to: end - part.start, file: part.file };
  }

  /** An offset into the source; `file`: that of an included text. */
  inSource(offset: number, file?: string): number {
    if (file === undefined) return Math.max(0, offset - this.shift);
    const part = this.source.parts.find((each) => each.file === file);
    return part === undefined ? -1 : part.start + offset;
  }
}
