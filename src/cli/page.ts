/** The page of an answer: what else is found out for it, within the limits of the question, and where it is written. */
import type { FixOptions } from '../check/options.js';
import type { Outcome } from '../evidence/outcome.js';
import { inLanguage, type LanguageName } from '../languages/index.js';
import type { Language } from '../languages/language.js';
import { hasBuffers, memoryNamed } from '../memory/models.js';
import type { FixResult } from '../repair/answer.js';
import { type JsonLitmus, jsonLitmus } from '../report/litmus.js';
import { commandLineFault } from './faults.js';
import type { Readable } from './files.js';
import type { Host } from './host.js';
import { STANDARD_INPUT } from './input.js';
import { optionsOf, type Values } from './options.js';
import { writeOutput } from './output.js';
import type { LiveLine } from './progress.js';
import { questionOf } from './question.js';
import type { Status } from './status.js';

/** Where no time limit is given. */
const REPAIR_SECONDS = 20;

type PageValues = Pick<Values<'report'>, keyof Values<'check'> & keyof Values<'report'>>;

interface Answered {
  readonly values: PageValues;
  readonly input: Readable;
  readonly outcome: Outcome;
  /** A file, or standard output. */
  readonly place: string;
  readonly line: LiveLine;
}

type Repair = FixResult | { readonly refused: string } | null;

export async function writePage(
  host: Host,
  answered: Answered,
): Promise<{ readonly bytes: number; readonly repair: FixResult['status'] | null } | { readonly fault: string }> {
  const { values, input, outcome, place, line } = answered;
  // The question is answered: whoever watches the time begins anew, so that a page is written also where the time is spent.
  host.standing?.({ file: input.name });
  const question = { ...questionOf(values, host), file: input.name };
  const found = inLanguage(input.text, question);
  if (!found.ok) throw new Error('what was answered has a language');
  const { language } = found;
  const repair = values.repair ? await repairOf(host, answered, language) : null;
  line.erase();
  const { pageData } = await import('../report/page/data.js');
  const { renderPage } = await import('../report/page/frame.js');
  const page = renderPage(
    pageData({
      made: `fencepost ${host.version}`,
      file: input.name,
      language: found.options.language,
      text: input.text,
      outcome,
      scope: await host.services.scope(input.text, question),
      repair,
      litmus: found.options.language === 'litmus' ? await finalStates(host, answered) : null,
    }),
  );
  const fault = await writeOutput(host, place, [page]);
  // A file is made where there is none, so what is missing is its folder.
  if (fault !== null) return { fault: fault === 'no such file' ? 'its folder does not exist' : fault };
  return { bytes: Buffer.byteLength(page), repair: repair !== null && 'status' in repair ? repair.status : null };
}

/** Seconds. */
function timeLeft({ values, outcome }: Answered, used = 0): number {
  return values.timeout === undefined ? REPAIR_SECONDS : values.timeout - outcome.seconds - used;
}

/** Where fences must go; null where none can help, or the language has no place for them. */
async function repairOf(host: Host, answered: Answered, { repairs }: Language<LanguageName>): Promise<Repair> {
  const { values, input, outcome, line } = answered;
  const { verdict, memory } = outcome;
  const [kind] = repairs;
  if (verdict !== 'violated' || !hasBuffers(memoryNamed(memory)) || kind === undefined) return null;
  const timeout = timeLeft(answered);
  if (timeout <= 0) return { refused: 'no time was left' };
  const known = optionsOf('fix');
  const options: FixOptions = {
    ...Object.fromEntries(Object.entries(questionOf(values, host)).filter(([name]) => Object.hasOwn(known, name))),
    signal: host.stop,
    file: input.name,
    memory,
    timeout,
    with: repairs.includes('fences') ? 'fences' : kind,
    onProgress: line.show,
  };
  const result = await host.services.fix(input.text, options);
  return result.ok ? result : { refused: result.diagnostics.at(-1)?.message ?? 'the question was refused' };
}

/** Of a litmus test; null where there is no time for them, or the axioms do not take the test. */
async function finalStates(host: Host, answered: Answered): Promise<JsonLitmus | null> {
  const { values, input, outcome } = answered;
  const timeout = timeLeft(answered);
  if (timeout <= 0) return null;
  const { maxMemory, signal } = questionOf(values, host);
  const options = { file: input.name, memory: outcome.memory, timeout, maxMemory, signal };
  const result = await host.services.litmus(input.text, options);
  return result.ok ? jsonLitmus(input.name, result.answer) : null;
}

/** What is wrong with `--html` on this command line; null when nothing is. */
export function htmlFault(host: Host, { html, repair }: Values<'check'>, files: readonly string[]): Status | null {
  if (html === null && !repair)
    return commandLineFault(
      host,
      '--no-fix is about the page of --html',
      'give --html a file, or use fencepost report',
    );
  if (html !== null && files.length > 1)
    return commandLineFault(host, '--html writes the page of one model', 'give one FILE with --html');
  if (html === STANDARD_INPUT)
    return commandLineFault(
      host,
      '--html does not write to standard output',
      'give --html a file, or use fencepost report',
    );
  return null;
}
