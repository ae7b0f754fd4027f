/**
 * The expansion of macros. Tokens come from a stack of contexts: the file at the bottom, above it the bodies of the macros that
 * are being expanded. The name of a macro whose body is on the stack is not expanded; it is painted, and stays so wherever it is
 * carried. Arguments are collected from the same stack, so a call may begin in a body and end in the file. The standard leaves
 * open whether such a call is inside of that body. GCC says no, once the body is used up; so do we, since people compare.
 *
 * Every token that is read or made is counted, and what makes too many is refused: a text of ten lines can ask for a
 * thousand million tokens.
 */
import type { DiagnosticCode } from '../../shared/diagnostics.js';
import type { Expansion, Place } from '../tokens.js';
import type { Macro } from './macro.js';
import { type Argument, paste, substitute } from './substitute.js';
import { Enough, isText, type PpToken, padding, ppToken } from './token.js';

/** Where tokens come from when no macro is being expanded. */
export interface Base {
  next(): PpToken;
  /** The last token is read again. */
  back(token: PpToken): void;
  readonly inDirective: boolean;
  /** The name of a macro is looked at, to see whether a parenthesis follows: a directive there is not carried out. */
  looking: boolean;
  fault(code: DiagnosticCode, place: Place, message: string): void;
  /** The token that `__LINE__` and its like stand for; null when the name is none of them. */
  dynamic(name: PpToken): PpToken | null;
}

interface Context {
  /** Null for tokens of no macro. */
  readonly macro: Macro | null;
  readonly tokens: readonly PpToken[];
  position: number;
}

const MOST_TOKENS = 500_000;
const DEEPEST = 400;

export class Expander {
  readonly macros = new Map<string, Macro>();
  private readonly contexts: Context[] = [];
  private readonly disabled = new Set<string>();
  private preventing = 0;
  private depth = 0;
  private made = 0;
  /** Annotations that stood between a macro's name and the end of its arguments. */
  readonly held: PpToken[] = [];

  constructor(private readonly base: Base) {}

  /** Runs something, such as a directive, as if nothing were being expanded. */
  apart<T>(work: () => T): T {
    const [contexts, preventing] = [this.contexts.splice(0), this.preventing];
    this.preventing = 0;
    const result = work();
    this.contexts.splice(0, this.contexts.length, ...contexts);
    this.preventing = preventing;
    return result;
  }

  /** The next token, expanded; padding too. */
  next(): PpToken {
    for (;;) {
      const context = this.contexts.at(-1);
      let token: PpToken;
      if (context === undefined) token = this.base.next();
      else if (context.position < context.tokens.length) {
        token = context.tokens[context.position++] as PpToken;
        if (token.pasted) {
          this.pasteAll(token, context);
          if (this.base.inDirective) continue;
          return padding(token);
        }
      } else {
        this.pop();
        if (this.base.inDirective) continue;
        return padding(null);
      }
      this.count(1, token.place);
      if (token.kind !== 'identifier' || token.painted) return token;
      const macro = this.macros.get(token.text);
      if (macro === undefined) {
        if (this.preventing === 0 && this.special(token)) continue;
        return token;
      }
      if (this.disabled.has(macro.name)) return { ...token, painted: true };
      if (this.preventing > 0 || !this.enter(macro, token)) return token;
      if (!this.base.inDirective) return padding(token);
    }
  }

  /** The next token that is no padding, without expanding it. */
  raw(): PpToken {
    this.preventing++;
    let token = this.next();
    while (token.kind === 'padding') token = this.next();
    this.preventing--;
    return token;
  }

  back(token: PpToken): void {
    const context = this.contexts.at(-1);
    if (context === undefined) this.base.back(token);
    else context.position--;
  }

  private count(tokens: number, place: Place): void {
    this.made += tokens;
    if (this.made <= MOST_TOKENS) return;
    const message = `reading stops here: with its macros expanded the text has more than ${MOST_TOKENS.toLocaleString('en')} tokens`;
    this.base.fault('too-large', place, message);
    throw new Enough();
  }

  private push(macro: Macro | null, tokens: readonly PpToken[]): void {
    this.contexts.push({ macro, tokens, position: 0 });
  }

  private pop(): void {
    const context = this.contexts.pop();
    const macro = context?.macro ?? null;
    if (macro !== null && this.contexts.at(-1)?.macro !== macro) this.disabled.delete(macro.name);
  }

  /** `__LINE__` and its like, and `_Pragma`. */
  private special(name: PpToken): boolean {
    const token = this.base.dynamic(name);
    if (token !== null) {
      this.push(null, [token]);
      return true;
    }
    if (name.text !== '_Pragma' || this.base.inDirective) return false;
    const parts = [this.raw()];
    if (isText(parts[0] as PpToken, '(')) parts.push(this.raw(), this.raw());
    const [open, text, close] = parts as [PpToken, PpToken?, PpToken?];
    if (text?.kind !== 'string' || close === undefined || !isText(close, ')')) {
      this.base.fault('syntax', name.place, '`_Pragma` needs one string in parentheses');
      if (text === undefined) this.back(open);
    }
    return true;
  }

  /** Pastes the tokens that are marked, from this one on; the result is read next. */
  private pasteAll(first: PpToken, context: Context): void {
    let left = first;
    let more = true;
    while (more) {
      const right = context.tokens[context.position++];
      if (right === undefined) break;
      more = right.pasted;
      if (right.kind === 'padding') continue;
      const pasted = paste(left, right);
      if (pasted === null) {
        const message = `pasting \`${left.text}\` and \`${right.text}\` does not give one token`;
        this.base.fault('lexical', (left.place.expansion === null ? right : left).place, message);
        context.position--;
        break;
      }
      left = pasted;
    }
    this.push(null, [{ ...left, pasted: false }]);
  }

  /** False where a macro with parameters is not called. */
  private enter(macro: Macro, name: PpToken): boolean {
    const { definition } = macro;
    if (macro.parameters === null) {
      const expansion = { macro: macro.name, definition, at: name.place };
      this.begin(macro, substitute(macro, [], expansion), name.place);
      return true;
    }
    const call = this.call(macro, name);
    if (call === null) return false;
    const expansion: Expansion = { macro: macro.name, definition, at: reaching(name.place, call.close.place) };
    this.begin(macro, substitute(macro, call.given, expansion), name.place);
    return true;
  }

  private begin(macro: Macro, tokens: readonly PpToken[], place: Place): void {
    this.count(tokens.length, place);
    this.disabled.add(macro.name);
    this.push(macro, tokens);
  }

  /** The arguments, if there are any, and the closing parenthesis. */
  private call(macro: Macro, name: PpToken): { given: Argument[]; close: PpToken } | null {
    this.preventing++;
    try {
      return this.opens() ? this.collect(macro, name) : null;
    } finally {
      this.preventing--;
    }
  }

  /** Whether a parenthesis comes next, which is taken then. */
  private opens(): boolean {
    let blank: PpToken | null = null;
    this.base.looking = true;
    let token = this.next();
    for (; token.kind === 'padding' || token.kind === 'annotation'; token = this.next()) {
      if (token.kind === 'annotation') this.held.push(token);
      else if (blank === null || blank.source === null || (!blank.source.spaceBefore && token.source === null))
        blank = token;
    }
    this.base.looking = false;
    if (isText(token, '(')) return true;
    this.back(token);
    if (blank !== null) this.push(null, [blank]);
    return false;
  }

  private collect(macro: Macro, name: PpToken): { given: Argument[]; close: PpToken } | null {
    const parameters = macro.parameters ?? [];
    const given: PpToken[][] = [[]];
    for (let depth = 0; ; ) {
      let token = this.next();
      const argument = given.at(-1) as PpToken[];
      if (token.kind === 'end') {
        this.back(token);
        this.base.fault('syntax', name.place, `the arguments of \`${macro.name}\` do not end: \`)\` is missing`);
        return null;
      }
      if (token.kind === 'annotation') {
        this.held.push(token);
        continue;
      }
      if (token.kind === 'padding' && argument.length === 0) continue;
      if (token.lineStart) token = { ...token, spaceBefore: true };
      if (isText(token, '(')) depth++;
      else if (isText(token, ')') && depth-- === 0) return this.fitting(macro, name, given, token);
      else if (isText(token, ',') && depth === 0 && !(macro.variadic && given.length >= parameters.length)) {
        given.push([]);
        continue;
      }
      argument.push(token);
    }
  }

  private fitting(
    macro: Macro,
    name: PpToken,
    given: PpToken[][],
    close: PpToken,
  ): { given: Argument[]; close: PpToken } | null {
    const wanted = macro.parameters?.length ?? 0;
    for (const tokens of given) while (tokens.at(-1)?.kind === 'padding') tokens.pop();
    const isEmpty = given.length === 1 && given[0]?.length === 0;
    if (wanted === 0 && isEmpty) return { given: [], close };
    const missing = macro.variadic && (given.length === wanted - 1 || (isEmpty && wanted === 1));
    if (given.length !== wanted && !missing) {
      const count = isEmpty ? 0 : given.length;
      const message = `\`${macro.name}\` takes ${macro.variadic ? 'at least ' : ''}${macro.variadic ? wanted - 1 : wanted} argument${wanted === 1 ? '' : 's'}, and is given ${count}`;
      this.base.fault('arity', reaching(name.place, close.place), message);
      return null;
    }
    const listed = given.map((tokens) => this.argument(tokens, false, name.place));
    if (missing) listed[wanted - 1] = this.argument([], true, name.place);
    return { given: listed, close };
  }

  private argument(tokens: readonly PpToken[], omitted: boolean, place: Place): Argument {
    let expanded: readonly PpToken[] | null = null;
    return {
      tokens,
      omitted,
      expanded: () => {
        expanded ??= this.expanded(tokens, place);
        return expanded;
      },
    };
  }

  /** An argument, expanded by itself: nothing behind it can become a part of it. */
  private expanded(tokens: readonly PpToken[], place: Place): PpToken[] {
    if (tokens.length === 0) return [];
    const preventing = this.preventing;
    this.preventing = 0;
    if (++this.depth > DEEPEST) {
      this.base.fault(
        'nesting',
        place,
        `reading stops here: calls of macros stand in each other more than ${DEEPEST} deep`,
      );
      throw new Enough();
    }
    this.push(null, [...tokens, ppToken('end', '', place, false, false)]);
    const out: PpToken[] = [];
    for (let token = this.next(); token.kind !== 'end'; token = this.next()) out.push(token);
    this.pop();
    this.depth--;
    this.preventing = preventing;
    return out;
  }
}

/** From a name to what closes its call, where both are in one text. */
function reaching(from: Place, to: Place): Place {
  const together = from.file === to.file && from.expansion === to.expansion && from.end <= to.end;
  return together ? { ...from, end: to.end } : from;
}
