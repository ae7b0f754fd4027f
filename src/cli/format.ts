/**
 * `--format`: commands print their JSON objects, as with `--json`, and the format that was asked for is made from these. So it
 * also has what is told when a command is cut off.
 */
import type { FormatName } from '../report/formats/index.js';
import type { Answer } from '../report/formats/result.js';
import { parseArguments } from './arguments.js';
import type { Command } from './command.js';
import { COMMANDS } from './commands.js';
import type { Host } from './host.js';
import type { Status } from './status.js';

/** Runs a command with the output that its words ask for. */
export async function formatted(
  words: readonly string[],
  host: Host,
  run: (host: Host) => Promise<Status>,
): Promise<Status> {
  const name = formatOf(words);
  if (name === null) return run(host);
  const [{ FORMATS }, { resultsOf }] = await Promise.all([
    import('../report/formats/index.js'),
    import('../report/formats/result.js'),
  ]);
  const format = FORMATS[name](host.version);
  const { output } = host;
  let line = '';
  const write = (text: string): void => {
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const object of lines) {
      for (const result of resultsOf(JSON.parse(object) as Answer)) output.write(format.add(result));
    }
  };
  const status = await run({ ...host, output: { write, isTerminal: output.isTerminal, columns: output.columns } });
  output.write(format.end());
  return status;
}

/** Null where people or programs of their own read the answer, and where there is none. */
function formatOf([name, ...words]: readonly string[]): FormatName | null {
  const command: Command | undefined = COMMANDS.find((each) => each.name === name);
  if (command === undefined || command.read(words).kind !== 'run') return null;
  const parsed = parseArguments(command.options, words);
  const format = parsed.ok ? parsed.given.format : undefined;
  return format === undefined || format === 'text' || format === 'json' ? null : (format as FormatName);
}
