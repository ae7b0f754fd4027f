/** What can be completed, in the words of a shell, from the tables of commands and options. */
import type { Option } from '../../check/option.js';
import { LANGUAGES } from '../../languages/index.js';
import type { Command } from '../command.js';
import { argumentOf, spellings } from '../option.js';

/** What comes after an option. */
export type Argument =
  | { readonly kind: 'none' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'file' }
  /** Something that only the user knows. */
  | { readonly kind: 'other' };

export interface OptionWord {
  /** `--memory`. */
  readonly word: string;
  readonly help: string;
  readonly argument: Argument;
  /** `sc|tso|pso`. */
  readonly placeholder: string;
}

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWord[];
  /** What operands are: models, one of a few words, or none. */
  readonly operands: 'files' | readonly string[];
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function commandWords(all: readonly Command[]): CommandWords[] {
  const commands = all.map((command) => ({
    name: command.name,
    summary: plain(command.summary),
    options: Object.entries(command.options).flatMap(([name, row]) => optionWords(name, row)),
    operands: operandsOf(command),
  }));
  const help = { name: 'help', summary: 'explain a command', options: [], operands: all.map(({ name }) => name) };
  return [...commands, help];
}

/** `.fp`, `.cub`: what the names of models end with. */
export function modelExtensions(): string[] {
  return LANGUAGES.flatMap(({ extensions }) => extensions);
}

function operandsOf({ operands }: Command): CommandWords['operands'] {
  if (operands === 'SHELL') return SHELLS;
  return operands === '' || operands === '[WORD]' ? [] : 'files';
}

function optionWords(name: string, option: Option): OptionWord[] {
  const help = plain(option.help);
  const placeholder = argumentOf(option);
  return spellings(name, option).map(([word, on]) => ({
    word,
    help: on ? help : `not: ${help}`,
    argument: argumentKind(option),
    placeholder,
  }));
}

function argumentKind(option: Option): Argument {
  switch (option.kind) {
    case 'flag':
      return { kind: 'none' };
    case 'choice':
      return { kind: 'choice', choices: option.choices };
    case 'number':
      return option.words === undefined ? { kind: 'other' } : { kind: 'choice', choices: option.words };
    case 'text':
      return option.placeholder === 'FILE' ? { kind: 'file' } : { kind: 'other' };
    case 'names':
    case 'list':
      return { kind: 'other' };
  }
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
