/**
 * A PostgreSQL database that may go away and come back. Everything is done in transactions that can be done again: one whose
 * connection breaks is repeated until the server answers, or until nobody waits any more. So what a transaction does must be
 * right if it was done before, without our hearing of it.
 *
 * The driver and pg-boss are packages of their own, which are loaded here and nowhere else.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool as PgPool, PoolClient } from 'pg';
import type PgBoss from 'pg-boss';
import { redacted } from './address.js';

export const BOSS_SCHEMA = 'fencepost_boss';

/** What a transaction can do. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** For pg-boss: the same transaction. */
  readonly boss: { readonly db: PgBoss.Db };
}

/** The database cannot be used; the message has no secrets. */
export class QueueFault extends Error {}

/** The server is away, or two transactions met: it may go better the next time. */
const AGAIN = /^(08...|57P0.|53300|40001|40P01|55P03|ECONN.*|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH)$/;
const CUT_OFF = /terminated|timeout exceeded|not queryable|Connection ended/i;
const [FIRST_PAUSE, LONGEST_PAUSE] = [100, 5_000];
const CONNECT_MILLISECONDS = 10_000;

export class Database {
  private constructor(
    private readonly pool: PgPool,
    readonly boss: PgBoss,
    private readonly address: string,
    private readonly onAway: (message: string) => void,
  ) {}

  /** `onAway`: told once each time the server stops to answer. Throws `QueueFault`. */
  static async open(address: string, connections: number, onAway: (message: string) => void): Promise<Database> {
    const { pg, Boss } = await packages();
    try {
      const pool = new pg.Pool({
        connectionString: address,
        max: connections,
        application_name: 'fencepost',
        connectionTimeoutMillis: CONNECT_MILLISECONDS,
      });
      // A connection that breaks while nobody uses it: the next transaction gets another one.
      pool.on('error', () => {});
      const db = { executeSql: (text: string, values: unknown[]) => pool.query(text, values) };
      const boss = new Boss({ db, schema: BOSS_SCHEMA, supervise: false, schedule: false });
      boss.on('error', () => {});
      return new Database(pool, boss, address, onAway);
    } catch (error) {
      throw new QueueFault(redacted(messageOf(error), address));
    }
  }

  /** Done once, whole or not at all. Throws `QueueFault`. */
  async once<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await this.transaction(work);
    } catch (error) {
      throw error instanceof QueueFault ? error : new QueueFault(redacted(messageOf(error), this.address));
    }
  }

  /** Done again as long as the server is away. Null when it was stopped before. */
  async persistently<T>(work: (sql: Sql) => Promise<T>, stop: AbortSignal | null): Promise<T | null> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (stop?.aborted === true) return null;
      try {
        return await this.transaction(work);
      } catch (error) {
        if (!mayGoBetter(error)) throw new QueueFault(redacted(messageOf(error), this.address));
        if (pause === 4 * FIRST_PAUSE) this.onAway(redacted(messageOf(error), this.address));
        await sleep(pause * (0.5 + Math.random() / 2), null, stop === null ? {} : { signal: stop }).catch(() => {});
      }
    }
  }

  async close(): Promise<void> {
    await this.pool.end().catch(() => {});
  }

  private async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    // One that breaks between two queries says so here as well.
    const ignore = (): void => {};
    client.on('error', ignore);
    let broken: unknown = null;
    try {
      await client.query('BEGIN');
      const result = await work(sqlOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = error;
      await client.query('ROLLBACK').then(
        () => {
          broken = null;
        },
        () => {},
      );
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(broken instanceof Error ? broken : broken !== null);
    }
  }
}

/** pg-boss hides what goes wrong when it fetches: it is kept here, and thrown by the next query. */
function sqlOf(client: PoolClient): Sql {
  let hidden: unknown = null;
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (hidden !== null) throw hidden;
    return client.query(text, [...values]);
  };
  const executeSql = async (text: string, values: unknown[]) => {
    try {
      return await query(text, values);
    } catch (error) {
      hidden = error;
      throw error;
    }
  };
  return {
    query: async <Row extends object>(text: string, values?: readonly unknown[]) =>
      (await query(text, values)).rows as Row[],
    boss: { db: { executeSql } },
  };
}

function mayGoBetter(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return AGAIN.test(code) || CUT_OFF.test(messageOf(error));
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || String((error as { code?: string }).code) : String(error);
}

/** Whoever has no queue does not install them. */
async function packages() {
  try {
    const [{ default: pg }, { default: Boss }] = await Promise.all([import('pg'), import('pg-boss')]);
    return { pg, Boss };
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new QueueFault(
      'a queue needs the packages pg-boss and pg, which are not installed: npm install pg-boss@10 pg, beside fencepost',
    );
  }
}
