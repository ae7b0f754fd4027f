/**
 * Conditions as atoms of a formula: where one ends. What it means is up to the language that it is in; here it is enough to
 * know what an expression looks like: `P(0)@cs`, `P_0.CS`, `a[1] == 2`, `turn != me`, `(z + 2) * 3 >= 0`.
 *
 * A bracket may begin a condition or a formula. It begins a condition if what is in it is an expression and an operator on
 * numbers or a comparison follows: `(x + 1) == 2`, but not `(x == 1) && G y`.
 */
import { type AtomReader, readName, WORD } from './parse.js';

/** What was read, with one blank around operators, and where it ends; null when there is none. */
type Part = { readonly name: string; readonly end: number } | null;

const NUMBER = /[0-9]+/y;
const SUM = /\s*(\+|-(?!>))\s*/y;
// Not the beginning of `/\`.
const PRODUCT = /\s*(\*|\/(?!\\)|%)\s*/y;
// Not the beginnings of `<->`, `<=>` and `<>`.
const COMPARISON = /\s*(==|!=|<=(?!>)|>=|<(?![->])|>)\s*/y;
/** Inside brackets. */
const CONNECTIVE = /\s*(<->|->|\|\||&&)\s*/y;
const MEMBER = /[.@][A-Za-z_][A-Za-z_0-9]*/y;
/** An index or arguments with operators that are not known here. */
const FLAT = /\[[^[\]()\n]+\]|\([^[\]()\n]+\)/y;
const DEEPEST = 200;

export const readCondition: AtomReader = (text, position) => {
  const found = new Recogniser(text).comparison(position);
  if (found === null) return readName(text, position);
  const isAlone = new Recogniser(text).factor(position)?.end === found.end;
  return isAlone && !/[A-Za-z_]/.test(text.charAt(position)) ? null : found;
};

class Recogniser {
  private depth = 0;

  constructor(private readonly text: string) {}

  comparison(position: number): Part {
    return this.row(COMPARISON, position, (at) => this.sum(at));
  }

  private sum(position: number): Part {
    return this.row(SUM, position, (at) => this.row(PRODUCT, at, (next) => this.factor(next)));
  }

  factor(position: number): Part {
    const { text } = this;
    if (this.depth >= DEEPEST) return null;
    this.depth++;
    try {
      if (text.charAt(position) === '-') return joined('-', this.factor(this.skip(position + 1)));
      if (text.charAt(position) === '(') return this.bracket(position, ')');
      return this.whole(NUMBER, position) ?? this.reference(position);
    } finally {
      this.depth--;
    }
  }

  /** `x`, `a[1]`, `P(0, 1).x[2]`, `P(0)@cs`. Brackets with nothing in them are operators: `p [] q` has no index. */
  private reference(position: number): Part {
    const word = this.whole(WORD, position);
    if (word === null) return null;
    let found = word;
    for (;;) {
      const opening = this.text.charAt(found.end);
      const closing = opening === '[' ? ']' : opening === '(' ? ')' : null;
      const inside = closing === null ? null : this.bracket(found.end, closing);
      const next = inside ?? this.whole(MEMBER, found.end) ?? this.whole(FLAT, found.end);
      if (next === null) return found;
      found = { name: found.name + next.name, end: next.end };
    }
  }

  private whole(pattern: RegExp, position: number): Part {
    const found = this.match(pattern, position);
    return found === null ? null : { name: found[0], end: position + found[0].length };
  }

  /** Expressions between an opening bracket and the closing one. */
  private bracket(position: number, closing: ']' | ')'): Part {
    const inside = this.row(/\s*(,)\s*/y, this.skip(position + 1), (at) =>
      this.row(CONNECTIVE, at, (next) => this.negated(next)),
    );
    const end = inside === null ? 0 : this.skip(inside.end);
    if (inside === null || this.text.charAt(end) !== closing) return null;
    return { name: this.text.charAt(position) + inside.name + closing, end: end + 1 };
  }

  private negated(position: number): Part {
    let at = position;
    while (this.text.charAt(at) === '!' && this.text.charAt(at + 1) !== '=') at = this.skip(at + 1);
    return joined('!'.repeat(this.text.slice(position, at).split('!').length - 1), this.comparison(at));
  }

  /** Parts with operators between them; what is behind an operator that no part follows is not taken. */
  private row(operator: RegExp, position: number, read: (position: number) => Part): Part {
    let left = read(position);
    while (left !== null) {
      const found = this.match(operator, left.end);
      const right = found === null ? null : read(left.end + found[0].length);
      if (found === null || right === null) return left;
      left = { name: `${left.name}${found[1] === ',' ? ', ' : ` ${found[1]} `}${right.name}`, end: right.end };
    }
    return left;
  }

  private skip(position: number): number {
    let at = position;
    while (/\s/.test(this.text.charAt(at))) at++;
    return at;
  }

  private match(pattern: RegExp, position: number): RegExpExecArray | null {
    pattern.lastIndex = position;
    return pattern.exec(this.text);
  }
}

function joined(sign: string, part: Part): Part {
  return part === null ? null : { name: sign + part.name, end: part.end };
}
