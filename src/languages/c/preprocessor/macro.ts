/**
 * Macros: their definitions, read from the tokens of a `#define`. A body is a list of items, each a token with what is done to
 * it: it may be a parameter, be made a string (`#`), be pasted to the next item (`##`), or stand for a group that is there only
 * when there are variable arguments (`__VA_OPT__`).
 */
import type { Place } from '../tokens.js';
import { isText, type PpToken } from './token.js';

export interface Macro {
  readonly name: string;
  /** Null for one that is used without parentheses. */
  readonly parameters: readonly string[] | null;
  /** The last parameter takes all further arguments. */
  readonly variadic: boolean;
  readonly body: readonly Item[];
  /** Null for predefined ones. */
  readonly definition: Place | null;
}

export interface Item {
  readonly token: PpToken;
  /** Which parameter it is; -1 for none. */
  readonly parameter: number;
  readonly stringify: boolean;
  /** `##` follows. */
  readonly pasted: boolean;
  /** The items of `__VA_OPT__( ... )`; null for everything else. */
  readonly optional: readonly Item[] | null;
}

export class MacroFault extends Error {
  constructor(
    readonly token: PpToken,
    message: string,
  ) {
    super(message);
  }
}

/** What stands behind the name in a `#define`; `tokens` ends with the end of the line. Throws a `MacroFault`. */
export function defineMacro(name: PpToken, tokens: readonly PpToken[]): Macro {
  const reader = new DefinitionReader(tokens);
  const first = reader.current;
  const functionLike = isText(first, '(') && !first.spaceBefore;
  const { parameters, variadic } = functionLike ? reader.parameters() : { parameters: null, variadic: false };
  const body = reader.items(parameters, variadic, null);
  return { name: name.text, parameters, variadic, body, definition: name.place };
}

class DefinitionReader {
  private position = 0;

  constructor(private readonly tokens: readonly PpToken[]) {}

  get current(): PpToken {
    return this.tokens[this.position] as PpToken;
  }

  private take(): PpToken {
    const token = this.current;
    if (token.kind !== 'end') this.position++;
    return token;
  }

  parameters(): { parameters: string[]; variadic: boolean } {
    const parameters: string[] = [];
    this.take();
    if (isText(this.current, ')')) {
      this.take();
      return { parameters, variadic: false };
    }
    for (;;) {
      const token = this.take();
      if (isText(token, '...')) {
        parameters.push('__VA_ARGS__');
        return this.closed(parameters);
      }
      if (token.kind !== 'identifier') throw new MacroFault(token, 'expected the name of a parameter');
      if (token.text === '__VA_ARGS__') throw new MacroFault(token, '`__VA_ARGS__` cannot be a parameter: write `...`');
      if (parameters.includes(token.text)) throw new MacroFault(token, `two parameters are called \`${token.text}\``);
      parameters.push(token.text);
      if (isText(this.current, '...')) {
        this.take();
        return this.closed(parameters);
      }
      const mark = this.take();
      if (isText(mark, ')')) return { parameters, variadic: false };
      if (!isText(mark, ',')) throw new MacroFault(mark, 'expected `,` or `)` behind a parameter');
    }
  }

  private closed(parameters: string[]): { parameters: string[]; variadic: boolean } {
    const mark = this.take();
    if (!isText(mark, ')')) throw new MacroFault(mark, 'expected `)` behind `...`');
    return { parameters, variadic: true };
  }

  /** Up to the end, or to the parenthesis that closes a `__VA_OPT__`. */
  items(parameters: readonly string[] | null, variadic: boolean, opened: PpToken | null): Item[] {
    const items: Item[] = [];
    let depth = 0;
    for (;;) {
      const token = this.current;
      if (token.kind === 'end') {
        if (opened !== null) throw new MacroFault(opened, '`__VA_OPT__` is not closed');
        return items;
      }
      if (opened !== null && depth === 0 && isText(token, ')')) return items;
      if (isText(token, '(')) depth++;
      if (isText(token, ')')) depth--;
      const item = this.item(parameters, variadic, opened !== null);
      const next = this.current;
      const pastes = isText(next, '##') || isText(next, '%:%:');
      if (pastes) while (isText(this.current, '##') || isText(this.current, '%:%:')) this.take();
      const atEnd = this.current.kind === 'end' || (opened !== null && depth === 0 && isText(this.current, ')'));
      if (pastes && atEnd) throw new MacroFault(next, '`##` needs a token on both sides');
      items.push(pastes ? { ...item, pasted: true } : item);
    }
  }

  private item(parameters: readonly string[] | null, variadic: boolean, inside: boolean): Item {
    const token = this.take();
    const plain = { token, parameter: -1, stringify: false, pasted: false, optional: null };
    if (isText(token, '##') || isText(token, '%:%:')) throw new MacroFault(token, '`##` needs a token on both sides');
    if (parameters !== null && (isText(token, '#') || isText(token, '%:'))) {
      const operand = this.take();
      if (variadic && operand.text === '__VA_OPT__') {
        const { optional } = this.optional(operand, parameters, inside);
        return { ...plain, stringify: true, optional };
      }
      const parameter = operand.kind === 'identifier' ? parameters.indexOf(operand.text) : -1;
      if (parameter < 0) throw new MacroFault(token, '`#` needs a parameter of the macro behind it');
      return { ...plain, token: { ...operand, spaceBefore: token.spaceBefore }, parameter, stringify: true };
    }
    if (token.kind !== 'identifier') return plain;
    if (variadic && token.text === '__VA_OPT__') return this.optional(token, parameters ?? [], inside);
    return { ...plain, parameter: parameters?.indexOf(token.text) ?? -1 };
  }

  private optional(token: PpToken, parameters: readonly string[], inside: boolean): Item {
    if (inside) throw new MacroFault(token, '`__VA_OPT__` cannot stand in another one');
    if (!isText(this.current, '(')) throw new MacroFault(token, '`__VA_OPT__` needs a group in parentheses');
    this.take();
    const optional = this.items(parameters, true, token);
    this.take();
    return { token, parameter: -1, stringify: false, pasted: false, optional };
  }
}

/** Whether two definitions are the same, so that the second one is no fault. */
export function sameMacro(left: Macro, right: Macro): boolean {
  return (
    left.variadic === right.variadic &&
    (left.parameters === null) === (right.parameters === null) &&
    (left.parameters ?? []).join() === (right.parameters ?? []).join() &&
    sameItems(left.body, right.body)
  );
}

function sameItems(left: readonly Item[], right: readonly Item[]): boolean {
  return (
    left.length === right.length &&
    left.every((item, position) => {
      const other = right[position] as Item;
      return (
        item.token.text === other.token.text &&
        item.stringify === other.stringify &&
        item.pasted === other.pasted &&
        (position === 0 || item.token.spaceBefore === other.token.spaceBefore) &&
        sameItems(item.optional ?? [], other.optional ?? [])
      );
    })
  );
}
