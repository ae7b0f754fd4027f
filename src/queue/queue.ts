/**
 * A queue of questions in a database, for any number of batches and workers.
 *
 * pg-boss has a job for each question: it gives a job to one worker at a time, and again, after a pause that doubles, when it
 * was failed. There is a queue of pg-boss for each version of the program, so a worker of another version sees no job of this one.
 *
 * Who has taken a question has a lease on it and renews it every few seconds. A lease that was not renewed is one of a worker
 * that died: whoever notices fails the job. A question on which three workers died is set aside: its answer is `crashed`.
 *
 * Exactly once: an answer, the end of its lease and the end of its job are one transaction, and `result` has one row for each
 * question. A worker that was thought dead and answers late finds a row there, or makes the one that counts.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { BatchQuestion } from '../batch/question.js';
import { type JsonBatchAnswer, setAsideRow } from '../batch/row.js';
import { Database, QueueFault, type Sql } from './database.js';
import { makeTables } from './tables.js';

/** A question that a worker has taken. */
export interface Taken {
  readonly job: string;
  readonly batch: string;
  readonly number: number;
  readonly question: BatchQuestion;
}

export interface BatchStanding {
  readonly id: string;
  readonly version: string;
  readonly questions: number;
  readonly answers: number;
  /** Workers have them now. */
  readonly running: number;
  readonly created: Date;
  readonly cancelled: boolean;
}

export interface WorkerStanding {
  readonly id: string;
  readonly version: string;
  readonly jobs: number;
  readonly running: number;
  readonly secondsSinceBeat: number;
}

/** Seconds without a beat after which a worker counts as dead. */
export const LEASE_SECONDS = 15;
const MOST_DEATHS = 3;
const DAY_SECONDS = 86_400;
const YEARS_MILLISECONDS = 5 * 365 * DAY_SECONDS * 1000;
/** Of questions, in one statement. */
const CHUNK = 200;

const jobQueue = (version: string): string => `fencepost-${version.replace(/[^\w-]/g, '_')}`;

export class Queue {
  private constructor(
    readonly database: Database,
    readonly version: string,
    private readonly leaseSeconds: number,
  ) {}

  /** Makes the tables if they are not there. Throws `QueueFault`. */
  static async open(
    address: string,
    version: string,
    { connections = 4, onAway = () => {}, leaseSeconds = LEASE_SECONDS }: Partial<Opening> = {},
  ): Promise<Queue> {
    const database = await Database.open(address, connections, onAway);
    try {
      const fault = await database.once(makeTables);
      if (fault !== null) throw new QueueFault(fault);
      await database.boss.start();
      await database.boss.createQueue(jobQueue(version));
    } catch (error) {
      await database.close();
      if (error instanceof QueueFault) throw error;
      // Whoever else opens it at this moment makes the same.
      throw await database.once(async () => error).catch((told: unknown) => told);
    }
    return new Queue(database, version, leaseSeconds);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /** Puts a batch into the queue and gives its name. */
  async put(questions: readonly BatchQuestion[], stop: AbortSignal): Promise<string | null> {
    const id = `${new Date().toISOString().slice(0, 10)}-${randomBytes(4).toString('hex')}`;
    const jobs = questions.map(() => randomUUID());
    const keepUntil = new Date(Date.now() + YEARS_MILLISECONDS).toISOString();
    const name = jobQueue(this.version);
    const rest = {
      name,
      retryLimit: 1000,
      retryDelay: 1,
      retryBackoff: true,
      expireInSeconds: DAY_SECONDS - 60,
      keepUntil,
    };
    return this.database.persistently(async (sql) => {
      const made = await sql.query(
        'insert into fencepost.batch (id, digest, version, questions) values ($1, $2, $3, $4) on conflict do nothing returning id',
        [id, digestOf(questions), this.version, questions.length],
      );
      // It was committed, and the answer was lost on its way.
      if (made.length === 0) return id;
      for (let from = 0; from < questions.length; from += CHUNK) {
        const part = questions.slice(from, from + CHUNK);
        const own = jobs.slice(from, from + CHUNK);
        await sql.query(
          `insert into fencepost.question (batch, number, key, payload, job)
           select $1, * from unnest($2::int[], $3::text[], $4::text[], $5::uuid[])`,
          [
            id,
            part.map((_, index) => from + index),
            part.map(({ key }) => key),
            part.map((each) => JSON.stringify(each)),
            own,
          ],
        );
        await this.database.boss.insert(
          own.map((job) => ({ ...rest, id: job, data: { batch: id } })),
          sql.boss,
        );
      }
      return id;
    }, stop);
  }

  /** The newest batch with the same questions that was not cancelled. */
  async find(questions: readonly BatchQuestion[]): Promise<string | null> {
    const [found] = await this.database.once((sql) =>
      sql.query<{ id: string }>(
        'select id from fencepost.batch where digest = $1 and version = $2 and cancelled is null order by created desc limit 1',
        [digestOf(questions), this.version],
      ),
    );
    return found?.id ?? null;
  }

  /** At most so many questions for a worker. What is answered or cancelled already is taken out of the queue on the way. */
  async take(worker: string, most: number, stop: AbortSignal): Promise<readonly Taken[]> {
    const name = jobQueue(this.version);
    const taken = await this.database.persistently(async (sql) => {
      const jobs = await this.database.boss.fetch(name, { ...sql.boss, batchSize: most });
      if (jobs.length === 0) return [];
      const ids = jobs.map(({ id }) => id);
      const rows = await sql.query<{ job: string; batch: string; number: number; payload: string }>(
        `select q.job, q.batch, q.number, q.payload
         from fencepost.question q join fencepost.batch b on b.id = q.batch
         where q.job = any($1::uuid[]) and b.cancelled is null
           and not exists (select from fencepost.result r where r.batch = q.batch and r.number = q.number)`,
        [ids],
      );
      const wanted = new Set(rows.map(({ job }) => job));
      const others = ids.filter((id) => !wanted.has(id));
      if (others.length > 0) await this.database.boss.complete(name, others, sql.boss);
      for (const { job, batch } of rows) {
        await sql.query(
          `insert into fencepost.lease (job, batch, worker) values ($1, $2, $3)
           on conflict (job) do update set worker = excluded.worker, beat = now()`,
          [job, batch, worker],
        );
      }
      return rows;
    }, stop);
    return (taken ?? []).map(({ job, batch, number, payload }) => {
      return { job, batch, number, question: JSON.parse(payload) as BatchQuestion };
    });
  }

  /** The answer, once: false when there was one. */
  async finish(worker: string, { job, batch, number }: Taken, row: JsonBatchAnswer): Promise<boolean> {
    const first = await this.database.persistently(async (sql) => {
      await sql.query('delete from fencepost.lease where job = $1 and worker = $2', [job, worker]);
      return this.settle(sql, worker, { job, batch, number }, row);
    }, null);
    return first === true;
  }

  private async settle(
    sql: Sql,
    worker: string,
    { job, batch, number }: Omit<Taken, 'question'>,
    row: JsonBatchAnswer,
  ): Promise<boolean> {
    const added = await sql.query(
      'insert into fencepost.result (batch, number, worker, row) values ($1, $2, $3, $4) on conflict do nothing returning number',
      [batch, number, worker, JSON.stringify(row)],
    );
    await this.database.boss.complete(jobQueue(this.version), job, sql.boss);
    return added.length > 0;
  }

  /** The process that worked on it died. Its answer if that was once too often, else null, and it is asked again later. */
  async died(worker: string, taken: Pick<Taken, 'job'>, why: string): Promise<JsonBatchAnswer | null> {
    return this.database.persistently(async (sql) => {
      const had = await sql.query('delete from fencepost.lease where job = $1 and worker = $2 returning job', [
        taken.job,
        worker,
      ]);
      return had.length === 0 ? null : this.bury(sql, worker, taken.job, why);
    }, null);
  }

  private async bury(sql: Sql, worker: string, job: string, why: string): Promise<JsonBatchAnswer | null> {
    const [dead] = await sql.query<{ batch: string; number: number; payload: string; deaths: number }>(
      'update fencepost.question set deaths = deaths + 1 where job = $1 returning batch, number, payload, deaths',
      [job],
    );
    if (dead === undefined) return null;
    if (dead.deaths < MOST_DEATHS) {
      await this.database.boss.fail(jobQueue(this.version), job, { message: why }, sql.boss);
      return null;
    }
    const reason = `set aside: ${MOST_DEATHS} processes that worked on it died, the last because ${why}`;
    const row = setAsideRow(JSON.parse(dead.payload) as BatchQuestion, reason, this.version);
    await this.settle(sql, worker, { job, batch: dead.batch, number: dead.number }, row);
    return row;
  }

  /** Gives questions back that were not answered, because the worker ends. Nobody died. */
  async giveBack(worker: string, jobs: readonly string[]): Promise<void> {
    if (jobs.length === 0) return;
    await this.database.once(async (sql) => {
      const own = await sql.query<{ job: string }>(
        'delete from fencepost.lease where job = any($1::uuid[]) and worker = $2 returning job',
        [jobs, worker],
      );
      const ids = own.map(({ job }) => job);
      if (ids.length > 0) await this.database.boss.fail(jobQueue(this.version), ids, sql.boss);
    });
  }

  /** A worker is alive, and so are its leases. Gives the batches among them that were cancelled. */
  async beat(worker: string, jobs: number, stop: AbortSignal): Promise<readonly string[]> {
    const cancelled = await this.database.persistently(async (sql) => {
      await sql.query(
        `insert into fencepost.worker (id, version, jobs) values ($1, $2, $3) on conflict (id) do update set beat = now()`,
        [worker, this.version, jobs],
      );
      await sql.query('update fencepost.lease set beat = now() where worker = $1', [worker]);
      return sql.query<{ id: string }>(
        `select distinct b.id from fencepost.lease l join fencepost.batch b on b.id = l.batch
         where l.worker = $1 and b.cancelled is not null`,
        [worker],
      );
    }, stop);
    return (cancelled ?? []).map(({ id }) => id);
  }

  async leave(worker: string): Promise<void> {
    await this.database.once((sql) => sql.query('delete from fencepost.worker where id = $1', [worker]));
  }

  /**
   * Finds the leases of the dead. A server that was away has heard nobody: leases count from its start, too. Gives how many
   * there were.
   */
  async reap(stop: AbortSignal): Promise<number> {
    const count = await this.database.persistently(async (sql) => {
      const dead = await sql.query<{ job: string; worker: string }>(
        `delete from fencepost.lease where job in (
           select l.job from fencepost.lease l join fencepost.batch b on b.id = l.batch
           where b.version = $2 and greatest(l.beat, pg_postmaster_start_time()) < now() - $1 * interval '1 second'
           order by l.job for update of l skip locked)
         returning job, worker`,
        [this.leaseSeconds, this.version],
      );
      for (const { job, worker } of dead) await this.bury(sql, worker, job, 'its worker was heard of no more');
      await sql.query(`delete from fencepost.worker where beat < now() - interval '1 day'`);
      return dead.length;
    }, stop);
    return count ?? 0;
  }

  /** Whether any batch of this version has a question that is neither answered nor cancelled. */
  async hasWork(stop: AbortSignal): Promise<boolean> {
    const found = await this.database.persistently(
      (sql) =>
        sql.query(
          `select 1 from fencepost.batch b where b.version = $1 and b.cancelled is null
           and b.questions > (select count(*) from fencepost.result r where r.batch = b.id) limit 1`,
          [this.version],
        ),
      stop,
    );
    return found === null || found.length > 0;
  }

  /** False when there is no such batch. */
  async cancel(batch: string): Promise<boolean> {
    return this.database.once(async (sql) => {
      const [found] = await sql.query<{ version: string }>(
        'update fencepost.batch set cancelled = coalesce(cancelled, now()) where id = $1 returning version',
        [batch],
      );
      if (found === undefined) return false;
      const waiting = await sql.query<{ job: string }>(
        `select q.job from fencepost.question q where q.batch = $1
         and not exists (select from fencepost.lease l where l.job = q.job)
         and not exists (select from fencepost.result r where r.batch = q.batch and r.number = q.number)`,
        [batch],
      );
      const jobs = waiting.map(({ job }) => job);
      if (jobs.length > 0) await this.database.boss.cancel(jobQueue(found.version), jobs, sql.boss);
      return true;
    });
  }

  /** The numbers of a batch's questions that have an answer, and whether it was cancelled; null when it is gone. */
  async answered(
    batch: string,
    stop: AbortSignal,
  ): Promise<{ readonly numbers: readonly number[]; readonly cancelled: boolean } | null> {
    return this.database.persistently(async (sql) => {
      const [found] = await sql.query<{ cancelled: boolean }>(
        'select cancelled is not null as cancelled from fencepost.batch where id = $1',
        [batch],
      );
      if (found === undefined) return null;
      const rows = await sql.query<{ number: number }>('select number from fencepost.result where batch = $1', [batch]);
      return { numbers: rows.map(({ number }) => number), cancelled: found.cancelled };
    }, stop);
  }

  async rows(batch: string, numbers: readonly number[], stop: AbortSignal): Promise<readonly JsonBatchAnswer[]> {
    const rows = await this.database.persistently(
      (sql) =>
        sql.query<{ row: string }>(
          'select row from fencepost.result where batch = $1 and number = any($2::int[]) order by at, number',
          [batch, numbers],
        ),
      stop,
    );
    return (rows ?? []).map(({ row }) => JSON.parse(row) as JsonBatchAnswer);
  }

  async standing(): Promise<{
    readonly batches: readonly BatchStanding[];
    readonly workers: readonly WorkerStanding[];
  }> {
    return this.database.once(async (sql) => ({
      batches: await sql.query<BatchStanding>(
        `select b.id, b.version, b.questions, b.created, b.cancelled is not null as cancelled,
           (select count(*)::int from fencepost.result r where r.batch = b.id) as answers,
           (select count(*)::int from fencepost.lease l where l.batch = b.id) as running
         from fencepost.batch b order by b.created`,
      ),
      workers: await sql.query<WorkerStanding>(
        `select w.id, w.version, w.jobs, extract(epoch from now() - w.beat)::float8 as "secondsSinceBeat",
           (select count(*)::int from fencepost.lease l where l.worker = w.id) as running
         from fencepost.worker w where w.beat > now() - $1 * interval '1 second' order by w.started`,
        [this.leaseSeconds],
      ),
    }));
  }

  /** What pg-boss does now and then: jobs that are done long ago go. */
  async tidy(): Promise<void> {
    await this.database.boss.archive().catch(() => {});
  }
}

interface Opening {
  readonly connections: number;
  /** Told when the server does not answer any more, without secrets. */
  onAway(message: string): void;
  readonly leaseSeconds: number;
}

function digestOf(questions: readonly BatchQuestion[]): string {
  const keys = questions.map(({ key, limits }) => `${key} ${limits.timeout} ${limits.maxMemory}`).sort();
  return createHash('sha256').update(keys.join('\n')).digest('hex');
}
