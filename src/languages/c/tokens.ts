/**
 * What the preprocessor hands to the parser: tokens of C, each with the place where it was written and with the macros it came
 * through.
 *
 * A file of the user is a part of one bundled text (`shared/bundle.ts`), so most places are offsets in that text. A built-in
 * header is a text of its own. A token that came out of a macro's body has the place where the body spells it, and the
 * expansion that brought it; an argument keeps the place where the user wrote it. Places are made for every token, so they are
 * three words and two references; lines and columns are computed when somebody asks.
 *
 * People are told places of their own files: `written` follows expansions and built-in headers outwards until it finds one.
 */
import type { DiagnosticCode, DiagnosticList, Instead, PlacedNote } from '../shared/diagnostics.js';
import type { SourceText, Span } from '../shared/source.js';

export type TokenKind =
  /** Keywords too: the preprocessor knows none. */
  | 'identifier'
  /** A preprocessing number, which may be no number of C: `0x1p`, `1.2.3`. */
  | 'number'
  /** With its quotes and its prefix: `'a'`, `L'\n'`. */
  | 'character'
  /** With its quotes and its prefix; neighbours are not joined yet. */
  | 'string'
  | 'punctuator'
  /** `//@ text` or a block comment that begins with `@`: the text without marks, where the comment stood. */
  | 'annotation'
  /** A character that no token of C is made of. It was not reported; the parser does, if it gets there. */
  | 'other'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly place: Place;
  /** Blanks or a comment stood before it. */
  readonly spaceBefore: boolean;
  /** The first token of its line. */
  readonly lineStart: boolean;
}

/** A text that tokens come from. */
export interface SourceFile {
  /** The name for people: `lock.c`, `lib/list.h`, `<stdatomic.h>`. */
  readonly name: string;
  /** The bundle for files of the user; a built-in header is its own text. */
  readonly source: SourceText;
  /** A header of ours, which people do not want to read. */
  readonly builtIn: boolean;
  /** The `#include` that brought it, null for the main file. A file that is included twice is there twice. */
  readonly includedFrom: Place | null;
}

export interface Place extends Span {
  readonly file: SourceFile;
  /** The expansion that brought the token, null for one that stands in a file outside of macros. */
  readonly expansion: Expansion | null;
}

/** One use of a macro. */
export interface Expansion {
  readonly macro: string;
  /** Where it is defined; null for predefined ones. */
  readonly definition: Place | null;
  /** The use, from the name to the closing parenthesis where both are in one file. */
  readonly at: Place;
}

/** The place in a file of the user at which something happens: the outermost macro, the `#include` of a built-in header. */
export function written(place: Place): Place {
  let at = place;
  for (;;) {
    if (at.expansion !== null) at = at.expansion.at;
    else if (at.file.builtIn && at.file.includedFrom !== null) at = at.file.includedFrom;
    else return at;
  }
}

/** From the first place to the second, as the user wrote it. Where they are in two files, the first alone. */
export function writtenBetween(first: Place, last: Place): Place {
  const [from, to] = [written(first), written(last)];
  if (from.file.source !== to.file.source || from.file.name !== to.file.name) return from;
  return { ...from, start: Math.min(from.start, to.start), end: Math.max(from.end, to.end) };
}

/** From the first place to the second, in what they have in common: inside of one expansion, or as written. */
export function between(first: Place, last: Place): Place {
  if (first.file === last.file && first.expansion === last.expansion && first.start <= last.start) {
    return { ...first, end: Math.max(first.end, last.end) };
  }
  return writtenBetween(first, last);
}

/** Reports a fault where the user wrote it, with the expansions and includes that lead to it. */
export function faultAt(
  faults: DiagnosticList,
  code: DiagnosticCode,
  place: Place,
  message: string,
  more: Instead | string = {},
): void {
  faults.error(code, written(place), message, more, chainOf(place));
}

export function warningAt(faults: DiagnosticList, code: DiagnosticCode, place: Place, message: string): void {
  faults.warning(code, written(place), message, chainOf(place));
}

/** More of them tell nobody anything. */
const NOTES_KEPT = 8;

/** How the place was come to, from the inside outwards. */
export function chainOf(place: Place): PlacedNote[] {
  const notes: PlacedNote[] = [];
  let at = place;
  while (notes.length < NOTES_KEPT) {
    const { expansion, file } = at;
    if (expansion !== null) {
      notes.push(noteAt(at, `in expansion of \`${expansion.macro}\``));
      at = expansion.at;
      continue;
    }
    if (file.includedFrom === null) return notes;
    if (file.builtIn) notes.push(noteAt(at, `in the built-in header ${file.name}`));
    else notes.push(noteAt(file.includedFrom, `in file included from here`));
    at = file.includedFrom;
  }
  return notes;
}

function noteAt(place: Place, message: string): PlacedNote {
  const { source, name, builtIn } = place.file;
  return { source, span: { start: place.start, end: place.end }, message, ...(builtIn ? { file: name } : {}) };
}

export interface PreprocessOptions {
  /** Folders that are searched for included files, in their order: paths beside the main file, or absolute ones. */
  readonly includeFolders?: readonly string[];
  /** Macros that are defined before the text: `NAME`, `NAME=VALUE`. */
  readonly defines?: readonly string[];
}

/**
 * `preprocess.ts` has one: the tokens of a text, the last of kind `end`. The text is a bundle (`shared/bundle.ts`): its parts
 * are the files that can be included, beside the built-in headers. Faults are reported, and the rest is read as far as it goes.
 */
export type Preprocess = (source: SourceText, options: PreprocessOptions, faults: DiagnosticList) => Token[];
