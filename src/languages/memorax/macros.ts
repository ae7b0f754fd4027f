/**
 * Macros: tokens in, tokens out, before anything is parsed, so that a macro may open what the text behind its call
 * continues.
 *
 * The expander reads from a stack of sources: the file at the bottom, above it the bodies and arguments of the calls
 * under way. A macro is *active* while its body, or anything above it, is on the stack; calling it then would not end,
 * and is an error (also `f(f(x))`: the argument is expanded in the place of the parameter). Arguments are collected as
 * they stand, with the parameters of the calling macro put in, and expanded where they are used.
 *
 * A token keeps its place in the text. So a fault is shown in the body of a macro or in the argument of a call, wherever
 * its text stands, and `MacroDiagnostics` names the macro when it is a body.
 */
import { type DiagnosticCode, DiagnosticList } from '../shared/diagnostics.js';
import type { SourceText, Span } from '../shared/source.js';
import type { Lexer, Token } from '../shared/tokens.js';
import type { TokenKind } from './lex.js';

type Tokens = readonly Token<TokenKind>[];

interface Macro extends Span {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: Tokens;
}

/** Tokens of a body (with its parameters) or of an argument, and how far they are read. */
interface Source {
  readonly macro: Macro | null;
  readonly values: ReadonlyMap<string, Tokens>;
  readonly tokens: Tokens;
  position: number;
}

/** More than any model needs; macros that call macros grow without measure. */
const EXPANSION_LIMIT = 200_000;
const NO_VALUES: ReadonlyMap<string, Tokens> = new Map();

export class MacroDiagnostics extends DiagnosticList {
  readonly bodies: (Span & { readonly name: string })[] = [];

  override error(code: DiagnosticCode, span: Span, message: string, expected?: string): void {
    super.error(code, span, this.explain(span, message), expected);
  }

  override warning(code: DiagnosticCode, span: Span, message: string): void {
    super.warning(code, span, this.explain(span, message));
  }

  private explain(span: Span, message: string): string {
    const body = this.bodies.find(({ start, end }) => span.start >= start && span.start < end);
    return body === undefined ? message : `${message} (in the macro \`${body.name.slice(0, 40)}\`)`;
  }
}

export function expandMacros(
  source: SourceText,
  diagnostics: MacroDiagnostics,
  lexer: Lexer<TokenKind>,
): Lexer<TokenKind> {
  const macros = new Map<string, Macro>();
  const stack: Source[] = [];
  let expanded = 0;
  let spoiled = false;
  let ended: Token<TokenKind> | null = null;
  /** A token read too far: what stands where the bracket of a call should be. */
  let pushed: Token<TokenKind> | null = null;

  const textOf = ({ start, end }: Span): string => source.text.slice(start, end);
  const isActive = (macro: Macro): boolean => stack.some((entry) => entry.macro === macro);

  function fault(code: DiagnosticCode, span: Span, message: string): void {
    diagnostics.error(code, span, message);
    // What is left of a broken call or definition should not be called a fault of its own.
    spoiled = true;
  }

  /** The next token with parameters replaced, calls not expanded. */
  function raw(): Token<TokenKind> {
    if (pushed !== null) {
      const token = pushed;
      pushed = null;
      return token;
    }
    for (;;) {
      const top = stack.at(-1);
      if (top === undefined) return lexer();
      const token = top.tokens[top.position++];
      if (token === undefined) {
        stack.pop();
        continue;
      }
      if (++expanded > EXPANSION_LIMIT) {
        fault('too-large', token, `the macros expand to more than ${EXPANSION_LIMIT} tokens`);
        stack.length = 0;
        ended = { kind: 'end', start: token.start, end: token.start, spoiled: true };
        return ended;
      }
      const value = token.kind === 'name' ? top.values.get(textOf(token)) : undefined;
      if (value === undefined) return token;
      stack.push({ macro: null, values: NO_VALUES, tokens: value, position: 0 });
    }
  }

  function next(): Token<TokenKind> {
    for (;;) {
      if (ended !== null) return ended;
      const token = raw();
      if (token.spoiled) spoiled = true;
      if (token.kind === 'macro') {
        define(token);
        continue;
      }
      if (token.kind === 'endmacro') {
        fault('syntax', token, 'there is no macro that ends here');
        continue;
      }
      const macro = token.kind === 'name' ? macros.get(textOf(token)) : undefined;
      if (macro !== undefined) {
        call(macro, token);
        continue;
      }
      if (!spoiled) return token;
      spoiled = false;
      return { ...token, spoiled: true };
    }
  }

  /** Reads a definition; the cursor is behind `macro`. */
  function define(opening: Token<TokenKind>): void {
    const name = raw();
    if (name.kind !== 'name') return refuse(name, opening, 'the name of a macro');
    const parameters: string[] = [];
    const open = raw();
    if (open.kind !== '(') return refuse(open, opening, '`(`, also when there are no parameters');
    let token = raw();
    while (token.kind !== ')') {
      if (token.kind !== 'name') return refuse(token, opening, 'the name of a parameter');
      if (parameters.includes(textOf(token))) fault('duplicate', token, 'two parameters of the same name');
      parameters.push(textOf(token));
      token = raw();
      if (token.kind === ')') break;
      if (token.kind !== ',') return refuse(token, opening, '`,` or `)`');
      token = raw();
      if (token.kind === ')') return refuse(token, opening, 'the name of a parameter');
    }
    const body = collectBody(opening);
    if (body === null) return;
    const text = textOf(name);
    if (macros.has(text)) fault('duplicate', name, `there is already a macro \`${text.slice(0, 40)}\``);
    const [first, last] = [body[0], body.at(-1)];
    const span = { start: first?.start ?? name.end, end: last?.end ?? name.end };
    diagnostics.bodies.push({ ...span, name: text });
    macros.set(text, { name: text, parameters, body, ...span });
  }

  function refuse(found: Token<TokenKind>, opening: Token<TokenKind>, expected: string): void {
    if (!found.spoiled && found.kind !== 'end') {
      fault('syntax', found, `expected ${expected}, found \`${textOf(found).slice(0, 40)}\``);
    }
    if (found.kind !== 'endmacro') collectBody(opening);
  }

  /** Null when the text ends before it does. */
  function collectBody(opening: Token<TokenKind>): Token<TokenKind>[] | null {
    const body: Token<TokenKind>[] = [];
    for (let token = raw(); token.kind !== 'endmacro'; token = raw()) {
      if (token.kind === 'end') {
        fault('syntax', opening, 'this macro does not end: `endmacro` is missing');
        return null;
      }
      if (token.kind === 'macro') fault('syntax', token, 'a macro cannot be defined inside another');
      body.push(token);
    }
    return body;
  }

  function call(macro: Macro, name: Token<TokenKind>): void {
    const open = raw();
    if (open.kind !== '(') {
      const shown = macro.name.slice(0, 40);
      fault('syntax', name, `\`${shown}\` is a macro: a call of it is written with brackets, \`${shown}()\``);
      pushed = open;
      return;
    }
    const args = collectArguments(name);
    if (args === null) return;
    if (isActive(macro)) {
      return fault('nesting', name, `the macro \`${macro.name.slice(0, 40)}\` is called while it is being expanded`);
    }
    const { parameters } = macro;
    if (args.length !== parameters.length) {
      const wants = parameters.length === 1 ? 'one argument' : `${parameters.length} arguments`;
      const shown = macro.name.slice(0, 40);
      return fault('arity', name, `the macro \`${shown}\` takes ${wants}, here stand ${args.length}`);
    }
    const values = new Map(parameters.map((parameter, index) => [parameter, args[index] as Tokens]));
    stack.push({ macro, values, tokens: macro.body, position: 0 });
  }

  /** The cursor is behind the opening bracket. Null when the call is broken. */
  function collectArguments(name: Token<TokenKind>): Token<TokenKind>[][] | null {
    const args: Token<TokenKind>[][] = [[]];
    let depth = 0;
    for (let token = raw(); ; token = raw()) {
      if (token.kind === 'end' || token.kind === 'macro' || token.kind === 'endmacro') {
        fault('syntax', name, 'this call of a macro does not end: `)` is missing');
        pushed = token.kind === 'end' ? null : token;
        return null;
      }
      if (depth === 0 && token.kind === ')') break;
      if (depth === 0 && token.kind === ',') {
        args.push([]);
        continue;
      }
      if (token.kind === '(') depth++;
      else if (token.kind === ')') depth--;
      args.at(-1)?.push(token);
    }
    if (args.length === 1 && args[0]?.length === 0) return [];
    if (args.every((argument) => argument.length > 0)) return args;
    fault('syntax', name, 'an argument of this call is empty');
    return null;
  }

  return next;
}
