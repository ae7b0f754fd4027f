/** The queue on a real PostgreSQL server: workers that die, a server that goes away, questions that kill, and no secrets told. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressFault, redacted } from '../../src/queue/address.js';
import { Queue } from '../../src/queue/queue.js';
import { type Server, startServer } from '../support/postgres.js';
import { validate } from '../support/schema.js';
import { faultsIn, manyQuestions, startWorker, VERSION } from './many.js';

const PROGRAM = path.resolve('dist', 'cli.js');
const folder = mkdtempSync(path.join(os.tmpdir(), 'fencepost-queue-'));
const never = new AbortController().signal;
let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** The built program. */
function run(
  words: readonly string[],
  variables: NodeJS.ProcessEnv = { FENCEPOST_QUEUE: server.address },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { env: { ...process.env, ...variables } });
    const told = { output: '', errors: '' };
    child.stdout.on('data', (piece: Buffer) => {
      told.output += piece.toString();
    });
    child.stderr.on('data', (piece: Buffer) => {
      told.errors += piece.toString();
    });
    child.on('close', (status) => resolve({ status, ...told }));
  });
}

/** It may have ended before: some questions kill their workers. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((resolve) => child.on('exit', resolve));
}

describe('a queue', () => {
  test('answers each question once, though workers are killed and the server goes away', async () => {
    const questions = manyQuestions(40, 1);
    const queue = await Queue.open(server.address, VERSION);
    const batch = (await queue.put(questions, never)) as string;
    const done = async (): Promise<number> => (await queue.answered(batch, never))?.numbers.length ?? 0;
    const first = startWorker(server.address);
    const poisonable = new Set<ChildProcess>();
    let over = false;
    // A question kills its worker three times: somebody starts it again.
    const start = (): void => {
      const worker = startWorker(server.address);
      poisonable.add(worker);
      worker.on('exit', () => {
        poisonable.delete(worker);
        if (!over) start();
      });
    };
    start();
    await expect.poll(done, { interval: 50 }).toBeGreaterThan(0);
    const gone = ended(first);
    first.kill('SIGKILL');
    await gone;
    await server.stop();
    await sleep(300);
    await server.start();
    await expect.poll(done, { interval: 200 }).toBe(questions.length);
    over = true;
    for (const worker of [...poisonable]) {
      const end = ended(worker);
      worker.kill('SIGTERM');
      await end;
    }
    expect(await faultsIn(server.address, batch, questions)).toEqual([]);
    await queue.close();
  });

  test('ignores an answer that comes late, and gives a question back that a worker leaves', async () => {
    const queue = await Queue.open(server.address, `${VERSION}-late`, { leaseSeconds: 0 });
    const [question] = manyQuestions(1, 0);
    if (question === undefined) throw new Error('there is one');
    const batch = (await queue.put([question], never)) as string;
    const [slow] = await queue.take('slow', 1, never);
    if (slow === undefined) throw new Error('it was put there');
    expect(slow.question).toEqual(question);
    expect(await queue.take('other', 1, never)).toEqual([]);
    expect(await queue.reap(never)).toBe(1);
    const again = async () => (await queue.take('quick', 1, never)).length;
    await expect.poll(again, { interval: 100 }).toBe(1);
    await queue.giveBack('quick', [slow.job]);
    await expect.poll(again, { interval: 100 }).toBe(1);
    const row = (worker: string) => ({ question: question.key, file: worker }) as never;
    expect(await queue.finish('quick', slow, row('quick'))).toBe(true);
    expect(await queue.finish('slow', slow, row('slow'))).toBe(false);
    expect(await queue.rows(batch, [0], never)).toEqual([row('quick')]);
    expect(await queue.hasWork(never)).toBe(false);
    await queue.close();
  });

  test('gives questions to workers of the same version alone, and takes several batches at once', async () => {
    const one = await Queue.open(server.address, `${VERSION}-one`);
    const two = await Queue.open(server.address, `${VERSION}-two`);
    const questions = manyQuestions(3, 0);
    const batches = [await one.put(questions, never), await one.put(questions.slice(1), never)];
    expect(await two.take('worker', 9, never)).toEqual([]);
    const taken = await one.take('worker', 9, never);
    expect(taken.map(({ batch, number }) => `${batch} ${number}`).sort()).toEqual(
      [0, 1, 2]
        .map((number) => `${batches[0]} ${number}`)
        .concat([0, 1].map((number) => `${batches[1]} ${number}`))
        .sort(),
    );
    await Promise.all([one.close(), two.close()]);
  });

  test('takes nothing more of a batch that was cancelled, and tells those who work on it', async () => {
    const queue = await Queue.open(server.address, `${VERSION}-cancelled`);
    const batch = (await queue.put(manyQuestions(5, 0), never)) as string;
    expect((await queue.take('worker', 2, never)).length).toBe(2);
    expect(await queue.beat('worker', 2, never)).toEqual([]);
    expect(await queue.cancel(batch)).toBe(true);
    expect(await queue.cancel('another')).toBe(false);
    expect(await queue.beat('worker', 2, never)).toEqual([batch]);
    expect(await queue.take('worker', 9, never)).toEqual([]);
    expect(await queue.hasWork(never)).toBe(false);
    await queue.close();
  });
});

describe('the command line', () => {
  test('a batch, its workers, how far it is, and going on after a crash', async () => {
    const manifest = path.join(folder, 'questions.json');
    const results = path.join(folder, 'results.jsonl');
    const file = path.resolve('examples', 'programs', 'peterson.fp');
    writeFileSync(manifest, JSON.stringify([{ file, expected: { sc: 'holds', tso: 'violated', pso: 'violated' } }]));
    const put = await run(['batch', manifest, '--no-wait', '--timeout', '60']);
    expect(put.status).toBe(0);
    const id = put.output.trim();
    const waiting = await run(['batch', '--status']);
    expect(waiting.output).toMatch(new RegExp(`^${id} +\\S+ +3 +0 +0 +waiting$`, 'm'));
    const worker = await run(['worker', '--until-empty', '--jobs', '2', '--json']);
    expect(worker.status).toBe(0);
    const rows = worker.output.trimEnd().split('\n');
    expect(rows.map(validate)).toEqual(['batch', 'batch', 'batch']);
    // The same questions again: the batch is there, and its answers are.
    const resumed = await run(['batch', manifest, '--resume', '--results', results, '--timeout', '60', '--json']);
    expect(resumed.status).toBe(0);
    const last = JSON.parse(resumed.output.trimEnd().split('\n').at(-1) as string) as object;
    expect(last).toMatchObject({ kind: 'summary', batch: id, asExpected: 3 });
    expect(readFileSync(results, 'utf8').trimEnd().split('\n').length).toBe(3);
    const status = await run(['batch', '--status', '--json']);
    expect(validate(status.output.trim())).toBe('batch');
    const cancelled = await run(['batch', '--cancel', id]);
    expect([cancelled.status, cancelled.output]).toEqual([0, `batch ${id} is cancelled\n`]);
    const told = [put, waiting, worker, resumed, status, cancelled]
      .map(({ output, errors }) => output + errors)
      .join('');
    for (const secret of [server.password, encodeURIComponent(server.password)]) expect(told).not.toContain(secret);
    expect(readFileSync(results, 'utf8')).not.toContain(server.password);
  });

  test('tells no secret when it cannot get in', async () => {
    const secret = 'hush/hush';
    const wrong = server.address.replace(encodeURIComponent(server.password), encodeURIComponent(secret));
    const addresses = [wrong, wrong.replace(`:${server.port}/`, ':1/'), wrong.replace('127.0.0.1', '[bad')];
    for (const address of addresses) {
      const { status, output, errors } = await run(['batch', '--status', '--queue', address], { FENCEPOST_DEBUG: '1' });
      expect(status).toBe(2);
      expect(errors).toMatch(/error\[(queue|usage)\]/);
      for (const spelled of [secret, encodeURIComponent(secret)]) expect(output + errors).not.toContain(spelled);
    }
    const bare = server.address.replace(/:[^:@]*@/, '@');
    const variables = { PGPASSWORD: secret, FENCEPOST_QUEUE: bare };
    const refused = await run(['worker', '--until-empty', '--json'], variables);
    expect(refused.output).toContain('password authentication failed');
    expect(validate(refused.output.trim())).toBe('error');
    expect(refused.output + refused.errors).not.toContain(secret);
    const letIn = await run(['batch', '--status'], { PGPASSWORD: server.password, FENCEPOST_QUEUE: bare });
    expect(letIn.status).toBe(0);
  });
});

test('addresses', () => {
  expect(addressFault('postgres://me@here/db')).toBe(null);
  expect(addressFault('here')).not.toBe(null);
  const address = 'postgres://me:p%40ss@here/db?sslpassword=other';
  const text = `no ${address}, p%40ss, p@ss, other or third`;
  expect(redacted(text, address, { PGPASSWORD: 'third' })).toBe('no ***, ***, ***, *** or ***');
});
