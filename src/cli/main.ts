/** From the words of a command line to an exit status. */
import type { Command } from './command.js';
import { COMMANDS } from './commands.js';
import { commandLineFault, internalFault } from './faults.js';
import { formatted } from './format.js';
import { commandHelp, overview, usage } from './help.js';
import type { Host } from './host.js';
import { TookLong } from './moment.js';
import { STATUS, type Status } from './status.js';
import { nearest } from './suggest.js';

function find(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}

function print(host: Host, text: string): Status {
  host.output.write(text);
  return STATUS.holds;
}

function notACommand(host: Host, word: string): Status {
  if (word.startsWith('-') && word !== '-') {
    return commandLineFault(host, `${word} comes after a command`, 'fencepost --help lists the commands');
  }
  const similar = nearest(word, ['help', ...COMMANDS.map((command) => command.name)]);
  const isFile = word === '-' || /[./\\]/.test(word);
  const hint =
    similar !== null && !isFile ? `did you mean fencepost ${similar}?` : `to check a model: fencepost check ${word}`;
  return commandLineFault(host, `'${word}' is not a command`, hint);
}

function help(host: Host, words: readonly string[]): Status {
  const [name] = words;
  if (name === undefined) return print(host, overview());
  const command = find(name);
  if (command !== undefined) return print(host, commandHelp(command));
  return commandLineFault(host, `'${name}' is not a command`, 'fencepost help lists the commands');
}

async function dispatch(words: readonly string[], host: Host): Promise<Status> {
  const [first, ...rest] = words;
  if (first === undefined) {
    host.errors.write(overview());
    return STATUS.wrong;
  }
  if (first === '--help' || first === '-h' || first === 'help') return help(host, first === 'help' ? rest : []);
  if (first === '--version') return print(host, `fencepost ${host.version}\n`);
  const command = find(first);
  if (command === undefined) return notACommand(host, first);
  const reading = command.read(rest);
  switch (reading.kind) {
    case 'help':
      return print(host, commandHelp(command));
    case 'fault':
      return commandLineFault(
        host,
        reading.message,
        `usage: ${usage(command)}; fencepost ${command.name} --help says more`,
      );
    case 'run':
      return reading.run(host);
  }
}

/** Prints what the command prints, in whichever of its formats. */
export function main(words: readonly string[], host: Host): Promise<Status> {
  return formatted(words, host, (shown) => perform(words, shown));
}

/** The same for somebody who makes the format out of it. */
export async function perform(words: readonly string[], host: Host): Promise<Status> {
  try {
    return await dispatch(words, host);
  } catch (error) {
    if (error instanceof TookLong) throw error;
    return internalFault(host, false, 'fencepost', error);
  }
}
