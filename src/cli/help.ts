/** The help texts, made from the tables. */
import { GROUPS, type Group, type Option, type Row } from '../check/option.js';
import { scopeInWords } from '../check/scope.js';
import { wrap } from '../report/table.js';
import type { Command } from './command.js';
import { COMMANDS } from './commands.js';
import { argumentOf, defaultOf, rangeOf, spelling } from './option.js';
import { STATUS_MEANINGS } from './status.js';

const WIDTH = 100;

const TITLES: Readonly<Record<Group, string>> = {
  usual: 'Options',
  question: 'More about the question',
  'engines and proofs': 'Engines and proofs',
  limits: 'Limits',
  output: 'Output and help',
};

interface OptionGroup {
  readonly title: string;
  readonly options: readonly (readonly [name: string, row: Row])[];
}

/** The options that people use most, then the others by what they are about. */
export function grouped(options: Readonly<Record<string, Row>>): OptionGroup[] {
  const rows = Object.entries(options);
  const groups = GROUPS.map((name) => ({
    title: TITLES[name],
    options: rows.filter(([, { group }]) => group === name),
  }));
  return groups.filter((group) => group.options.length > 0);
}

/** `--buffer K|unbounded`. */
export function writtenOut(name: string, option: Option): string {
  return `${spelling(name, option)} ${argumentOf(option)}`.trimEnd();
}

/** Pairs in two columns, the second one wrapped. */
function twoColumns(rows: readonly (readonly [string, string])[], least = 0): string[] {
  const left = Math.max(least, ...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, text]) =>
    wrap(text.split(' '), ' ', WIDTH - left - 2).map(
      (line, index) => `  ${(index === 0 ? name : '').padEnd(left)}${line}`,
    ),
  );
}

function paragraph(text: string): string[] {
  return wrap(text.replaceAll('`', '').split(' '), ' ', WIDTH);
}

/** Bounds from here on are not worth telling. */
const LARGE = 1_000_000;

/** What an option does, for whom, in which range, and what holds without it. */
export function describeOption(row: Row): string {
  const scope = row.group === 'usual' ? '' : scopeInWords(row.appliesTo ?? {});
  const usual = defaultOf(row);
  const facts = [
    ...(scope === '' ? [] : [`for ${scope}`]),
    ...(row.kind === 'number' && row.maximum < LARGE ? [rangeOf(row)] : []),
    ...(usual === 'none' || usual === 'off' ? [] : [`default: ${usual}`]),
  ];
  const help = facts.length === 0 ? row.help : `${row.help} (${facts.join('; ')})`;
  return help.replaceAll('`', '');
}

const statusLines = (): string[] =>
  twoColumns(STATUS_MEANINGS.map(([status, meaning]) => [`${status}`, meaning] as const));

export function usage(command: Command): string {
  return ['fencepost', command.name, command.operands, '[options]'].filter((word) => word !== '').join(' ');
}

/** Longer ones stand on a line of their own. */
const OPTION_COLUMN = 27;

function optionLines([name, row]: readonly [string, Row]): string[] {
  const written = writtenOut(name, row);
  if (written.length <= OPTION_COLUMN) return twoColumns([[written, describeOption(row)]], OPTION_COLUMN);
  return [`  ${written}`, ...twoColumns([['', describeOption(row)]], OPTION_COLUMN)];
}

export function commandHelp(command: Command): string {
  return [
    `fencepost ${command.name}: ${command.summary}`,
    '',
    `Usage: ${usage(command)}`,
    '',
    ...paragraph(command.about),
    ...grouped(command.options).flatMap(({ title, options }) => ['', `${title}:`, ...options.flatMap(optionLines)]),
    '',
    'Examples:',
    ...command.examples.flatMap(([line, what]) => [`  ${line}`, `      ${what}`]),
    '',
    'Exit status:',
    ...statusLines(),
    '',
  ].join('\n');
}

export function overview(): string {
  return [
    'fencepost proves concurrent algorithms correct for any number of processes, or shows how they fail.',
    '',
    'Usage: fencepost COMMAND [options]',
    '',
    'Commands:',
    ...twoColumns([
      ...COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`.trimEnd(), summary] as const),
      ['help COMMAND', 'explain a command; fencepost COMMAND --help does the same'],
    ]),
    '',
    'Options:',
    ...twoColumns([
      ['--help', 'print this help'],
      ['--version', 'print the version'],
    ]),
    '',
    'Exit status:',
    ...statusLines(),
    '',
  ].join('\n');
}
