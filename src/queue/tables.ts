/**
 * What a queue keeps beside the jobs of pg-boss: batches, their questions with the texts, who works on which, and the answers.
 *
 * The key of `result` is what makes an answer count once: whoever comes second finds one. Texts are JSON in columns of plain text,
 * because a column of JSON has no room for every character.
 */
import type { Sql } from './database.js';

/** Grows when a table changes. */
const VERSION = 1;
/** Two that make the tables at once would meet. */
const LOCK = 7_430_221;

const TABLES = `
create schema if not exists fencepost;
create table if not exists fencepost.meta (version int not null);
create table if not exists fencepost.batch (
  id text primary key,
  digest text not null,
  version text not null,
  questions int not null,
  created timestamptz not null default now(),
  cancelled timestamptz
);
create table if not exists fencepost.question (
  batch text not null references fencepost.batch on delete cascade,
  number int not null,
  key text not null,
  payload text not null,
  job uuid not null unique,
  deaths int not null default 0,
  primary key (batch, number),
  unique (batch, key)
);
create table if not exists fencepost.lease (
  job uuid primary key,
  batch text not null references fencepost.batch on delete cascade,
  worker text not null,
  beat timestamptz not null default now()
);
create table if not exists fencepost.result (
  batch text not null references fencepost.batch on delete cascade,
  number int not null,
  worker text not null,
  at timestamptz not null default now(),
  row text not null,
  primary key (batch, number)
);
create table if not exists fencepost.worker (
  id text primary key,
  version text not null,
  jobs int not null,
  started timestamptz not null default now(),
  beat timestamptz not null default now()
);
`;

/** Null, or that somebody else's version made them. */
export async function makeTables(sql: Sql): Promise<string | null> {
  await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
  for (const statement of TABLES.split(';')) if (statement.trim() !== '') await sql.query(statement);
  const [found] = await sql.query<{ version: number }>('select version from fencepost.meta');
  if (found === undefined) await sql.query('insert into fencepost.meta values ($1)', [VERSION]);
  else if (found.version !== VERSION)
    return `the tables in the database are of format ${found.version}, not ${VERSION}`;
  return null;
}
