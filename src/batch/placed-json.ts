/**
 * JSON with places: a value, and where each part of it stands in the text, so that whoever finds fault with a part can say where.
 *
 * `JSON.parse` gives no places, and its messages differ between versions of node. This reads what JSON allows and nothing else,
 * by descent; a text that is nested deeper than anybody writes is refused before the stack is.
 */

/** A value and the offset at which it begins. */
export interface Placed {
  readonly at: number;
  readonly value: Plain | readonly Placed[] | ReadonlyMap<string, Field>;
}

/** A field of an object: `at` is where its name begins. */
export interface Field {
  readonly at: number;
  readonly of: Placed;
}

type Plain = string | number | boolean | null;

export class JsonFault extends Error {
  constructor(
    message: string,
    readonly at: number,
  ) {
    super(message);
  }
}

const DEEPEST = 100;
const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const WORDS: readonly (readonly [string, Plain])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Throws `JsonFault`. */
export function readPlaced(text: string): Placed {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** Without the places. */
export function plainOf({ value }: Placed): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, { of }]) => [name, plainOf(of)]));
  return value;
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {
    if (text.startsWith('\ufeff')) this.at = 1;
  }

  value(depth: number): Placed {
    this.skip();
    const at = this.at;
    if (depth > DEEPEST) throw new JsonFault(`nested deeper than ${DEEPEST}`, at);
    switch (this.text[at]) {
      case '{':
        return { at, value: this.object(depth + 1) };
      case '[':
        return { at, value: this.list(depth + 1) };
      case '"':
        return { at, value: this.string() };
      default:
        return { at, value: this.plain() };
    }
  }

  end(): void {
    this.skip();
    if (this.at < this.text.length) throw new JsonFault('nothing may come after the value', this.at);
  }

  private object(depth: number): ReadonlyMap<string, Field> {
    const fields = new Map<string, Field>();
    this.items('}', () => {
      const at = this.at;
      if (this.text[at] !== '"') throw new JsonFault('a name in double quotes belongs here', at);
      const name = this.string();
      if (fields.has(name)) throw new JsonFault(`'${name}' is here twice`, at);
      this.skip();
      if (!this.take(':')) throw new JsonFault("':' belongs here", this.at);
      fields.set(name, { at, of: this.value(depth) });
    });
    return fields;
  }

  private list(depth: number): readonly Placed[] {
    const items: Placed[] = [];
    this.items(']', () => void items.push(this.value(depth)));
    return items;
  }

  /** What stands between brackets, with commas between. */
  private items(close: string, item: () => void): void {
    this.at++;
    this.skip();
    if (this.take(close)) return;
    for (;;) {
      this.skip();
      item();
      this.skip();
      if (this.take(close)) return;
      if (!this.take(',')) throw new JsonFault(`',' or '${close}' belongs here`, this.at);
    }
  }

  private string(): string {
    const found = this.match(STRING);
    if (found === null) throw new JsonFault('this text does not end, or has a character that must be escaped', this.at);
    return JSON.parse(found) as string;
  }

  private plain(): Plain {
    const word = WORDS.find(([name]) => this.text.startsWith(name, this.at));
    if (word !== undefined) {
      this.at += word[0].length;
      return word[1];
    }
    const number = this.match(NUMBER);
    if (number === null) throw new JsonFault('a value belongs here', this.at);
    return Number(number);
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  private skip(): void {
    this.match(BLANK);
  }
}
