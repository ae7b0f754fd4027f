/** What a command is: a row of the table in `commands.ts`, with its code behind a door. */
import type { CommandName, Row } from '../check/option.js';
import { defaultsOf, parseArguments } from './arguments.js';
import type { Host } from './host.js';
import { isOfLibrary, optionsOf, type Values } from './options.js';
import type { Status } from './status.js';

interface Run<C extends CommandName> {
  run(values: Values<C>, operands: readonly string[], host: Host): Promise<Status>;
}

interface CommandText<C extends CommandName = CommandName> {
  readonly name: C;
  readonly summary: string;
  /** A few sentences more, for `--help` and the manual. */
  readonly about: string;
  /** `FILE...`; empty when the command takes none. */
  readonly operands: '' | 'FILE' | 'FILE...' | '[FILE]' | '[WORD]' | 'SHELL' | '[MANIFEST|FOLDER...]';
  readonly examples: readonly (readonly [line: string, what: string])[];
}

type Reading =
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; run(host: Host): Promise<Status> };

export interface Command extends CommandText {
  readonly options: Readonly<Record<string, Row>>;
  /** Reads the words after the command's name. */
  read(words: readonly string[]): Reading;
}

const MOST_OPERANDS = {
  '': 0,
  FILE: 1,
  '[FILE]': 1,
  '[WORD]': 1,
  SHELL: 1,
  'FILE...': Number.POSITIVE_INFINITY,
  '[MANIFEST|FOLDER...]': Number.POSITIVE_INFINITY,
} as const;

function operandFault({ name, operands: wanted }: CommandText, operands: readonly string[]): string | null {
  if (operands.length === 0 && wanted !== '' && !wanted.startsWith('[')) return `${name} needs ${wanted}`;
  const extra = operands[MOST_OPERANDS[wanted]];
  return extra === undefined ? null : `${name} does not take '${extra}'`;
}

/** Closes over the name, so that a command's code gets exactly the values that the table gives it. */
export function command<const C extends CommandName>(
  specification: CommandText<C> & { load(): Promise<Run<C>> },
): Command {
  const options = optionsOf(specification.name);
  const own = Object.fromEntries(Object.entries(options).filter(([name]) => !isOfLibrary(name)));
  return {
    ...specification,
    options,
    read(words) {
      const parsed = parseArguments(options, words);
      if (!parsed.ok) return { kind: 'fault', message: parsed.message };
      const { given, operands, written } = parsed;
      if (given.help === true) return { kind: 'help' };
      const fault = operandFault(specification, operands);
      if (fault !== null) return { kind: 'fault', message: fault };
      const format = given.format ?? 'text';
      if (given.json === true && given.format !== undefined && format !== 'json')
        return { kind: 'fault', message: `--json and --format ${format} contradict each other: give one of them` };
      // Other formats are made from the JSON.
      const json = given.json === true || format !== 'text';
      const values = { ...defaultsOf(own), ...given, json } as unknown as Values<C>;
      return {
        kind: 'run',
        run: async (host) => (await specification.load()).run(values, operands, { ...host, written }),
      };
    },
  };
}
