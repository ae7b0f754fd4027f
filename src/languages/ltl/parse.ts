/**
 * Reads formulas of linear temporal logic, in the spellings of SPIN, of Spot and of the papers.
 *
 * From loose to tight: `<->`, `->` (to the right), `||`, `&&`, `U R V W M` (to the right), prefix `! G F X [] <> ()`.
 * Letters are operators only where they stand alone: `Gp` and `GFp` are names, as in `.fp` files. Who knows all names can say
 * so (`isName`): then letters at the start of a word that is no name are operators, too, as in `GF p` and `pUq`. What an atomic
 * proposition looks like is the caller's matter: an `AtomReader` is asked wherever an operand must start that is no
 * operator or constant, and of brackets that are none of its own it says nothing. Atoms with the same name are the same proposition; they are numbered as they come.
 *
 * A fault is a value; it has what `DiagnosticList.error` takes. The first one ends the reading.
 */

import {
  binary,
  constant,
  type LtlBinary,
  type LtlFormula,
  type LtlUnary,
  proposition,
  unary,
} from '../../logic/ltl/formula.js';
import type { DiagnosticCode } from '../shared/diagnostics.js';
import type { Span } from '../shared/source.js';

export interface LtlFault {
  readonly kind: 'fault';
  readonly code: DiagnosticCode;
  readonly span: Span;
  readonly message: string;
  readonly expected?: string;
}

export interface LtlText {
  readonly kind: 'formula';
  readonly formula: LtlFormula;
  /** Names of the propositions. */
  readonly propositions: readonly string[];
  /** Where each of them stands first; of a quoted one what is between the quotes. */
  readonly places: readonly Span[];
}

/** The name of the atom that starts at the position and where it ends; null if none does. */
export type AtomReader = (text: string, position: number) => { readonly name: string; readonly end: number } | null;

/** Keeps trees shallow enough for everything that walks them. */
const NESTING = 200;
const OPERATORS = 1_000;

const BINARY: readonly (readonly [sign: string, kind: LtlBinary])[] = [
  ['<->', 'iff'],
  ['<=>', 'iff'],
  ['->', 'implies'],
  ['=>', 'implies'],
  ['||', 'or'],
  ['|', 'or'],
  ['\\/', 'or'],
  ['or', 'or'],
  ['&&', 'and'],
  ['&', 'and'],
  ['/\\', 'and'],
  ['and', 'and'],
  ['U', 'until'],
  ['R', 'release'],
  ['V', 'release'],
  ['W', 'weakUntil'],
  ['M', 'strongRelease'],
];
const UNARY: readonly (readonly [sign: string, kind: LtlUnary])[] = [
  ['!', 'not'],
  ['~', 'not'],
  ['not', 'not'],
  ['[]', 'globally'],
  ['G', 'globally'],
  ['<>', 'finally'],
  ['F', 'finally'],
  ['X', 'next'],
];
const TIGHTNESS: Readonly<Record<LtlBinary, number>> = {
  iff: 1,
  implies: 2,
  or: 3,
  and: 4,
  until: 5,
  release: 5,
  weakUntil: 5,
  strongRelease: 5,
};

/** A name; sticky, so whoever uses it says where. */
export const WORD = /[A-Za-z_][A-Za-z_0-9]*/y;
const QUOTED = /"([^"\n]*)"/y;

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

/** Names such as `p` and `inCriticalSection`, and anything between quotes. */
export const readName: AtomReader = (text, position) => {
  const word = matchAt(WORD, text, position);
  if (word !== null) return { name: word[0], end: position + word[0].length };
  const quoted = matchAt(QUOTED, text, position);
  return quoted === null ? null : { name: quoted[1] as string, end: position + quoted[0].length };
};

/** Names that are told, also where an operator follows at once: `pUq` begins with p. */
export function readKnownName(isName: (word: string) => boolean): AtomReader {
  return (text, position) => {
    const word = matchAt(WORD, text, position)?.[0] ?? '';
    for (let length = word.length; length > 0; length--) {
      const glued = length < word.length && !/[URVWM]/.test(word.charAt(length));
      if (!glued && isName(word.slice(0, length))) return { name: word.slice(0, length), end: position + length };
    }
    return readName(text, position);
  };
}

export function parseLtl(
  text: string,
  readAtom: AtomReader = readName,
  isName: (word: string) => boolean = () => true,
): LtlText | LtlFault {
  const reader = new Reader(text, readAtom, isName);
  const formula = reader.formula();
  if (reader.fault !== null) return reader.fault;
  return { kind: 'formula', formula, propositions: [...reader.propositions.keys()], places: reader.places };
}

class Reader {
  private readonly text: string;
  private readonly readAtom: AtomReader;
  private readonly isName: (word: string) => boolean;
  private position = 0;
  private nested = 0;
  private operators = 0;
  readonly propositions = new Map<string, number>();
  readonly places: Span[] = [];
  fault: LtlFault | null = null;

  constructor(text: string, readAtom: AtomReader, isName: (word: string) => boolean) {
    this.text = text;
    this.readAtom = readAtom;
    this.isName = isName;
  }

  formula(): LtlFormula {
    const formula = this.binary(1);
    if (this.fault === null && this.position < this.text.length) this.failExpecting('an operator or the end');
    return formula;
  }

  private binary(atLeast: number): LtlFormula {
    let left = this.operand();
    for (;;) {
      const found = this.fault === null ? this.signAt(BINARY) : null;
      if (found === null || TIGHTNESS[found.kind] < atLeast) return left;
      const { kind } = found;
      this.count(found.span);
      this.moveTo(found.span.end);
      const toTheRight = kind === 'implies' || TIGHTNESS[kind] === 5;
      if (!this.enter(found.span)) return left;
      const right = this.binary(TIGHTNESS[kind] + (toTheRight ? 0 : 1));
      this.nested--;
      left = binary(kind, left, right);
    }
  }

  private operand(): LtlFormula {
    this.moveTo(this.position);
    const prefixes: LtlUnary[] = [];
    for (let found = this.prefixAt(); found !== null && this.fault === null; found = this.prefixAt()) {
      prefixes.push(found.kind);
      this.count(found.span);
      this.moveTo(found.span.end);
    }
    let formula = this.fault === null ? this.primary() : constant(true);
    for (const prefix of prefixes.reverse()) formula = unary(prefix, formula);
    return formula;
  }

  private prefixAt(): { kind: LtlUnary; span: Span } | null {
    const found = this.signAt(UNARY);
    if (found !== null) return found;
    // Brackets with nothing in them are the circle of the papers.
    const circle = matchAt(/\(\s*\)/y, this.text, this.position);
    if (circle === null) return null;
    return { kind: 'next', span: { start: this.position, end: this.position + circle[0].length } };
  }

  private primary(): LtlFormula {
    const { text, position: start } = this;
    // A condition may begin with a bracket, too.
    const bracketed = text.charAt(start) === '(' ? this.readAtom(text, start) : null;
    if (text.charAt(start) === '(' && bracketed === null) {
      const bracket = { start, end: start + 1 };
      this.moveTo(bracket.end);
      if (!this.enter(bracket)) return constant(true);
      const inner = this.binary(1);
      this.nested--;
      if (this.fault !== null) return inner;
      if (text.charAt(this.position) !== ')') this.failExpecting('an operator or `)`');
      else this.moveTo(this.position + 1);
      return inner;
    }
    const word = matchAt(WORD, text, start)?.[0];
    if (word === 'true' || word === 'false') {
      this.moveTo(start + word.length);
      return constant(word === 'true');
    }
    const isOperator = BINARY.some(([sign]) => sign === word);
    const atom = isOperator ? null : (bracketed ?? this.readAtom(text, start));
    if (atom === null || atom.end <= start) {
      this.failExpecting('a formula');
      return constant(true);
    }
    this.moveTo(atom.end);
    let number = this.propositions.get(atom.name);
    if (number === undefined) {
      number = this.propositions.size;
      this.propositions.set(atom.name, number);
      const quote = text.charAt(start) === '"' ? 1 : 0;
      this.places.push({ start: start + quote, end: atom.end - quote });
    }
    return proposition(number);
  }

  /** The operator at the position; those made of letters must be a whole word, or begin one that is no name. */
  private signAt<Kind>(signs: readonly (readonly [string, Kind])[]): { kind: Kind; span: Span } | null {
    const { text, position: start } = this;
    const word = matchAt(WORD, text, start)?.[0];
    for (const [sign, kind] of signs) {
      const glued = word !== undefined && /^[A-Z]$/.test(sign) && word.startsWith(sign) && !this.isName(word);
      if (word === undefined ? text.startsWith(sign, start) : word === sign || glued) {
        return { kind, span: { start, end: start + sign.length } };
      }
    }
    return null;
  }

  private moveTo(position: number): void {
    this.position = position;
    while (/\s/.test(this.text.charAt(this.position))) this.position++;
  }

  private enter(span: Span): boolean {
    if (++this.nested <= NESTING) return true;
    this.fault ??= { kind: 'fault', code: 'nesting', span, message: `a formula nested more than ${NESTING} deep` };
    return false;
  }

  private count(span: Span): void {
    if (++this.operators <= OPERATORS) return;
    this.fault ??= { kind: 'fault', code: 'too-large', span, message: `a formula of more than ${OPERATORS} operators` };
  }

  private failExpecting(expected: string): void {
    const { text, position: start } = this;
    if (start >= text.length) {
      const span = { start: text.length, end: text.length };
      this.fault ??= { kind: 'fault', code: 'syntax', span, message: 'the formula ends too early', expected };
      return;
    }
    const found = matchAt(WORD, text, start)?.[0] ?? String.fromCodePoint(text.codePointAt(start) as number);
    const span = { start, end: start + found.length };
    this.fault ??= { kind: 'fault', code: 'syntax', span, message: `\`${found}\` is out of place here`, expected };
  }
}
