/**
 * Tokens one after the other, and faults: a fault in the words ends what is being read by an exception, and whoever can go on
 * behind it (a statement, a declaration) catches it.
 */
import type { DiagnosticCode, DiagnosticList } from '../shared/diagnostics.js';
import { between, faultAt, type Place, type Token } from './tokens.js';

export class Fault extends Error {}

/** Brackets, statements and operators nested deeper are not read. */
const DEEPEST = 200;

export class Cursor {
  protected at = 0;
  private depth = 0;

  constructor(
    protected readonly tokens: readonly Token[],
    protected readonly faults: DiagnosticList,
  ) {}

  protected get token(): Token {
    return this.tokens[this.at] as Token;
  }

  protected ahead(distance: number): Token {
    return this.tokens[Math.min(this.at + distance, this.tokens.length - 1)] as Token;
  }

  /** The token before this one. */
  protected get last(): Token {
    return this.tokens[Math.max(this.at - 1, 0)] as Token;
  }

  protected from(first: Place): Place {
    return between(first, this.last.place);
  }

  protected is(...texts: readonly string[]): boolean {
    const { kind, text } = this.token;
    return (kind === 'punctuator' || kind === 'identifier') && texts.includes(text);
  }

  protected skip(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.at++;
    return token;
  }

  protected take(...texts: readonly string[]): boolean {
    if (!this.is(...texts)) return false;
    this.skip();
    return true;
  }

  protected expect(text: string, what: string): Token {
    if (this.is(text)) return this.skip();
    throw this.wrong(`${shown(this.token)} where ${what}`, { instead: null, expected: `\`${text}\`` });
  }

  protected name(what: string): Token {
    if (this.token.kind === 'identifier' && !KEYWORDS.has(this.token.text)) return this.skip();
    throw this.wrong(`${shown(this.token)} where ${what} is needed`);
  }

  protected wrong(message: string, more: { instead?: string | null; expected?: string } = {}): Fault {
    return this.fault('syntax', this.token.place, message, more);
  }

  protected fault(
    code: DiagnosticCode,
    place: Place,
    message: string,
    more: { instead?: string | null; expected?: string } = {},
  ): Fault {
    faultAt(this.faults, code, place, message, more);
    return new Fault(message);
  }

  /** What nests without brackets, such as `a + b + c`, goes as deep as what has some. */
  protected notDeeper(levels: number): void {
    if (levels > DEEPEST) throw this.fault('nesting', this.token.place, `nested deeper than ${DEEPEST} levels`);
  }

  /** What is read inside of something else. */
  protected deeper<T>(read: () => T): T {
    this.notDeeper(this.depth + 1);
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }

  /** Behind the next `;`, or before the `}` that ends the block around. */
  protected recover(): void {
    let open = 0;
    for (; this.token.kind !== 'end'; this.skip()) {
      if (this.is('{')) open++;
      if (this.is('}') && open-- === 0) return;
      if ((this.is(';') && open === 0) || (this.is('}') && open === 0)) {
        this.skip();
        return;
      }
    }
  }
}

export function shown({ kind, text }: Token): string {
  if (kind === 'end') return 'the end of the file';
  return kind === 'annotation' ? 'a comment with `@`' : `\`${text}\``;
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  `auto break case char const continue default do double else enum extern float for goto if inline int long register
   restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Alignas _Alignof
   _Atomic _Bool _Complex _Generic _Noreturn _Static_assert _Thread_local __thread __extension__ __attribute__ typeof
   __typeof__ __typeof asm __asm__ __asm __inline __inline__ __volatile__ __const __restrict __restrict__ __signed__
   __auto_type __int128`.split(/\s+/),
);
