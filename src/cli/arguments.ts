/**
 * Splits a command line into options and operands, by a table.
 *
 * `--name value` and `--name=value` are the same; options and operands mix; `--` ends the options; a lone `-` is an
 * operand; `-h` is `--help` and `-o` is `--output`; the last of several wins, but for lists, which take all. Those have a letter
 * of compilers, whose value may follow without a blank: `-DN=3`. Written here because loading a library for it would cost more
 * than the whole start of the program.
 */
import path from 'node:path';
import type { Given, Option, OptionTable, ValueOf } from '../check/option.js';
import { argumentOf, rangeOf, spellings } from './option.js';
import { nearest } from './suggest.js';

/** What an option is when it was not given: a flag its default or off, anything else its default or null. */
export type WithDefaults<T extends OptionTable> = {
  readonly [K in keyof T]: T[K] extends { readonly kind: 'flag' } | { readonly default: number | string }
    ? ValueOf<T[K]>
    : ValueOf<T[K]> | null;
};

type Parsed<T extends OptionTable> =
  | {
      readonly ok: true;
      /** What was given, and nothing else. */
      readonly given: Given<T>;
      readonly values: WithDefaults<T>;
      /** The word that gave each of them. */
      readonly written: ReadonlyMap<string, string>;
      readonly operands: readonly string[];
    }
  | { readonly ok: false; readonly message: string };

type Read = { readonly value: unknown } | { readonly message: string };

function quoted(text: string): string {
  return `'${text}'`;
}

function readValue(written: string, option: Exclude<Option, { kind: 'flag' }>, text: string): Read {
  switch (option.kind) {
    case 'list':
      // A folder is one of where the command runs, not of where the file lies.
      if (text !== '' && option.placeholder === 'FOLDER') return { value: path.resolve(text) };
      return text === '' ? { message: `${written} needs ${argumentOf(option)}` } : { value: text };
    case 'text':
      return text === '' ? { message: `${written} needs ${argumentOf(option)}` } : { value: text };
    case 'names':
      return readNames(written, text);
    case 'choice': {
      const choice = text.toLowerCase();
      if (option.choices.includes(choice)) return { value: choice };
      return { message: `${written} is one of ${option.choices.join(', ')}, not ${quoted(text)}` };
    }
    case 'number': {
      const { words = [] } = option;
      if (words.includes(text)) return { value: text };
      const value = (option.whole ? /^\d{1,15}$/ : /^(\d+\.?\d*|\.\d+)$/).test(text) ? Number(text) : Number.NaN;
      if (value >= option.minimum && value <= option.maximum) return { value };
      const others = words.map((word) => `, or ${word}`).join('');
      const kind = option.whole ? 'a whole number' : 'a number';
      return { message: `${written} is ${kind} from ${rangeOf(option)}${others}, not ${quoted(text)}` };
    }
  }
}

const NAMED = /^\s*([A-Za-z_][A-Za-z_0-9]*)\s*=(?!=)\s*(\S.*)$/s;

/** `wait=P_0.p1; cs=P_0.CS`. */
function readNames(written: string, text: string): Read {
  const names: Record<string, string> = {};
  for (const part of text.split(';').filter((each) => each.trim() !== '')) {
    const [, name, condition] = NAMED.exec(part) ?? [];
    if (name === undefined || condition === undefined) {
      const example = "write names and conditions like 'wait=P_0.p1; cs=P_0.CS'";
      return { message: `${written}: \`${part.trim()}\` does not give a name to a condition; ${example}` };
    }
    names[name] = condition.trim();
  }
  return { value: names };
}

export function defaultsOf<T extends OptionTable>(table: T): WithDefaults<T> {
  const usual = (option: Option): unknown => option.default ?? (option.kind === 'flag' ? false : null);
  const values = Object.entries(table).map(([name, option]) => [name, usual(option)]);
  return Object.fromEntries(values) as WithDefaults<T>;
}

function unknownOption(written: string, known: Iterable<string>): string {
  const similar = nearest(written, [...known]);
  return `unknown option ${written}${similar === null ? '' : `: did you mean ${similar}?`}`;
}

function contradiction(name: string, option: Option): string {
  const words = spellings(name, option).map(([word]) => word);
  return `${words.join(' and ')} contradict each other: give one of them`;
}

const SHORT: Readonly<Record<string, string>> = { '-h': '--help', '-o': '--output' };

export function parseArguments<T extends OptionTable>(table: T, words: readonly string[]): Parsed<T> {
  const known = new Map(
    Object.entries<Option>(table).flatMap(([name, option]) =>
      spellings(name, option).map(([word, value]) => [word, { name, option, value }] as const),
    ),
  );
  const letters = new Map<string, string>();
  for (const [name, option] of Object.entries<Option>(table)) {
    const [first] = spellings(name, option);
    if (option.kind === 'list' && option.short !== undefined && first !== undefined)
      letters.set(option.short, first[0]);
  }
  const given: Record<string, unknown> = {};
  const typed = new Map<string, string>();
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    if (word === '--') {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (word === '-' || !word.startsWith('-')) {
      operands.push(word);
      continue;
    }
    const letter = letters.get(word.slice(0, 2));
    const [behind, attached] = letter === undefined ? ['', false] : [word.slice(2), word.length > 2];
    const equals = letter === undefined ? word.indexOf('=') : attached ? 0 : -1;
    const written = letter ?? (equals < 0 ? word : word.slice(0, equals));
    const found = known.get(SHORT[written] ?? written);
    if (found === undefined) return { ok: false, message: unknownOption(written, known.keys()) };
    const { name, option, value } = found;
    typed.set(name, written);
    if (option.kind === 'flag') {
      if (equals >= 0) return { ok: false, message: `${written} takes no value` };
      if (given[name] === !value) return { ok: false, message: contradiction(name, option) };
      given[name] = value;
      continue;
    }
    if (equals < 0) index++;
    const text = equals < 0 ? words[index] : letter === undefined ? word.slice(equals + 1) : behind;
    if (text === undefined) return { ok: false, message: `${written} needs a value: ${argumentOf(option)}` };
    const read = readValue(written, option, text);
    if ('message' in read) return { ok: false, message: read.message };
    given[name] = option.kind === 'list' ? [...((given[name] as string[] | undefined) ?? []), read.value] : read.value;
  }
  // Each value was read by the option of its name, which is what the types say.
  return {
    ok: true,
    given: given as Given<T>,
    values: { ...defaultsOf(table), ...given },
    written: typed,
    operands,
  };
}
