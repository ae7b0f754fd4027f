/** What a command is: a row of the table in `commands.ts`, with its code behind a door. */
import { type Parsed, parseArguments } from './arguments.js';
import type { Host } from './host.js';
import { OPTIONS, type OptionName, type Values } from './options.js';
import type { Status } from './status.js';

export interface Example {
  readonly line: string;
  readonly what: string;
}

export interface Run<K extends OptionName> {
  run(values: Values<K>, operands: readonly string[], host: Host): Promise<Status>;
}

interface CommandText {
  readonly name: string;
  readonly summary: string;
  /** A few sentences more, for `--help` and the manual. */
  readonly about: string;
  /** `FILE...`; empty when the command takes none. */
  readonly operands: string;
  readonly minimumOperands: number;
  readonly maximumOperands: number;
  readonly examples: readonly Example[];
}

interface CommandSpecification<K extends OptionName> extends CommandText {
  readonly options: readonly K[];
  load(): Promise<Run<K>>;
}

export type Reading =
  | { readonly kind: 'fault'; readonly message: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; run(host: Host): Promise<Status> };

export interface Command extends CommandText {
  readonly options: readonly OptionName[];
  /** Reads the words after the command's name. */
  read(words: readonly string[]): Reading;
}

function operandFault(command: CommandText, operands: readonly string[]): string | null {
  if (operands.length < command.minimumOperands) return `${command.name} needs ${command.operands}`;
  const extra = operands[command.maximumOperands];
  return extra === undefined ? null : `${command.name} does not take '${extra}'`;
}

/** Closes over the option names, so that a command's code gets exactly the values its row lists. */
export function command<const K extends OptionName>(specification: CommandSpecification<K>): Command {
  const options: readonly OptionName[] = [...specification.options, 'help'];
  const table = Object.fromEntries(options.map((name) => [name, OPTIONS[name]])) as Pick<typeof OPTIONS, K | 'help'>;
  return {
    ...specification,
    options,
    read(words) {
      const parsed: Parsed<Pick<typeof OPTIONS, K | 'help'>> = parseArguments(table, words);
      if (!parsed.ok) return { kind: 'fault', message: parsed.message };
      const { values, operands } = parsed;
      if ((values as Values<'help'>).help) return { kind: 'help' };
      const fault = operandFault(specification, operands);
      if (fault !== null) return { kind: 'fault', message: fault };
      return {
        kind: 'run',
        run: async (host) => (await specification.load()).run(values as Values<K>, operands, host),
      };
    },
  };
}
