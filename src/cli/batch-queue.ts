/** `fencepost batch --queue`: puts a batch into a queue and waits for its answers; tells how far all are; cancels one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addressFault, placeOf } from '../queue/address.js';
import { QueueFault } from '../queue/database.js';
import { type BatchStanding, Queue, type WorkerStanding } from '../queue/queue.js';
import { SCHEMA } from '../report/json.js';
import { table } from '../report/table.js';
import { plural } from '../report/words.js';
import type { Batch, BatchValues } from './batch.js';
import { commandLineFault, queueFault } from './faults.js';
import type { Host } from './host.js';
import { writeJson } from './json.js';
import { STATUS, type Status } from './status.js';

/** A batch in the queue, and how far it is. */
interface JsonBatchStanding {
  readonly batch: string;
  /** Of the program that put it there, and whose workers answer. */
  readonly version: string;
  readonly questions: number;
  readonly answers: number;
  /** Questions that a worker has now. */
  readonly running: number;
  /** When it was put there. */
  readonly created: string;
  readonly cancelled: boolean;
}

/** A worker that was heard of lately. */
interface JsonWorker {
  readonly worker: string;
  readonly version: string;
  /** Questions that it answers at a time. */
  readonly jobs: number;
  readonly running: number;
}

/** `fencepost batch --status`. */
export interface JsonQueueStatus {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  readonly kind: 'status';
  readonly batches: readonly JsonBatchStanding[];
  readonly workers: readonly JsonWorker[];
}

/** `fencepost batch --cancel`, and with `--no-wait` the batch that was put into the queue. */
export interface JsonBatchNote {
  /** Grows when a field changes its meaning or goes. */
  readonly schema: typeof SCHEMA;
  readonly kind: 'cancelled' | 'queued';
  readonly batch: string;
}

/** Opens a queue and does something with it; what goes wrong is told. */
export async function withQueue(
  address: string,
  host: Host,
  json: boolean,
  work: (queue: Queue) => Promise<Status | null>,
): Promise<Status | null> {
  const fault = addressFault(address);
  if (fault !== null) return commandLineFault(host, fault, 'the password can be in the variable PGPASSWORD');
  const onAway = (message: string): void => {
    host.errors.write(`fencepost: the database does not answer (${message}); trying again\n`);
  };
  try {
    const queue = await Queue.open(address, host.version, { onAway });
    try {
      return await work(queue);
    } finally {
      await queue.close();
    }
  } catch (error) {
    if (error instanceof QueueFault) return queueFault(host, json, placeOf(address), error.message);
    throw error;
  }
}

const POLL_MILLISECONDS = 500;

/** Null when the answers are in the batch. */
export function runInQueue(batch: Batch, address: string): Promise<Status | null> {
  const { host, values, questions, open } = batch;
  return withQueue(address, host, values.json, async (queue) => {
    if (open.length === 0) return null;
    const found = values.resume ? await queue.find(questions) : null;
    const id = found ?? (await queue.put(found === null ? open : questions, host.stop));
    if (id === null) return null;
    batch.name = id;
    if (!values.json) host.errors.write(`fencepost: batch ${id}${found === null ? '' : ', from before'}\n`);
    if (!values.wait) {
      batch.leave();
      if (values.json) writeJson(host, { schema: SCHEMA, kind: 'queued', batch: id });
      else host.output.write(`${id}\n`);
      return STATUS.holds;
    }
    await follow(batch, queue, id);
    return null;
  });
}

/** Takes answers as they come, until all are there, the batch is cancelled, or nobody waits any more. */
async function follow(batch: Batch, queue: Queue, id: string): Promise<void> {
  const { host, values } = batch;
  const seen = new Set<number>();
  const wanted = new Set(batch.open.map(({ key }) => key));
  let lonely = false;
  while (!host.stop.aborted) {
    const answered = await queue.answered(id, host.stop);
    if (answered === null) return;
    const fresh = answered.numbers.filter((number) => !seen.has(number));
    for (const row of fresh.length === 0 ? [] : await queue.rows(id, fresh, host.stop)) {
      if (wanted.delete(row.question)) batch.add(row);
    }
    for (const number of fresh) seen.add(number);
    if (wanted.size === 0 || answered.cancelled) return;
    const { workers } = await queue.standing().catch(() => ({ workers: null }));
    const none = workers !== null && !workers.some(({ version }) => version === queue.version);
    if (none && !lonely && !values.quiet)
      host.errors.write(`fencepost: no worker of version ${queue.version} is at work; waiting for one\n`);
    lonely = none;
    await sleep(POLL_MILLISECONDS, null, { signal: host.stop }).catch(() => {});
  }
  if (!values.quiet) host.errors.write(`fencepost: batch ${id} goes on; fencepost batch --cancel ${id} ends it\n`);
}

export async function lookAtQueue(values: BatchValues, address: string, host: Host): Promise<Status> {
  const { cancel, json } = values;
  const status = await withQueue(address, host, json, async (queue) => {
    if (cancel === null) return tellStatus(await queue.standing(), json, host);
    if (!(await queue.cancel(cancel))) {
      return commandLineFault(host, `there is no batch '${cancel}'`, 'fencepost batch --status lists them');
    }
    if (json) writeJson(host, { schema: SCHEMA, kind: 'cancelled', batch: cancel });
    else host.output.write(`batch ${cancel} is cancelled\n`);
    return STATUS.holds;
  });
  return status ?? STATUS.holds;
}

interface Standing {
  readonly batches: readonly BatchStanding[];
  readonly workers: readonly WorkerStanding[];
}

function tellStatus({ batches, workers }: Standing, json: boolean, host: Host): Status {
  if (json) {
    writeJson(host, {
      schema: SCHEMA,
      kind: 'status',
      batches: batches.map(({ id, created, ...rest }) => ({ batch: id, ...rest, created: created.toISOString() })),
      workers: workers.map(({ id, version, jobs, running }) => ({ worker: id, version, jobs, running })),
    });
    return STATUS.holds;
  }
  const right = { align: 'right' } as const;
  const columns = [
    { title: 'batch' },
    { title: 'version' },
    ...['questions', 'answers', 'running'].map((title) => ({ title, ...right })),
    { title: 'state' },
  ];
  const rows = batches.map(({ id, version, questions, answers, running, cancelled }) => [
    id,
    version,
    `${questions}`,
    `${answers}`,
    `${running}`,
    cancelled ? 'cancelled' : answers === questions ? 'done' : running > 0 ? 'at work' : 'waiting',
  ]);
  const lines = rows.length === 0 ? ['no batch is in the queue'] : table(columns, rows);
  const told = workers.map(({ id, version, jobs, running }) => {
    return `  ${id}: version ${version}, ${running} of ${plural(jobs, 'question')} at a time`;
  });
  const heading = workers.length === 0 ? 'no worker is at work' : `${plural(workers.length, 'worker')}:`;
  for (const line of [...lines, heading, ...told]) host.output.write(`${line}\n`);
  return STATUS.holds;
}
