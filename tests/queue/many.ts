/** Batches with many questions and poisoned ones, workers that can be killed, and what must be in the database at the end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type BatchQuestion, keyOf, kindOfFile } from '../../src/batch/question.js';
import type { JsonBatchAnswer } from '../../src/batch/row.js';
import { bundledProgram } from '../support/bundled.js';

export const VERSION = '0.0.0-test';

const MODELS: readonly (readonly [string, BatchQuestion['memory'], BatchQuestion['expected']])[] = [
  ['litmus/SB.litmus', 'tso', 'Sometimes'],
  ['litmus/MP.litmus', 'tso', 'Never'],
  ['litmus/SB.litmus', 'sc', 'Never'],
  ['programs/peterson.fp', 'tso', 'violated'],
  ['programs/peterson.fp', 'sc', 'holds'],
  ['programs/peterson-tso.fp', 'tso', 'holds'],
  ['test-and-set.cub', null, 'holds'],
  ['test-and-set-broken.cub', null, 'violated'],
  ['programs/lamport-fast.fp', 'tso', 'violated'],
  ['programs/dekker-pso.fp', 'pso', 'holds'],
];

function questionOf(file: string, text: string, memory: BatchQuestion['memory'], expected: BatchQuestion['expected']) {
  const question = { kind: kindOfFile(file), file, text, memory, processes: null, asked: {} } as const;
  const limits = { timeout: 60, maxMemory: 1024 };
  return { ...question, key: keyOf(question, VERSION), expected, limits };
}

/** The same models again and again under other names; then, for each kind of poison, as many as `poisoned`. */
export function manyQuestions(count: number, poisoned: number): BatchQuestion[] {
  const texts = MODELS.map(([file]) => readFileSync(path.join('examples', file), 'utf8'));
  const good = Array.from({ length: count }, (_, index) => {
    const at = index % MODELS.length;
    const [file, memory, expected] = MODELS[at] as (typeof MODELS)[number];
    return questionOf(`${index}/${file}`, texts[at] as string, memory, expected);
  });
  const bad = ['child', 'worker'].flatMap((whom) =>
    Array.from({ length: poisoned }, (_, index) =>
      questionOf(`poisoned/${whom}-${index}.fp`, `// poison the ${whom}\n${texts[3]}`, 'tso', null),
    ),
  );
  const step = Math.floor(count / (bad.length + 1));
  return bad.reduceRight((all, each, index) => all.toSpliced((index + 1) * step, 0, each), good);
}

/** The address goes by a variable: command lines are read by everybody. */
export function startWorker(address: string, lease = 2, jobs = 1): ChildProcess {
  return spawn(process.execPath, [bundledProgram('tests/queue/worker-process.ts'), VERSION, `${jobs}`, `${lease}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, FENCEPOST_QUEUE: address },
  });
}

/** What is wrong with the results of a batch: nothing is lost, nothing is double, and only what is poisoned is set aside. */
export async function faultsIn(address: string, batch: string, questions: readonly BatchQuestion[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const select = async <Row>(text: string): Promise<Row[]> => (await client.query(text, [batch])).rows as Row[];
  const results = await select<{ number: number; row: string }>(
    'select number, row from fencepost.result where batch = $1',
  );
  const leases = await select('select job from fencepost.lease where batch = $1');
  const jobs = await select<{ state: string }>(
    `select j.state from fencepost_boss.job j join fencepost.question q on q.job = j.id
     where q.batch = $1 and j.state not in ('completed', 'cancelled')`,
  );
  await client.end();
  const rows = new Map(results.map(({ number, row }) => [number, JSON.parse(row) as JsonBatchAnswer]));
  const wrong = questions.flatMap((question, number) => {
    const row = rows.get(number);
    if (row === undefined) return [`${question.file} has no answer`];
    if (row.question !== question.key) return [`${question.file} has the answer of another`];
    if (question.file.startsWith('poisoned/')) {
      const aside = row.ended === 'crashed' && row.reason?.startsWith('set aside') === true;
      return aside ? [] : [`${question.file} is poisoned and was ${row.verdict}`];
    }
    return row.verdict === question.expected ? [] : [`${question.file}: ${row.verdict} (${row.reason})`];
  });
  const double = results.length - rows.size;
  return [
    ...wrong,
    ...(double === 0 ? [] : [`${double} answers are double`]),
    ...(results.length === questions.length ? [] : [`${results.length} answers to ${questions.length} questions`]),
    ...(leases.length === 0 ? [] : [`${leases.length} leases are left`]),
    ...(jobs.length === 0 ? [] : [`${jobs.length} jobs are left: ${jobs.map(({ state }) => state).join(', ')}`]),
  ];
}
