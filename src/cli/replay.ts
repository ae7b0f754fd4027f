/** `fencepost check FILE --replay RUN`: performs a run that somebody gives, and searches nothing. */
import { graphFault } from './draw.js';
import { commandLineFault, unreadable, warn } from './faults.js';
import { answerFile } from './files.js';
import type { Host } from './host.js';
import { isOfLibrary, OPTIONS, spellOption, type Values } from './options.js';
import { questionOf } from './question.js';
import { report } from './report.js';
import { STATUS, type Status } from './status.js';

type ReplayValues = Values<'check'>;

/** Options of searches, which a replay is not. */
function useless(values: ReplayValues): string | null {
  const search = Object.keys(values).filter((name) => {
    if (!isOfLibrary(name)) return false;
    const { group } = OPTIONS[name];
    if (name === 'maxMemory') return false;
    return group === 'limits' || group === 'engines and proofs' || ['engine', 'show', 'warnings'].includes(name);
  });
  return search[0] ?? null;
}

function replayFault(host: Host, values: ReplayValues, files: readonly string[]): Status | null {
  if (files.length > 1) return commandLineFault(host, '--replay is about one model', 'give one FILE with --replay');
  const option = useless(values);
  if (option !== null) {
    const message = `--replay searches nothing, so ${spellOption(option)} makes no difference`;
    return commandLineFault(host, message, `leave out ${spellOption(option)}`);
  }
  if (values.html !== null)
    return commandLineFault(
      host,
      '--html writes the page of a search, and --replay searches nothing',
      'leave out one of them',
    );
  const { format } = values;
  if (format !== null && format !== undefined && format !== 'text' && format !== 'json')
    return commandLineFault(host, `--replay prints text or JSON, not ${format}`, 'leave out --format');
  return null;
}

export async function replay(values: ReplayValues, files: readonly string[], run: string, host: Host): Promise<Status> {
  const wrong = graphFault(host, values.graph, files, 'model') ?? replayFault(host, values, files);
  if (wrong !== null) return wrong;
  const { json, quiet, allInvariants } = values;
  return answerFile(host, files[0] as string, values, async (input, line) => {
    const result = await host.services.replay(input.text, run, { ...questionOf(values, host), file: input.name });
    line.erase();
    if (!result.ok) return unreadable(host, json, input, values.language, result.diagnostics);
    if (!quiet) await warn(host, input.text, result.warnings);
    const { jsonReplay, replayText } = await import('../report/replay.js');
    const { replayed } = result;
    const { performed } = replayed;
    return report(host, values, {
      status: performed.kind === 'violated' ? STATUS.violated : STATUS.holds,
      graph: performed.kind === 'violated' ? performed.trace.graph : null,
      nothingToDraw: () =>
        performed.kind === 'violated' ? 'the run has no events of weak memory' : 'nothing is violated',
      json: () => jsonReplay(input.name, replayed),
      text: (options) => replayText(input.name, replayed, { ...options, allInvariants }),
    });
  });
}
