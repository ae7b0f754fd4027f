/**
 * Tokens on demand, for recursive descent with recovery but without exceptions.
 *
 * When something unexpected is met, `fail` reports it once and puts the stream into *panic*: until `recover`, the
 * current token is the end of the text. Every loop of the parser ends by itself, every `expect` fails in silence, and
 * the recursion unwinds to the place that knows where reading can go on (a statement, a block, a declaration). Whoever
 * recovers throws away what was read meanwhile.
 *
 * Tokens are made one at a time, so a long stretch that is skipped costs no memory.
 */
import type { DiagnosticCode, DiagnosticList, Instead } from './diagnostics.js';
import { ENDLESS, type Patience } from './patience.js';
import type { SourceText, Span } from './source.js';

export interface Token<Kind extends string> extends Span {
  readonly kind: Kind | 'end';
  /** Text that is no token was skipped (and reported) just before this one. */
  readonly spoiled: boolean;
}

/** Makes the next token; after the last one, `end` for ever. */
export type Lexer<Kind extends string> = () => Token<Kind>;

const NESTING_LIMIT = 200;

export class TokenStream<Kind extends string> {
  readonly source: SourceText;
  readonly diagnostics: DiagnosticList;
  private readonly lexer: Lexer<Kind>;
  private following: Token<Kind> | null = null;
  /** In panic: the token at which reading failed. */
  private held: Token<Kind> | null = null;
  private failedAt = -1;
  private depth = 0;
  /** The end of the last token taken. */
  lastEnd = 0;
  current: Token<Kind>;

  /** `patience` is asked at each token. */
  constructor(source: SourceText, diagnostics: DiagnosticList, lexer: Lexer<Kind>, patience: Patience = ENDLESS) {
    this.source = source;
    this.diagnostics = diagnostics;
    this.lexer = () => {
      patience.look();
      return lexer();
    };
    this.current = this.lexer();
  }

  get panicking(): boolean {
    return this.held !== null;
  }

  at(kind: Kind | 'end'): boolean {
    return this.current.kind === kind;
  }

  /** The kind of the token after the current one. */
  peek(): Kind | 'end' {
    if (this.held !== null) return 'end';
    this.following ??= this.lexer();
    return this.following.kind;
  }

  text(token: Span): string {
    return this.source.text.slice(token.start, token.end);
  }

  /** Takes the current token. */
  take(): Token<Kind> {
    const taken = this.current;
    if (taken.kind !== 'end') {
      this.lastEnd = taken.end;
      this.current = this.following ?? this.lexer();
      this.following = null;
    }
    return taken;
  }

  accept(kind: Kind): Token<Kind> | null {
    return this.current.kind === kind ? this.take() : null;
  }

  /** Takes a token of this kind, or fails; in panic the token returned is empty. */
  expect(kind: Kind, expected: string): Token<Kind> {
    if (this.current.kind !== kind) this.failExpecting(expected);
    return this.take();
  }

  failExpecting(expected: string): void {
    this.fail('syntax', this.current, `expected ${expected}, found ${this.describe(this.current)}`, { expected });
  }

  fail(code: DiagnosticCode, span: Span, message: string, more?: Instead | string): void {
    if (this.held !== null) return;
    // A second failure at the same token is a consequence of the first.
    if (!this.current.spoiled && this.current.start !== this.failedAt)
      this.diagnostics.error(code, span, message, more);
    this.failedAt = this.current.start;
    this.held = this.current;
    this.current = { kind: 'end', start: this.held.start, end: this.held.start, spoiled: false };
  }

  /** Leaves panic and skips to the first token that `stops` accepts, or to the end. */
  recover(stops: (kind: Kind) => boolean): void {
    if (this.held !== null) {
      this.current = this.held;
      this.held = null;
    }
    while (this.current.kind !== 'end' && !stops(this.current.kind)) this.take();
  }

  /** Counts one level of nesting; false, and panic, where it goes too deep. Every `enter` has its `leave`. */
  enter(): boolean {
    this.depth++;
    if (this.depth <= NESTING_LIMIT) return true;
    this.fail('nesting', this.current, `nested more than ${NESTING_LIMIT} levels deep`);
    return false;
  }

  leave(): void {
    this.depth--;
  }

  /** A token in a message: its text, cut when long. */
  describe(token: Token<Kind>): string {
    if (token.kind === 'end') return 'the end of the text';
    const text = this.text(token);
    return text.length > 40 ? `\`${text.slice(0, 40)}…\`` : `\`${text}\``;
  }
}
