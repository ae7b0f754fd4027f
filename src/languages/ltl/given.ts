/**
 * Formulas that are given beside a text, in any of the usual spellings. Their atoms are conditions in the language of the
 * text, or names that were given with such conditions.
 *
 * The formula and the conditions with names are joined to one text, each on lines of its own, so that a place is one offset
 * whichever of them it is in. The reader of a condition gets this text up to the end of the condition, with blanks before it:
 * what it says of a place is right for the whole.
 */
import type { LtlFormula } from '../../logic/ltl/formula.js';
import { type Beside, type Diagnostic, DiagnosticList } from '../shared/diagnostics.js';
import { SourceText, type Span } from '../shared/source.js';
import { readCondition } from './condition.js';
import { type AtomReader, parseLtl, readKnownName } from './parse.js';

/** Names that a formula may use, and the conditions they stand for. */
export type Named = Readonly<Record<string, string>>;

export interface GivenFormula {
  readonly formula: LtlFormula;
  /** Of each proposition. */
  readonly conditions: readonly GivenCondition[];
}

export interface GivenCondition extends Span {
  readonly source: SourceText;
}

export class FormulaText {
  readonly source: SourceText;
  readonly diagnostics: DiagnosticList;
  private readonly named: Named;
  private readonly texts: readonly Beside[];
  private conditions: readonly Span[] = [];

  constructor(file: string, formula: string, named: Named) {
    const conditions = Object.entries(named).map(([name, text]) => ({ kind: 'condition' as const, name, text }));
    this.texts = [{ kind: 'formula', text: formula }, ...conditions];
    this.source = new SourceText(this.texts.map(({ text }) => text).join('\n'), file);
    this.diagnostics = new DiagnosticList(this.source);
    this.named = named;
  }

  /** `isWord`: whether something in the program has that name. Null when the formula cannot be read. */
  parse(isWord: (word: string) => boolean): GivenFormula | null {
    const isName = (word: string): boolean => Object.hasOwn(this.named, word);
    const known = readKnownName(isName);
    const readAtom: AtomReader = (content, position) => {
      const name = known(content, position);
      return name !== null && isName(name.name) ? name : readCondition(content, position);
    };
    const [formula] = this.texts;
    const parsed = parseLtl(formula?.text ?? '', readAtom, (word) => isName(word) || isWord(word));
    if (parsed.kind === 'fault') {
      const { code, span, message, expected } = parsed;
      const wanted = expected === undefined ? '' : `; expected ${expected}`;
      this.diagnostics.error(code, span, `${message}${wanted}`, expected);
      return null;
    }
    this.conditions = parsed.places;
    const conditions = parsed.places.map((place, number) => {
      const span = this.conditionNamed(parsed.propositions[number] ?? '') ?? place;
      const text = ' '.repeat(span.start) + this.source.text.slice(span.start, span.end);
      return { ...span, source: new SourceText(text, this.source.file) };
    });
    return { formula: parsed.formula, conditions };
  }

  /** What is wrong, with places in the formula or in one of the conditions. */
  faults(): Diagnostic[] {
    return this.diagnostics.all().map((diagnostic) => {
      let line = diagnostic.line ?? 1;
      for (const beside of this.texts) {
        const lines = beside.text.split('\n').length;
        if (line <= lines) return { ...diagnostic, beside, line, ...this.advice(diagnostic) };
        line -= lines;
      }
      throw new Error('a place behind the last condition');
    });
  }

  /** An unknown word that is a whole condition may be a name. */
  private advice({ code, line, column, length }: Diagnostic): Pick<Diagnostic, 'perhapsNamed'> {
    const start = this.source.offsetOf(line ?? 1, column ?? 1);
    const end = start + (length ?? 0);
    const whole = this.conditions.some((condition) => condition.start === start && condition.end === end);
    return code === 'unknown-name' && whole ? { perhapsNamed: this.source.text.slice(start, end) } : {};
  }

  private conditionNamed(name: string): Span | null {
    let start = 0;
    for (const beside of this.texts) {
      if (beside.kind === 'condition' && beside.name === name) return { start, end: start + beside.text.length };
      start += beside.text.length + 1;
    }
    return null;
  }
}
