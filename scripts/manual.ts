/** The manual page `man/fencepost.1`, from the tables of the program. */
import type { Row } from '../src/check/option.js';
import type { Command } from '../src/cli/command.js';
import { COMMANDS } from '../src/cli/commands.js';
import { describeOption, grouped } from '../src/cli/help.js';
import { argumentOf, spelling } from '../src/cli/option.js';
import { OPTIONS } from '../src/cli/options.js';
import { STATUS_MEANINGS } from '../src/cli/status.js';

/** Text of ours as roff takes it: no backslash, dot or dash of its own. */
function plain(text: string): string {
  const escaped = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('`', '');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function commandPart({ name, operands, about, examples }: Command): string[] {
  return [
    `.SS "fencepost ${name} ${operands}"`,
    plain(about),
    '.PP',
    '.EX',
    ...examples.flatMap(([line, what]) => [plain(`# ${what}`), plain(line)]),
    '.EE',
  ];
}

function optionPart([name, row]: readonly [string, Row]): string[] {
  const argument = argumentOf(row);
  const written = `.B ${plain(spelling(name, row))}`;
  return [
    '.TP',
    argument === '' ? written : `${written} \\fI${plain(argument)}\\fR`,
    plain(describeOption(row)),
    ...(row.commands.length === COMMANDS.length ? [] : [`(${row.commands.join(', ')})`]),
  ];
}

export function manualPage(): string {
  const options = Object.entries<Row>(OPTIONS).filter(([, { commands }]) => commands.length > 0);
  const lines = [
    '.TH FENCEPOST 1',
    '.SH NAME',
    'fencepost \\- prove concurrent algorithms correct on SC, x86\\-TSO and PSO, or show how they fail',
    '.SH SYNOPSIS',
    ...COMMANDS.flatMap(({ name, operands }) => ['.br', `.B fencepost ${name}`, `${operands} [options]`.trimStart()]),
    '.SH COMMANDS',
    ...COMMANDS.flatMap(commandPart),
    '.SH OPTIONS',
    ...grouped(Object.fromEntries(options)).flatMap(({ title, options }) => [
      `.SS "${title}"`,
      ...options.flatMap(optionPart),
    ]),
    '.SH EXIT STATUS',
    ...STATUS_MEANINGS.flatMap(([status, meaning]) => ['.TP', `.B ${status}`, plain(meaning)]),
    '.SH SEE ALSO',
    'The guide and the reference are in the folder docs of the package.',
  ];
  return `${lines.join('\n')}\n`;
}
