/**
 * Splits a command line into options and operands, by a table.
 *
 * `--name value` and `--name=value` are the same; options and operands mix; `--` ends the options; a lone `-` is an
 * operand; `-h` is `--help`; the last of several wins. Written here because loading a library for it would cost more
 * than the whole start of the program.
 */
import { argumentOf, type Option, type OptionTable, type OptionValues, rangeOf, spelling } from './option.js';
import { nearest } from './suggest.js';

export type Parsed<T extends OptionTable> =
  | { readonly ok: true; readonly values: OptionValues<T>; readonly operands: readonly string[] }
  | { readonly ok: false; readonly message: string };

type Read = { readonly value: unknown } | { readonly message: string };

function quoted(text: string): string {
  return `'${text}'`;
}

function readValue(name: string, option: Option, text: string): Read {
  switch (option.kind) {
    case 'flag':
      return { message: `${spelling(name)} takes no value` };
    case 'text':
      return text === '' ? { message: `${spelling(name)} needs ${argumentOf(option)}` } : { value: text };
    case 'choice': {
      const choice = text.toLowerCase();
      if (option.choices.includes(choice)) return { value: choice };
      return { message: `${spelling(name)} is one of ${option.choices.join(', ')}, not ${quoted(text)}` };
    }
    case 'number': {
      if (option.words.includes(text)) return { value: text };
      const value = (option.whole ? /^\d{1,15}$/ : /^(\d+\.?\d*|\.\d+)$/).test(text) ? Number(text) : Number.NaN;
      if (value >= option.minimum && value <= option.maximum) return { value };
      const words = option.words.map((word) => `, or ${word}`).join('');
      const kind = option.whole ? 'a whole number' : 'a number';
      return { message: `${spelling(name)} is ${kind} from ${rangeOf(option)}${words}, not ${quoted(text)}` };
    }
  }
}

function defaults(table: OptionTable): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(table).map(([name, option]) => [name, option.kind === 'flag' ? false : option.default]),
  );
}

function unknownOption(written: string, table: OptionTable): string {
  const similar = nearest(written, Object.keys(table).map(spelling));
  return `unknown option ${written}${similar === null ? '' : `: did you mean ${similar}?`}`;
}

export function parseArguments<T extends OptionTable>(table: T, words: readonly string[]): Parsed<T> {
  const bySpelling = new Map(Object.keys(table).map((name) => [spelling(name), name]));
  const values = defaults(table);
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
    const equals = word.indexOf('=');
    const written = equals < 0 ? word : word.slice(0, equals);
    const name = bySpelling.get(written === '-h' ? '--help' : written);
    const option = name === undefined ? undefined : table[name];
    if (name === undefined || option === undefined) return { ok: false, message: unknownOption(written, table) };
    if (option.kind === 'flag' && equals < 0) {
      values[name] = true;
      continue;
    }
    if (equals < 0) index++;
    const text = equals < 0 ? words[index] : word.slice(equals + 1);
    if (text === undefined) return { ok: false, message: `${written} needs a value: ${argumentOf(option)}` };
    const read = readValue(name, option, text);
    if ('message' in read) return { ok: false, message: read.message };
    values[name] = read.value;
  }
  // Each value was read by the option of its name, which is what `OptionValues` says.
  return { ok: true, values: values as OptionValues<T>, operands };
}
