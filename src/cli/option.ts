/**
 * What an option can be. A table of these is all there is to know about a command line: parsing, range errors, `--help`
 * and the tables of `docs/reference/cli.md` are made from it.
 */
interface OptionBase {
  /** What it does, in one sentence without a full stop. */
  readonly help: string;
  /** When nothing is given, in words, where the default is not a plain value. */
  readonly otherwise?: string;
}

export interface FlagOption extends OptionBase {
  readonly kind: 'flag';
}

/** A number in a closed range, or one of `words` instead. */
export interface NumberOption extends OptionBase {
  readonly kind: 'number';
  readonly placeholder: string;
  readonly whole: boolean;
  readonly minimum: number;
  readonly maximum: number;
  readonly words: readonly string[];
  readonly default: number | null;
}

export interface ChoiceOption extends OptionBase {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  readonly default: string | null;
}

export interface TextOption extends OptionBase {
  readonly kind: 'text';
  readonly placeholder: string;
  readonly default: string | null;
}

export type Option = FlagOption | NumberOption | ChoiceOption | TextOption;

/** Options by the name they have in the program; `maxCubes` is written `--max-cubes`. */
export type OptionTable = Readonly<Record<string, Option>>;

type Given<O extends Option> = O extends NumberOption
  ? number | O['words'][number]
  : O extends ChoiceOption
    ? O['choices'][number]
    : string;

type ValueOf<O extends Option> = O extends FlagOption
  ? boolean
  : O extends { readonly default: null }
    ? Given<O> | null
    : Given<O>;

/** What parsing gives: a flag is true or false, anything else its value, its default, or null. */
export type OptionValues<T extends OptionTable> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** `maxCubes` -> `--max-cubes`. */
export function spelling(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** What to write after the option: `N|any`, `sc|tso|pso`, `FILE`; nothing for a flag. */
export function argumentOf(option: Option): string {
  switch (option.kind) {
    case 'flag':
      return '';
    case 'number':
      return [option.placeholder, ...option.words].join('|');
    case 'choice':
      return option.choices.join('|');
    case 'text':
      return option.placeholder;
  }
}

/** Plain digits up to four, grouped from there on: 1000, 100,000. */
function figure(value: number): string {
  // By hand: node reads its tables of all languages for `toLocaleString`, and that takes longer than all the rest.
  return value < 10_000 ? `${value}` : `${value}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

export function rangeOf(option: NumberOption): string {
  return `${figure(option.minimum)} to ${figure(option.maximum)}`;
}

export function defaultOf(option: Option): string {
  if (option.otherwise !== undefined) return option.otherwise;
  if (option.kind === 'flag') return 'off';
  if (option.default === null) return 'none';
  return option.kind === 'number' ? figure(option.default as number) : `${option.default}`;
}
