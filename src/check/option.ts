/**
 * What an option can be. A table of these says all there is to know about options: the types of the library, the parser
 * of the command line, its range errors and `--help`, and the tables of the documents are made from it.
 */
import type { EngineName } from '../engines/registry.js';
import type { LanguageName } from '../languages/index.js';
import type { Buffers } from '../memory/models.js';

interface OptionBase {
  /** What it does, in one sentence without a full stop. */
  readonly help: string;
  /** What happens without it, where the default is not a plain value. */
  readonly otherwise?: string;
  /** Its name on the command line, where that is another one; null where it has none. */
  readonly written?: string | null;
  /** Another name on the command line. */
  readonly also?: string;
}

/** On or off. Where it is on by default, the command line has `--no-NAME` as well. */
interface FlagOption extends OptionBase {
  readonly kind: 'flag';
  readonly default?: boolean;
}

/** A number in a closed range, or one of `words` instead. */
export interface NumberOption extends OptionBase {
  readonly kind: 'number';
  readonly placeholder: string;
  readonly whole: boolean;
  readonly minimum: number;
  readonly maximum: number;
  readonly words?: readonly string[];
  readonly default?: number | null;
}

interface ChoiceOption extends OptionBase {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  readonly default?: string | null;
}

interface TextOption extends OptionBase {
  readonly kind: 'text';
  readonly placeholder: string;
  readonly default?: string | null;
}

/** Names, and the conditions they stand for. */
interface NamesOption extends OptionBase {
  readonly kind: 'names';
  readonly placeholder: string;
  readonly default?: null;
}

/** Texts: on the command line it is given once for each. `short`: the letter of a compiler, `-I DIR` and `-IDIR`. */
interface ListOption extends OptionBase {
  readonly kind: 'list';
  readonly placeholder: string;
  readonly short?: string;
  readonly default?: null;
}

export type Option = FlagOption | NumberOption | ChoiceOption | TextOption | NamesOption | ListOption;

/** Options by the name they have in the program. */
export type OptionTable = Readonly<Record<string, Option>>;

export type ValueOf<O extends Option> = O extends { readonly kind: 'flag' }
  ? boolean
  : O extends { readonly kind: 'number' }
    ? number | (O extends { readonly words: readonly (infer Word)[] } ? Word : never)
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : O extends { readonly kind: 'names' }
        ? Readonly<Record<string, string>>
        : O extends { readonly kind: 'list' }
          ? readonly string[]
          : string;

/** The options that were given; the others are not there. */
export type Given<T extends OptionTable> = { readonly [K in keyof T]?: ValueOf<T[K]> };

/**
 * To which questions an option makes a difference: all that are named must fit. What is not named does not matter, so a
 * row without any of them applies everywhere.
 */
export interface Scope {
  readonly languages?: readonly LanguageName[];
  /** One of these must be among the engines that may be asked. */
  readonly engines?: readonly EngineName[];
  /** Further ones, where writes wait so. */
  readonly enginesWith?: Partial<Readonly<Record<Buffers, readonly EngineName[]>>>;
  /** Where writes wait under the memory model. */
  readonly buffers?: readonly Buffers[];
  /** Temporal properties, which are about infinite runs. */
  readonly about?: 'runs';
  /** Another option that must be given, and what is said where it is not. */
  readonly needs?: readonly [option: string, why: string];
  /** Another option that must not be switched off, and what is said where it is. */
  readonly unlessOff?: readonly [option: string, why: string];
  /** Another option that takes its place, and what is said where that is given as well; of one command, or of all. */
  readonly replacedBy?: readonly [option: string, why: string, command?: CommandName];
}

/** In this order in the help; the first are the options that people use most. */
export const GROUPS = ['usual', 'question', 'engines and proofs', 'limits', 'output'] as const;

export type Group = (typeof GROUPS)[number];

export type CommandName =
  | 'check'
  | 'report'
  | 'compare'
  | 'litmus'
  | 'fix'
  | 'certify'
  | 'reduce'
  | 'print'
  | 'batch'
  | 'worker'
  | 'tour'
  | 'examples'
  | 'init'
  | 'completion'
  | 'serve'
  | 'lsp';

/** An option of the program: where it is shown, which commands take it, and where it makes a difference. */
export type Row = Option & {
  readonly group: Group;
  readonly commands: readonly CommandName[];
  readonly appliesTo?: Scope;
};
