/** What the commands that answer questions about files do around each question. */
import { plural } from '../report/words.js';
import { commandLineFault, fileFault, internalFault } from './faults.js';
import type { Host } from './host.js';
import { type Input, readInput, STANDARD_INPUT } from './input.js';
import { TookLong } from './moment.js';
import { type LiveLine, liveLine } from './progress.js';
import { combine, STATUS, type Status } from './status.js';

/** A text that could be read. */
export type Readable = Input & { readonly ok: true };

interface Shown {
  readonly json: boolean;
  readonly quiet?: boolean;
  readonly timeout?: number | undefined;
  /** Where included files are looked for, too. */
  readonly includeFolders?: readonly string[] | null;
}

/** One file: read, with a live line while it is answered, and with faults of ours caught. */
export async function answerFile(
  host: Host,
  file: string,
  shown: Shown,
  answer: (input: Readable, line: LiveLine) => Promise<Status>,
): Promise<Status> {
  const { json } = shown;
  const input = await readInput(host, file, shown.includeFolders ?? []);
  if (!input.ok && host.stop.aborted) return STATUS.unknown;
  if (!input.ok) return fileFault(host, json, input.name, input.message);
  host.standing?.({ file: input.name, json });
  const line = liveLine(host.errors, input.name, shown);
  try {
    return await answer(input, line);
  } catch (error) {
    line.erase();
    if (error instanceof TookLong) throw error;
    return internalFault(host, json, input.name, error);
  }
}

/** One file after the other, each on its own: a bad one does not stop the rest. `done`: what an answered file is. */
export async function answerFiles(
  host: Host,
  files: readonly string[],
  done: 'checked' | 'answered',
  answer: (file: string) => Promise<Status>,
): Promise<Status> {
  if (files.indexOf(STANDARD_INPUT) !== files.lastIndexOf(STANDARD_INPUT))
    return commandLineFault(host, 'standard input can be read only once', `give ${STANDARD_INPUT} once`);
  const statuses: Status[] = [];
  for (const [index, file] of files.entries()) {
    if (host.stop.aborted) {
      host.errors.write(`fencepost: interrupted, ${plural(files.length - index, 'file')} not ${done}\n`);
      statuses.push(STATUS.unknown);
      break;
    }
    host.standing?.({ status: combine(statuses), left: files.length - index - 1 });
    statuses.push(await answer(file));
  }
  return combine(statuses);
}

/** `--json` and `--output -` together; null when that is not asked. */
export function outputFault(host: Host, json: boolean, output: string | null): Status | null {
  if (!json || output !== STANDARD_INPUT) return null;
  return commandLineFault(host, '--json and --output - both want standard output', 'give --output a file');
}
