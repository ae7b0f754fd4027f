/** The tables of `docs/reference/cli.md`, from the tables of the program. */
import type { Command } from '../src/cli/command.js';
import { COMMANDS } from '../src/cli/commands.js';
import { argumentOf, defaultOf, type Option, rangeOf, spelling } from '../src/cli/option.js';
import { OPTIONS } from '../src/cli/options.js';
import { STATUS_MEANINGS } from '../src/cli/status.js';
import { markdownTable } from '../src/report/table.js';

function optionTable(command: Command): string[] {
  const rows = command.options.map((name) => {
    const option: Option = OPTIONS[name];
    const written = `${spelling(name)} ${argumentOf(option)}`.trimEnd();
    const range = option.kind === 'number' ? rangeOf(option) : '';
    return [`\`${written}\``, option.help, range, option.kind === 'flag' ? '' : defaultOf(option)];
  });
  return markdownTable(
    [{ title: 'option' }, { title: 'what it does' }, { title: 'range' }, { title: 'default' }],
    rows,
  );
}

function section(command: Command): string[] {
  const width = Math.max(...command.examples.map(({ line }) => line.length));
  return [
    `### \`${`fencepost ${command.name} ${command.operands}`.trimEnd()}\``,
    '',
    `${command.about}`,
    '',
    ...optionTable(command),
    '',
    '```sh',
    ...command.examples.map(({ line, what }) => `${line.padEnd(width)}  # ${what}`),
    '```',
  ];
}

export function optionTables(): Map<string, string[]> {
  const sections = COMMANDS.flatMap((command, index) => [...(index === 0 ? [] : ['']), ...section(command)]);
  const statuses = markdownTable(
    [{ title: 'status' }, { title: 'meaning' }],
    STATUS_MEANINGS.map(([status, meaning]) => [`${status}`, meaning]),
  );
  return new Map([
    ['commands', sections],
    ['statuses', statuses],
  ]);
}
