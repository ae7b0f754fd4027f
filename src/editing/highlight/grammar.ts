/**
 * What is coloured how in a text, as data: a language has modes (its code, a comment, the parts of a litmus test), a mode has
 * rules, a rule is a pattern with kinds for its pieces. `line.ts` colours lines with it, and grammars for editors are made of
 * the same data (`scripts/grammars`).
 *
 * The rule that matches first in the line counts, and of those that match at the same place the first. That is how TextMate
 * grammars work, so one can be written down rule by rule. Patterns keep to what JavaScript and Oniguruma, the engine of these
 * grammars, understand in the same way: classes of ASCII characters and looking ahead, but neither `\b` nor `\w`, which know
 * letters of all alphabets in Oniguruma, nor `.`, which they read differently at the ends of lines. Words are matched as a
 * whole instead: a rule for all names behind those for keywords makes sure that no match begins inside of one.
 */

/** The classes of words that have a meaning in the language. */
export type WordClass = 'declaration' | 'control' | 'instruction' | 'type' | 'property' | 'constant';

export type Kind =
  | WordClass
  | 'comment'
  | 'number'
  | 'string'
  | 'operator'
  /** Of a statement, and where one is named: `cs:`, `P(0)@cs`, `goto cs`. */
  | 'label'
  /** What is declared here: a thread, a procedure, a transition, a property. */
  | 'definition'
  | 'register'
  /** What the reader refuses whatever stands around it. */
  | 'invalid';

/** A part of a pattern and its kind; null for what is not coloured. Groups inside do not capture. */
export type Piece = readonly [pattern: string, kind: Kind | null];

export interface Rule {
  readonly pieces: readonly Piece[];
  /** What follows is read in this mode. */
  readonly enter?: string;
}

export interface Mode {
  /** What no rule matches. */
  readonly inside: Kind | null;
  /** Ends the mode, and goes before all rules; null: the mode lasts to the end of the text. */
  readonly leave: Piece | null;
  readonly rules: readonly Rule[];
}

export interface Comments {
  readonly line: string | null;
  readonly block: readonly [opening: string, closing: string];
  readonly nest: boolean;
}

export interface Grammar {
  /** Words with a meaning, wherever they stand. */
  readonly words: Readonly<Record<string, WordClass>>;
  /** Words with a meaning in some places, and names elsewhere. */
  readonly contextual: Readonly<Record<string, WordClass>>;
  readonly comments: Comments;
  /** What may be part of a word, as the inside of a class of characters. */
  readonly inWord: string;
  readonly marks: Readonly<Record<string, MarkKind>>;
  readonly modes: Readonly<Record<'main', Mode>> & Readonly<Record<string, Mode>>;
}

export type MarkKind = 'operator' | 'other';

export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** One of these texts; the longest that stands there. */
export function oneOf(texts: readonly string[]): string {
  return `(?:${[...texts]
    .sort((one, other) => other.length - one.length)
    .map(literally)
    .join('|')})`;
}

export const BLANKS = '[ \\t]*';
export const GAP = '[ \\t]+';

export const rule = (pattern: string, kind: Kind | null, enter?: string): Rule =>
  enter === undefined ? { pieces: [[pattern, kind]] } : { pieces: [[pattern, kind]], enter };

/** Words by their classes, before what `ahead` looks for; longer words that begin with one of them do not match. */
export function wordRules(words: Readonly<Record<string, WordClass>>, inWord: string, ahead = ''): Rule[] {
  const classes = [...new Set(Object.values(words))];
  return classes.map((kind) => {
    const those = Object.keys(words).filter((word) => words[word] === kind);
    return rule(`${oneOf(those)}(?![${inWord}])${ahead}`, kind);
  });
}

/** A word that is none of these. */
export function nameBut(words: Readonly<Record<string, WordClass>>, inWord: string, first = 'A-Za-z_'): string {
  return `(?!${oneOf(Object.keys(words))}(?![${inWord}]))[${first}][${inWord}]*`;
}

/** Operators and other marks in one order, since `<` must not match in `<->`. */
export function markRules(marks: Readonly<Record<string, MarkKind>>): Rule[] {
  const lengths = [...new Set(Object.keys(marks).map((mark) => mark.length))].sort((one, other) => other - one);
  return lengths.flatMap((length) =>
    (['operator', 'other'] as const).flatMap((kind) => {
      const those = Object.keys(marks).filter((mark) => mark.length === length && marks[mark] === kind);
      return those.length === 0 ? [] : [rule(oneOf(those), kind === 'operator' ? 'operator' : null)];
    }),
  );
}

export function commentRules({ line, block: [opening] }: Comments): Rule[] {
  const rest = line === null ? [] : [rule(`${literally(line)}[^\\n]*`, 'comment')];
  return [...rest, rule(literally(opening), 'comment', 'comment')];
}

export function commentMode({ block: [opening, closing], nest }: Comments): Mode {
  const rules = nest ? [rule(literally(opening), 'comment', 'comment')] : [];
  return { inside: 'comment', leave: [literally(closing), 'comment'], rules };
}
