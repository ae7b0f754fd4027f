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

type MacroToken = Token<TokenKind>;
type Tokens = readonly MacroToken[];

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
  const expander = new Expander(source, diagnostics, lexer);
  return () => expander.next();
}

class Expander {
  private readonly source: SourceText;
  private readonly diagnostics: MacroDiagnostics;
  private readonly lexer: Lexer<TokenKind>;
  private readonly macros = new Map<string, Macro>();
  private readonly stack: Source[] = [];
  /** How many tokens came from the stack. */
  private expanded = 0;
  /** Something broken was skipped since the last token. */
  private spoiled = false;
  /** The last token, once the macros have expanded to too much. */
  private ended: MacroToken | null = null;
  /** A token read too far: what stands where the bracket of a call should be. */
  private pushed: MacroToken | null = null;

  constructor(source: SourceText, diagnostics: MacroDiagnostics, lexer: Lexer<TokenKind>) {
    this.source = source;
    this.diagnostics = diagnostics;
    this.lexer = lexer;
  }

  next(): MacroToken {
    for (;;) {
      if (this.ended !== null) return this.ended;
      const token = this.raw();
      if (token.spoiled) this.spoiled = true;
      const macro = token.kind === 'name' ? this.macros.get(this.textOf(token)) : undefined;
      if (token.kind === 'macro') this.define(token);
      else if (token.kind === 'endmacro') this.fault('syntax', token, 'there is no macro that ends here');
      else if (macro !== undefined) this.call(macro, token);
      else {
        const { spoiled } = this;
        this.spoiled = false;
        return spoiled ? { ...token, spoiled } : token;
      }
    }
  }

  private textOf({ start, end }: Span): string {
    return this.source.text.slice(start, end);
  }

  private fault(code: DiagnosticCode, span: Span, message: string): void {
    this.diagnostics.error(code, span, message);
    // What is left of a broken call or definition should not be called a fault of its own.
    this.spoiled = true;
  }

  /** The next token with parameters replaced, calls not expanded. */
  private raw(): MacroToken {
    if (this.pushed !== null) {
      const token = this.pushed;
      this.pushed = null;
      return token;
    }
    for (;;) {
      const top = this.stack.at(-1);
      if (top === undefined) return this.lexer();
      const token = top.tokens[top.position++];
      if (token === undefined) {
        this.stack.pop();
        continue;
      }
      if (++this.expanded > EXPANSION_LIMIT) return this.giveUp(token);
      const value = token.kind === 'name' ? top.values.get(this.textOf(token)) : undefined;
      if (value === undefined) return token;
      this.stack.push({ macro: null, values: NO_VALUES, tokens: value, position: 0 });
    }
  }

  private giveUp(token: MacroToken): MacroToken {
    this.fault('too-large', token, `the macros expand to more than ${EXPANSION_LIMIT} tokens`);
    this.stack.length = 0;
    this.ended = { kind: 'end', start: token.start, end: token.start, spoiled: true };
    return this.ended;
  }

  /** Reads a definition; the cursor is behind `macro`. */
  private define(opening: MacroToken): void {
    const name = this.raw();
    if (name.kind !== 'name') return this.refuse(name, opening, 'the name of a macro');
    const parameters = this.parameters(opening);
    const body = parameters === null ? null : this.collectBody(opening);
    if (parameters === null || body === null) return;
    const text = this.textOf(name);
    if (this.macros.has(text)) this.fault('duplicate', name, `there is already a macro \`${text.slice(0, 40)}\``);
    const [first, last] = [body[0], body.at(-1)];
    const span = { start: first?.start ?? name.end, end: last?.end ?? name.end };
    this.diagnostics.bodies.push({ ...span, name: text });
    this.macros.set(text, { name: text, parameters, body, ...span });
  }

  /** Null when the list of parameters is broken. */
  private parameters(opening: MacroToken): string[] | null {
    const refused = (found: MacroToken, expected: string): null => {
      this.refuse(found, opening, expected);
      return null;
    };
    const parameters: string[] = [];
    const open = this.raw();
    if (open.kind !== '(') return refused(open, '`(`, also when there are no parameters');
    let token = this.raw();
    if (token.kind === ')') return parameters;
    for (;;) {
      if (token.kind !== 'name') return refused(token, 'the name of a parameter');
      const text = this.textOf(token);
      if (parameters.includes(text)) this.fault('duplicate', token, 'two parameters of the same name');
      parameters.push(text);
      const behind = this.raw();
      if (behind.kind === ')') return parameters;
      if (behind.kind !== ',') return refused(behind, '`,` or `)`');
      token = this.raw();
    }
  }

  /** Reports what breaks a definition, and skips the rest of it. */
  private refuse(found: MacroToken, opening: MacroToken, expected: string): void {
    if (!found.spoiled && found.kind !== 'end') {
      this.fault('syntax', found, `expected ${expected}, found \`${this.textOf(found).slice(0, 40)}\``);
    }
    if (found.kind !== 'endmacro') this.collectBody(opening);
  }

  /** Null when the text ends before it does. */
  private collectBody(opening: MacroToken): MacroToken[] | null {
    const body: MacroToken[] = [];
    for (let token = this.raw(); token.kind !== 'endmacro'; token = this.raw()) {
      if (token.kind === 'end') {
        this.fault('syntax', opening, 'this macro does not end: `endmacro` is missing');
        return null;
      }
      if (token.kind === 'macro') this.fault('syntax', token, 'a macro cannot be defined inside another');
      body.push(token);
    }
    return body;
  }

  /** Puts the body of a macro on the stack; the cursor is behind its name. */
  private call(macro: Macro, name: MacroToken): void {
    const shown = macro.name.slice(0, 40);
    const open = this.raw();
    if (open.kind !== '(') {
      this.fault('syntax', name, `\`${shown}\` is a macro: a call of it is written with brackets, \`${shown}()\``);
      this.pushed = open;
      return;
    }
    const args = this.collectArguments(name);
    if (args === null) return;
    if (this.stack.some((entry) => entry.macro === macro)) {
      return this.fault('nesting', name, `the macro \`${shown}\` is called while it is being expanded`);
    }
    const { parameters } = macro;
    if (args.length !== parameters.length) {
      const wants = parameters.length === 1 ? 'one argument' : `${parameters.length} arguments`;
      return this.fault('arity', name, `the macro \`${shown}\` takes ${wants}, here stand ${args.length}`);
    }
    const values = new Map(parameters.map((parameter, index) => [parameter, args[index] as Tokens]));
    this.stack.push({ macro, values, tokens: macro.body, position: 0 });
  }

  /** The cursor is behind the opening bracket. Null when the call is broken. */
  private collectArguments(name: MacroToken): MacroToken[][] | null {
    const args: MacroToken[][] = [[]];
    let depth = 0;
    for (let token = this.raw(); depth > 0 || token.kind !== ')'; token = this.raw()) {
      if (token.kind === 'end' || token.kind === 'macro' || token.kind === 'endmacro') {
        this.fault('syntax', name, 'this call of a macro does not end: `)` is missing');
        this.pushed = token.kind === 'end' ? null : token;
        return null;
      }
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
    this.fault('syntax', name, 'an argument of this call is empty');
    return null;
  }
}
