/**
 * The body of a macro with its arguments put in (C11 6.10.3.1 to 6.10.3.3, and GNU's comma before missing variable arguments).
 * An argument beside `#` or `##` is put in as it is written; every other one is expanded first. What is to be pasted is only
 * marked here: it is pasted when it is read, because the result may be the name of a macro.
 */
import type { Expansion, Place } from '../tokens.js';
import { oneToken } from './lexer.js';
import type { Item, Macro } from './macro.js';
import { isText, type PpToken, padding, ppToken } from './token.js';

export interface Argument {
  /** Without padding at its ends. */
  readonly tokens: readonly PpToken[];
  /** The call has no such argument at all; an empty one is there. */
  readonly omitted: boolean;
  expanded(): readonly PpToken[];
}

export function substitute(macro: Macro, given: readonly Argument[], expansion: Expansion): PpToken[] {
  return new Substitution(macro, given, expansion).items(macro.body);
}

class Substitution {
  constructor(
    private readonly macro: Macro,
    private readonly given: readonly Argument[],
    private readonly expansion: Expansion,
  ) {}

  items(items: readonly Item[]): PpToken[] {
    const out: PpToken[] = [];
    for (const [position, item] of items.entries()) {
      const pastedTo = items[position - 1]?.pasted ?? false;
      if (item.optional !== null) this.optional(out, item, item.optional, pastedTo);
      else if (item.parameter < 0) out.push(this.own(item));
      else if (item.stringify) out.push(this.string(item, this.argument(item).tokens));
      else if (item.pasted || pastedTo) this.pastedArgument(out, item, position > 0, pastedTo);
      else {
        if (position > 0) out.push(padding(item.token));
        for (const token of this.argument(item).expanded()) out.push(token);
        out.push(padding(null));
      }
    }
    return out;
  }

  private argument({ parameter }: Item): Argument {
    return this.given[parameter] as Argument;
  }

  private own({ token, pasted }: Item): PpToken {
    return { ...token, place: this.inside(token.place), pasted };
  }

  private inside(place: Place): Place {
    return { ...place, expansion: this.expansion };
  }

  private string({ token, pasted }: Item, tokens: readonly PpToken[]): PpToken {
    const { spaceBefore } = token;
    return { ...ppToken('string', stringOf(tokens), this.inside(token.place), spaceBefore, false), pasted };
  }

  /** An argument beside `##`: not expanded, and an empty one leaves its neighbours as they are. */
  private pastedArgument(out: PpToken[], item: Item, hasLeft: boolean, pastedTo: boolean): void {
    const { tokens, omitted } = this.argument(item);
    const last = out.at(-1);
    if (pastedTo && last !== undefined) {
      const isRest = this.macro.variadic && item.parameter === (this.macro.parameters?.length ?? 0) - 1;
      if (isRest && isText(last, ',')) {
        if (omitted) out.pop();
        else out[out.length - 1] = { ...last, pasted: false };
      } else if (tokens.length === 0 && last.pasted) out[out.length - 1] = { ...last, pasted: item.pasted };
    }
    if (hasLeft && !pastedTo) out.push(padding(item.token));
    for (const [position, token] of tokens.entries()) {
      out.push(position === tokens.length - 1 && item.pasted ? { ...token, pasted: true } : token);
    }
    if (!item.pasted) out.push(padding(null));
  }

  private optional(out: PpToken[], item: Item, items: readonly Item[], pastedTo: boolean): void {
    const rest = this.given[(this.macro.parameters?.length ?? 0) - 1];
    const isThere = rest?.expanded().some(isReal) === true;
    const inner = isThere ? this.items(items) : [];
    if (item.stringify) {
      out.push(this.string(item, inner));
      return;
    }
    const last = out.at(-1);
    const real = inner.filter(isReal);
    if (real.length === 0) {
      if (pastedTo && last?.pasted === true) out[out.length - 1] = { ...last, pasted: item.pasted };
      return;
    }
    if (!pastedTo) out.push(padding(item.token));
    const end = inner.lastIndexOf(real.at(-1) as PpToken);
    for (const [position, token] of inner.entries()) {
      const beforeAll = pastedTo && token.kind === 'padding' && position < inner.indexOf(real[0] as PpToken);
      if (beforeAll || (item.pasted && position > end)) continue;
      out.push(position === end && item.pasted ? { ...token, pasted: true } : token);
    }
    if (!item.pasted) out.push(padding(null));
  }
}

const isReal = (token: PpToken): boolean => token.kind !== 'padding';

/** Tokens as one string literal: one blank where there were any, quotes and backslashes of literals escaped. */
function stringOf(tokens: readonly PpToken[]): string {
  let text = '';
  let source: PpToken | null = null;
  for (const token of tokens) {
    if (token.kind === 'padding') {
      if (source === null || (!source.spaceBefore && token.source === null)) source = token.source;
      continue;
    }
    if (text !== '' && (source ?? token).spaceBefore) text += ' ';
    source = null;
    const literal = token.kind === 'string' || token.kind === 'character' || isUnclosed(token);
    text += literal ? token.text.replace(/["\\]/g, '\\$&') : token.text;
  }
  const backslashes = /\\*$/.exec(text)?.[0].length ?? 0;
  return `"${backslashes % 2 === 1 ? text.slice(0, -1) : text}"`;
}

const isUnclosed = (token: PpToken): boolean => token.kind === 'other' && /^["']/.test(token.text);

/** Null when the two do not make one token. */
export function paste(left: PpToken, right: PpToken): PpToken | null {
  const text = left.text + right.text;
  const kind = oneToken(text);
  if (kind === null) return null;
  const place = left.place.expansion === null ? right.place : left.place;
  return ppToken(kind, text, place, left.spaceBefore, left.lineStart);
}
