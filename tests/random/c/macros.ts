/**
 * Random texts for the preprocessor: a few macros that use each other, themselves, `#`, `##` and variable arguments; then lines
 * that call them with arguments of every shape; conditions over random numbers. Most are right, some are not.
 */
import { Random } from '../random.js';

const NAMES = ['A', 'B', 'C', 'D', 'F', 'G', 'H', 'K'];
const PARAMETERS = ['x', 'y', 'z'];
const WORDS = [
  'a',
  'b1',
  'x',
  'y',
  '_q',
  '1',
  '0x2f',
  '3.5e+',
  '.5',
  '"s t"',
  '"q\\"\\n"',
  "'c'",
  "'\\\\'",
  'L"w"',
  '->',
  '+',
];
const MARKS = ['+', '-', '==', '<', '<=', '...', '.', ';', '{', '}', '%', '&', '##', '#', ':', '<:', '%>', '~', '?'];

interface Defined {
  readonly name: string;
  /** Null without parentheses. */
  readonly parameters: number | null;
  readonly variadic: boolean;
}

export function randomMacroText(seed: number): string {
  const random = new Random(seed);
  return new MacroText(random).text();
}

class MacroText {
  private readonly defined = new Map<string, Defined>();
  private readonly lines: string[] = [];

  constructor(private readonly random: Random) {}

  text(): string {
    const { random } = this;
    const definitions = 3 + random.between(0, 6 - 1);
    for (let count = 0; count < definitions; count++) this.define();
    const uses = 4 + random.between(0, 8 - 1);
    for (let count = 0; count < uses; count++) this.line();
    return `${this.lines.join('\n')}\n`;
  }

  private line(): void {
    const { random } = this;
    switch (random.between(0, 10 - 1)) {
      case 0:
        return this.define();
      case 1:
        this.lines.push(`#undef ${random.pick(NAMES)}`);
        return;
      case 2:
      case 3:
        return this.group();
      default:
        this.lines.push(this.tokens(1 + random.between(0, 6 - 1), 3));
    }
  }

  private define(): void {
    const { random } = this;
    const name = random.pick(NAMES);
    const parameters = random.chance(0.6) ? random.between(0, 4 - 1) : null;
    const variadic = parameters !== null && random.chance(0.35);
    const named = PARAMETERS.slice(0, parameters ?? 0);
    const listed = [...named, ...(variadic ? ['...'] : [])];
    const head = parameters === null ? name : `${name}(${listed.join(random.pick([',', ', ', ' , ']))})`;
    const usable = [...named, ...(variadic ? ['__VA_ARGS__'] : [])];
    this.lines.push(`#undef ${name}`, `#define ${head} ${this.body(usable, variadic)}`);
    this.defined.set(name, { name, parameters, variadic });
  }

  private body(usable: readonly string[], variadic: boolean): string {
    const { random } = this;
    const items: string[] = [];
    const count = random.between(0, 6 - 1);
    for (let position = 0; position < count; position++) items.push(this.item(usable, variadic));
    return items.join(random.pick([' ', ' ', '', '  ']) || ' ');
  }

  private item(usable: readonly string[], variadic: boolean): string {
    const { random } = this;
    const kind = random.between(0, 12 - 1);
    const parameter = usable.length > 0 ? random.pick(usable) : 'a';
    if (kind < 3) return parameter;
    if (kind === 3 && usable.length > 0) return `#${random.pick(['', ' '])}${parameter}`;
    if (kind === 4) return `${parameter}##${usable.length > 0 ? random.pick(usable) : 'b'}`;
    if (kind === 5) return `${random.pick(['a', 'b', '1', parameter])} ## ${random.pick(['A', 'c', '2', parameter])}`;
    if (kind === 6 && variadic)
      return random.pick([', ## __VA_ARGS__', '__VA_OPT__(, x)', '__VA_OPT__(__VA_ARGS__ q)']);
    if (kind === 7) return `(${parameter})`;
    if (kind < 10) return this.call(1, () => random.pick([parameter, parameter, 'a', '(b, c)', '']));
    return random.pick(WORDS);
  }

  /** A use of a macro, with the right number of arguments most of the time. */
  private call(depth: number, argument: () => string): string {
    const { random } = this;
    const name = random.pick(NAMES);
    const macro = this.defined.get(name);
    if (macro === undefined || macro.parameters === null || random.chance(0.12)) return name;
    const extra = macro.variadic ? random.between(0, 3 - 1) : 0;
    const wanted = macro.parameters + extra + (random.chance(0.02) ? 1 : 0);
    const given = Array.from({ length: wanted }, () =>
      depth > 0 && random.chance(0.3) ? this.call(depth - 1, argument) : argument(),
    );
    const open = random.pick(['(', '(', ' (', '( ']);
    return `${name}${open}${given.join(random.pick([',', ', ']))})`;
  }

  private tokens(count: number, depth: number): string {
    const { random } = this;
    const argument = (): string => {
      const kind = random.between(0, 10 - 1);
      if (kind === 0) return '';
      if (kind === 1) return `(${random.pick(WORDS)}, ${random.pick(WORDS)})`;
      if (kind === 2) return `${random.pick(WORDS)}\n  ${random.pick(WORDS)}`;
      if (kind === 3) return `/* c */ ${random.pick(NAMES)}`;
      if (kind === 4) return `${random.pick(WORDS)} ${random.pick(MARKS.filter((mark) => mark !== '#'))}`;
      return random.pick([...WORDS, ...NAMES]);
    };
    const parts = Array.from({ length: count }, () => {
      const kind = random.between(0, 8 - 1);
      if (kind < 4) return this.call(depth, argument);
      if (kind === 4) return random.pick(['__LINE__', '__COUNTER__', '(', ')', ',']);
      return random.pick(WORDS);
    });
    const text = parts.join(random.pick([' ', ' ', '  ', ' \\\n']));
    return text.startsWith('#') ? `; ${text}` : text;
  }

  private group(): void {
    const { random } = this;
    this.lines.push(
      random.pick([`#if ${this.condition(3)}`, `#ifdef ${random.pick(NAMES)}`, `#ifndef ${random.pick(NAMES)}`]),
    );
    this.lines.push(this.tokens(2, 1));
    if (random.chance(0.5)) this.lines.push(`#elif ${this.condition(2)}`, this.tokens(2, 1));
    if (random.chance(0.5)) this.lines.push('#else /* other */', this.tokens(2, 1));
    this.lines.push('#endif');
  }

  private condition(depth: number): string {
    const { random } = this;
    if (depth === 0 || random.chance(0.2)) {
      const literal = (): string => `${random.between(0, 10 - 1)}${random.pick(['', '', 'u', 'L', 'UL'])}`;
      return random.pick([
        literal(),
        literal(),
        `defined ${random.pick(NAMES)}`,
        `defined(${random.pick(NAMES)})`,
        "'a'",
        '0x7fffffffffffffff',
        'q',
      ]);
    }
    const operator = random.pick('+ - * / % << >> < > <= >= == != & | ^ && ||'.split(' '));
    const [left, right] = [this.condition(depth - 1), this.condition(depth - 1)];
    if (random.chance(0.15)) return `(${left} ? ${right} : ${this.condition(depth - 1)})`;
    if (random.chance(0.15)) return `${random.pick(['-', '!', '~', '+'])}(${left})`;
    return `(${left} ${operator} ${right})`;
  }
}
