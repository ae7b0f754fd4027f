/**
 * Colours a text line by line. Of each mode one regular expression is made in which every piece of every rule is a group; the
 * first group that matched tells the rule. So each token costs one search, and a search looks at each character of the line a
 * bounded number of times per rule.
 *
 * The state at the end of a line is the modes that are open, the innermost last, as a text: two states are the same when the
 * texts are, and an editor needs to colour on only until they are.
 */

import type { Kind, Mode, Rule } from './grammar.js';
import { GRAMMARS, type HighlightLanguage } from './languages.js';

export interface HighlightToken {
  readonly from: number;
  readonly to: number;
  readonly kind: Kind;
}

/** Opaque to others, but for comparing. */
export type HighlightState = string;

export const START: HighlightState = 'main';

interface Compiled {
  readonly pattern: RegExp;
  readonly rules: readonly CompiledRule[];
  readonly inside: Kind | null;
}

interface CompiledRule extends Rule {
  /** The number of the first group. */
  readonly group: number;
  readonly leaves: boolean;
}

const compiled = new WeakMap<Mode, Compiled>();

function compile({ leave, rules, inside }: Mode): Compiled {
  const all: CompiledRule[] = [];
  let group = 1;
  for (const each of [...(leave === null ? [] : [{ pieces: [leave] }]), ...rules]) {
    all.push({ ...each, group, leaves: all.length === 0 && leave !== null });
    group += each.pieces.length;
  }
  const alternatives = all.map(({ pieces }) => pieces.map(([pattern]) => `(${pattern})`).join(''));
  const pattern = new RegExp(all.length === 0 ? '(?!)' : alternatives.join('|'), 'g');
  return { pattern, rules: all, inside };
}

function compiledMode(mode: Mode): Compiled {
  const known = compiled.get(mode);
  if (known !== undefined) return known;
  const made = compile(mode);
  compiled.set(mode, made);
  return made;
}

/** The tokens of a line without its end, in order; what is not coloured has none. */
export function highlightLine(
  language: HighlightLanguage,
  line: string,
  state: HighlightState = START,
): { readonly tokens: readonly HighlightToken[]; readonly state: HighlightState } {
  const grammar = GRAMMARS[language];
  const modes = state.split(' ');
  const tokens: HighlightToken[] = [];
  const add = (from: number, to: number, kind: Kind | null): void => {
    const last = tokens.at(-1);
    if (kind === null || from === to) return;
    // A comment is one token, whatever its parts are.
    const joins = last?.to === from && last.kind === kind && (kind === 'comment' || kind === 'string');
    if (joins) tokens[tokens.length - 1] = { from: last.from, to, kind };
    else tokens.push({ from, to, kind });
  };
  for (let offset = 0; ; ) {
    const { pattern, rules, inside } = compiledMode(grammar.modes[modes.at(-1) as string] as Mode);
    pattern.lastIndex = offset;
    const match = pattern.exec(line);
    add(offset, match?.index ?? line.length, inside);
    if (match === null) return { tokens, state: modes.join(' ') };
    const found = rules.find(({ group }) => match[group] !== undefined) as CompiledRule;
    offset = match.index;
    for (const [index, [, kind]] of found.pieces.entries()) {
      const { length } = match[found.group + index] as string;
      add(offset, offset + length, kind);
      offset += length;
    }
    if (found.leaves) modes.pop();
    else if (found.enter !== undefined) modes.push(found.enter);
  }
}

/** The tokens of a whole text, with offsets in it. */
export function highlightText(language: HighlightLanguage, text: string): HighlightToken[] {
  const all: HighlightToken[] = [];
  let state = START;
  let start = 0;
  for (const line of text.split('\n')) {
    const { tokens, state: next } = highlightLine(language, line, state);
    for (const { from, to, kind } of tokens) all.push({ from: start + from, to: start + to, kind });
    start += line.length + 1;
    state = next;
  }
  return all;
}
