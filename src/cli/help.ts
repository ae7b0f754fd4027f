/** The help texts, made from the tables. */
import { wrap } from '../report/table.js';
import type { Command } from './command.js';
import { COMMANDS } from './commands.js';
import { argumentOf, defaultOf, type Option, rangeOf, spelling } from './option.js';
import { OPTIONS } from './options.js';
import { STATUS_MEANINGS } from './status.js';

const WIDTH = 100;

/** Pairs in two columns, the second one wrapped. */
function twoColumns(rows: readonly (readonly [string, string])[]): string[] {
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, text]) =>
    wrap(text.split(' '), ' ', WIDTH - left - 2).map(
      (line, index) => `  ${(index === 0 ? name : '').padEnd(left)}${line}`,
    ),
  );
}

function paragraph(text: string): string[] {
  return wrap(text.replaceAll('`', '').split(' '), ' ', WIDTH);
}

function describeOption(option: Option): string {
  const facts = [
    ...(option.kind === 'number' ? [rangeOf(option)] : []),
    ...(option.kind === 'flag' ? [] : [`default: ${defaultOf(option)}`]),
  ];
  return facts.length === 0 ? option.help : `${option.help} (${facts.join('; ')})`;
}

const statusLines = (): string[] =>
  twoColumns(STATUS_MEANINGS.map(([status, meaning]) => [`${status}`, meaning] as const));

export function usage(command: Command): string {
  return ['fencepost', command.name, command.operands, '[options]'].filter((word) => word !== '').join(' ');
}

export function commandHelp(command: Command): string {
  const options = command.options.map((name) => {
    const option: Option = OPTIONS[name];
    return [`${spelling(name)} ${argumentOf(option)}`.trimEnd(), describeOption(option)] as const;
  });
  return [
    `fencepost ${command.name}: ${command.summary}`,
    '',
    `Usage: ${usage(command)}`,
    '',
    ...paragraph(command.about),
    '',
    'Options:',
    ...twoColumns(options),
    '',
    'Examples:',
    ...command.examples.flatMap(({ line, what }) => [`  ${line}`, `      ${what}`]),
    '',
    'Exit status:',
    ...statusLines(),
    '',
  ].join('\n');
}

export function overview(): string {
  return [
    'fencepost proves concurrent algorithms correct for any number of processes, or shows how they break.',
    '',
    'Usage: fencepost COMMAND [options]',
    '',
    'Commands:',
    ...twoColumns([
      ...COMMANDS.map(({ name, operands, summary }) => [`${name} ${operands}`.trimEnd(), summary] as const),
      ['help COMMAND', 'options and examples of a command; so does fencepost COMMAND --help'],
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
