/**
 * `fencepost batch MANIFEST|FOLDER...`: many questions at once. Here they are answered by a pool of processes of this machine;
 * with `--queue` they go into a database (`batch-queue.ts`).
 */
import { availableParallelism, totalmem } from 'node:os';
import type { BatchQuestion } from '../batch/question.js';
import { isKept, NotResults, ResultsFile } from '../batch/results.js';
import type { JsonBatchAnswer } from '../batch/row.js';
import { runQuestions } from '../batch/run.js';
import { gatherQuestions, type SourceFault } from '../batch/sources.js';
import { barOn } from './batch-progress.js';
import { batchReport, statusOfAll, summaryLine, summaryOf, troubles } from './batch-report.js';
import { commandLineFault, fileFault, placedFault } from './faults.js';
import type { Host } from './host.js';
import { systemReason } from './input.js';
import { writeJson } from './json.js';
import type { Values } from './options.js';
import { combine, type Status } from './status.js';
import { styleFor } from './surroundings.js';

export type BatchValues = Values<'batch'>;

/** Seconds that a question has where nobody says so: a batch must end. */
const USUAL_TIMEOUT = 300;
/** Megabytes that a question has, if the machine has that many. */
const USUAL_MEMORY = 4096;
const SHARE_OF_MACHINE = 0.8;

export function jobsOf(atOnce: number | null): number {
  return atOnce ?? availableParallelism();
}

export function limitsOf(values: { readonly timeout?: number; readonly maxMemory?: number }, jobs: number) {
  const share = Math.floor((SHARE_OF_MACHINE * totalmem()) / 2 ** 20 / jobs);
  return {
    timeout: values.timeout ?? USUAL_TIMEOUT,
    maxMemory: values.maxMemory ?? Math.max(256, Math.min(USUAL_MEMORY, share)),
  };
}

export async function run(values: BatchValues, operands: readonly string[], host: Host): Promise<Status> {
  const queue = values.queue ?? host.variables.FENCEPOST_QUEUE ?? null;
  if (values.status || values.cancel !== null) {
    if (queue === null) return commandLineFault(host, 'there is no queue to look at', 'name it by --queue ADDRESS');
    if (operands.length > 0)
      return commandLineFault(host, `batch does not take '${operands[0]}' with that`, 'leave it out');
    const { lookAtQueue } = await import('./batch-queue.js');
    return lookAtQueue(values, queue, host);
  }
  if (operands.length === 0)
    return commandLineFault(host, 'batch needs a manifest or a folder', 'fencepost batch --help says more');
  if (values.resume && values.results === null)
    return commandLineFault(host, '--resume goes on with a file of results', 'name it by --results FILE');
  const gathered = await gatherQuestions(operands, defaultsOf(values, host));
  if (!gathered.ok) return combine(gathered.faults.map((fault) => sourceFault(host, values.json, fault)));
  const { questions } = gathered;
  let results: ResultsFile | null = null;
  try {
    results = values.results === null ? null : ResultsFile.open(values.results, values.resume);
  } catch (error) {
    return resultsFault(host, values.json, values.results ?? '', error);
  }
  const batch = new Batch(values, questions, results, host);
  if (queue === null) await batch.runHere();
  else {
    const { runInQueue } = await import('./batch-queue.js');
    const status = await runInQueue(batch, queue);
    if (status !== null) return status;
  }
  return batch.end();
}

function defaultsOf(values: BatchValues, host: Host) {
  const { memory = null, processes = null, engine } = values;
  return {
    memory,
    processes,
    // Nobody is told of them.
    asked: { warnings: false, ...(engine === undefined ? {} : { engine }) },
    limits: limitsOf(values, jobsOf(values.atOnce)),
    version: host.version,
  };
}

function sourceFault(host: Host, json: boolean, { file, place, code, message }: SourceFault): Status {
  return code === 'io' || place === null
    ? fileFault(host, json, file, message)
    : placedFault(host, json, file, { code, message, ...place });
}

function resultsFault(host: Host, json: boolean, file: string, error: unknown): Status {
  if (error instanceof NotResults)
    return placedFault(host, json, file, { code: 'manifest', message: error.message, line: error.line, column: 1 });
  const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
  return fileFault(host, json, file, exists ? 'the file exists; --resume goes on with it' : systemReason(error));
}

/** A batch under way: what is answered, and where answers go. */
export class Batch {
  readonly rows = new Map<string, JsonBatchAnswer>();
  /** What no earlier run has answered. */
  readonly open: readonly BatchQuestion[];
  /** In a queue. */
  name: string | null = null;
  private readonly begun = performance.now();
  private readonly earlier: number;
  private readonly bar;

  constructor(
    readonly values: BatchValues,
    readonly questions: readonly BatchQuestion[],
    private readonly results: ResultsFile | null,
    readonly host: Host,
  ) {
    const before = new Map((results?.earlier ?? []).map((row) => [row.question, row]));
    for (const { key, limits, expected } of questions) {
      const row = before.get(key);
      // What is expected may have changed since.
      if (row !== undefined && isKept(row, limits)) this.rows.set(key, { ...row, expected });
    }
    this.open = questions.filter(({ key }) => !this.rows.has(key));
    this.earlier = this.rows.size;
    if ((results?.cut ?? 0) > 0)
      host.errors.write(`fencepost: the last line of ${values.results} was torn and is gone\n`);
    this.bar = barOn(host.errors, questions.length, [...this.rows.values()], values.quiet || values.json);
  }

  add(row: JsonBatchAnswer): void {
    this.rows.set(row.question, row);
    this.results?.add(row);
    if (this.values.json) writeJson(this.host, row);
    this.bar.show(row);
  }

  async runHere(): Promise<void> {
    const { host, open } = this;
    const jobs = Math.max(1, Math.min(jobsOf(this.values.atOnce), open.length));
    const asker = await host.services.questions(host.root, jobs);
    await runQuestions(asker, open, { version: host.version, stop: host.stop, onAnswer: (row) => this.add(row) });
  }

  /** Without telling anything: the answers come later. */
  leave(): void {
    this.bar.erase();
    this.results?.close();
  }

  end(): Status {
    const { host, values, questions } = this;
    this.leave();
    const rows = questions.flatMap(({ key }) => this.rows.get(key) ?? []);
    const seconds = (performance.now() - this.begun) / 1000;
    const summary = summaryOf(rows, { questions: questions.length, earlier: this.earlier, seconds, batch: this.name });
    const status = statusOfAll(rows, questions.length);
    if (values.json) {
      writeJson(host, summary);
      return status;
    }
    const style = styleFor(host);
    const lines = values.quiet ? troubles(rows, style) : batchReport(rows, values.full, style);
    for (const line of [...lines, summaryLine(summary)]) host.output.write(`${line}\n`);
    return status;
  }
}
