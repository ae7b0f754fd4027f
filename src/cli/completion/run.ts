/** `fencepost completion SHELL`: a script that makes a shell complete commands, options and names of models. */
import { SCHEMA } from '../../report/json.js';
import type { Command } from '../command.js';
import { commandLineFault } from '../faults.js';
import type { Host } from '../host.js';
import { writeJson } from '../json.js';
import type { Values } from '../options.js';
import { STATUS, type Status } from '../status.js';
import { bashCompletion } from './bash.js';
import { fishCompletion } from './fish.js';
import { type CommandWords, commandWords, SHELLS } from './words.js';
import { zshCompletion } from './zsh.js';

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (commands: readonly CommandWords[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Of a program with these commands. */
export function completionOf(commands: readonly Command[]) {
  return {
    async run({ json }: Values<'completion'>, [name]: readonly string[], host: Host): Promise<Status> {
      const shell = SHELLS.find((each) => each === name);
      if (shell === undefined)
        return commandLineFault(host, `'${name}' is not a shell that is known`, `give one of ${SHELLS.join(', ')}`);
      const script = SCRIPTS[shell](commandWords(commands));
      if (json) writeJson(host, { schema: SCHEMA, shell, script });
      else host.output.write(script);
      return STATUS.holds;
    },
  };
}
