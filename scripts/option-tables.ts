/** The tables of `docs/reference/cli.md` and `docs/reference/library.md`, from the tables of the program. */
import type { Row } from '../src/check/option.js';
import { CHECK_OPTIONS, FIX_OPTIONS, LITMUS_OPTIONS } from '../src/check/options.js';
import { scopeInWords } from '../src/check/scope.js';
import type { Command } from '../src/cli/command.js';
import { COMMANDS } from '../src/cli/commands.js';
import { grouped, writtenOut } from '../src/cli/help.js';
import { defaultOf, rangeOf, spelling } from '../src/cli/option.js';
import { OPTIONS } from '../src/cli/options.js';
import { STATUS_MEANINGS } from '../src/cli/status.js';
import { markdownTable } from '../src/report/table.js';

function section(command: Command): string[] {
  const width = Math.max(...command.examples.map(([line]) => line.length));
  const options = grouped(command.options).map(({ title, options }) => {
    return `- ${title}: ${options.map(([name, row]) => `\`${spelling(name, row)}\``).join(', ')}`;
  });
  return [
    `### \`${`fencepost ${command.name} ${command.operands}`.trimEnd()}\``,
    '',
    `${command.about}`,
    '',
    ...options,
    '',
    '```sh',
    ...command.examples.map(([line, what]) => `${line.padEnd(width)}  # ${what}`),
    '```',
  ];
}

function columns(...titles: string[]) {
  return titles.map((title) => ({ title }));
}

/** What it does, its default, and where it applies. */
function facts(row: Row): [string, string, string] {
  const range = row.kind === 'number' ? ` (${rangeOf(row)})` : '';
  const usual = row.kind === 'flag' && row.default !== true ? '' : defaultOf(row);
  return [`${row.help}${range}`, usual, scopeInWords(row.appliesTo ?? {})];
}

function optionTable(options: readonly (readonly [name: string, row: Row])[]): string[] {
  const rows = options.map(([name, row]) => {
    const commands = row.commands.length === COMMANDS.length ? 'all' : row.commands.join(', ');
    return [`\`${writtenOut(name, row)}\``, ...facts(row), commands];
  });
  return markdownTable(columns('option', 'what it does', 'default', 'applies to', 'commands'), rows);
}

/** Those of the command line. */
function optionSections(): string[] {
  const written = Object.entries<Row>(OPTIONS).filter(([, { commands }]) => commands.length > 0);
  return grouped(Object.fromEntries(written)).flatMap(({ title, options }, index) => [
    ...(index === 0 ? [] : ['']),
    `### ${index === 0 ? 'The usual ones' : title}`,
    '',
    ...optionTable(options),
  ]);
}

/** What is written in a call: `'sc'`, `N` or `'any'`. */
function valuesOf(row: Row): string {
  switch (row.kind) {
    case 'flag':
      return '`true`, `false`';
    case 'number':
      return [row.placeholder, ...(row.words ?? []).map((word) => `\`'${word}'\``)].join(', ');
    case 'choice':
      return row.choices.map((choice) => `\`'${choice}'\``).join(', ');
    case 'text':
      return 'a string';
    case 'names':
      return 'an object of strings';
    case 'list':
      return 'an array of strings';
  }
}

/** The default as it is written in a call; null where it is told in words. */
function plainDefault(row: Row): string | null {
  if (row.otherwise !== undefined) return null;
  if (row.kind === 'flag') return `\`${row.default ?? false}\``;
  return typeof row.default === 'string' ? `\`'${row.default}'\`` : null;
}

function libraryTable(options: Readonly<Record<string, Row>>): string[] {
  const rows = Object.entries(options).map(([name, row]) => {
    const [what, usual, scope] = facts(row);
    return [`\`${name}\``, valuesOf(row), what, plainDefault(row) ?? usual, scope];
  });
  // The last column may be empty.
  const last = rows.some((cells) => cells.at(-1) !== '') ? 5 : 4;
  const titles = columns('option', 'value', 'what it does', 'default', 'applies to');
  return markdownTable(
    titles.slice(0, last),
    rows.map((cells) => cells.slice(0, last)),
  );
}

export interface Tables {
  readonly file: string;
  readonly tables: ReadonlyMap<string, readonly string[]>;
}

export function optionTables(): Tables[] {
  const sections = COMMANDS.flatMap((command, index) => [...(index === 0 ? [] : ['']), ...section(command)]);
  const statuses = markdownTable(
    columns('status', 'meaning'),
    STATUS_MEANINGS.map(([status, meaning]) => [`${status}`, meaning]),
  );
  return [
    {
      file: 'docs/reference/cli.md',
      tables: new Map([
        ['commands', sections],
        ['options', optionSections()],
        ['statuses', statuses],
      ]),
    },
    {
      file: 'docs/reference/library.md',
      tables: new Map([
        ['options', libraryTable(CHECK_OPTIONS)],
        ['repair options', libraryTable(FIX_OPTIONS)],
        ['litmus options', libraryTable(LITMUS_OPTIONS)],
      ]),
    },
  ];
}
