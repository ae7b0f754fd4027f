/**
 * The queue under fire: `npm run soak -- [--questions 2000] [--workers 4] [--kills 50] [--restarts 2] [--poisoned 3] [--minutes 20]`.
 *
 * A PostgreSQL server of its own on the loopback interface, a batch, and workers that are killed with SIGKILL at random moments
 * and started again, while the server is stopped and started. At the end every question must have exactly one answer, the right
 * one, and those that kill their processes must be set aside. Exit status 1 if not.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Queue } from '../src/queue/queue.js';
import { faultsIn, manyQuestions, startWorker, VERSION } from '../tests/queue/many.js';
import { startServer } from '../tests/support/postgres.js';

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '2000' },
    workers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '50' },
    restarts: { type: 'string', default: '2' },
    poisoned: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '20' },
  },
});
const number = (name: keyof typeof values): number => Number(values[name]);
const LEASE_SECONDS = 3;
const DOWN_MILLISECONDS = 3_000;
const [SHORTEST_LIFE, LONGEST_LIFE] = [150, 1_500];

const begun = performance.now();
const seconds = (): number => (performance.now() - begun) / 1000;
const say = (text: string): void => console.log(`${seconds().toFixed(1).padStart(7)} s  ${text}`);
const server = await startServer();
const workers = new Set<ChildProcess>();
const counts = { kills: 0, restarts: 0, ownDeaths: 0 };
let over = false;

function start(): void {
  const worker = startWorker(server.address, LEASE_SECONDS);
  workers.add(worker);
  worker.on('exit', () => {
    workers.delete(worker);
    if (over) return;
    if (!worker.killed) counts.ownDeaths++;
    start();
  });
}

async function killAtRandom(): Promise<void> {
  while (!over && counts.kills < number('kills')) {
    await sleep(SHORTEST_LIFE + Math.random() * (LONGEST_LIFE - SHORTEST_LIFE));
    const all = [...workers];
    const victim = all[Math.floor(Math.random() * all.length)];
    if (over || victim === undefined) continue;
    if (victim.kill('SIGKILL')) counts.kills++;
  }
}

async function restartServer(after: number): Promise<void> {
  await sleep(after);
  if (over) return;
  await server.stop();
  await sleep(DOWN_MILLISECONDS);
  await server.start();
  counts.restarts++;
  say(`the server was stopped and started, ${counts.kills} workers killed so far`);
}

async function main(): Promise<number> {
  const questions = manyQuestions(number('questions'), number('poisoned'));
  const queue = await Queue.open(server.address, VERSION);
  const never = new AbortController().signal;
  const batch = await queue.put(questions, never);
  if (batch === null) throw new Error('the batch is not in the queue');
  say(`${questions.length} questions in the queue`);
  for (let worker = 0; worker < number('workers'); worker++) start();
  const killing = killAtRandom();
  const restarting = (async () => {
    for (let time = 0; time < number('restarts'); time++) await restartServer(8_000 + Math.random() * 8_000);
  })();
  let last = 0;
  for (;;) {
    const answered = await queue.answered(batch, never);
    const done = answered?.numbers.length ?? 0;
    if (done - last >= 200) {
      last = done;
      say(`${done} answers, ${counts.kills} workers killed`);
    }
    if (done === questions.length || seconds() > 60 * number('minutes')) break;
    await sleep(250);
  }
  say('all answers are there, or the time is over');
  // Whoever was late may still be about to answer a second time.
  await Promise.all([killing, restarting]);
  await sleep(4_000 * LEASE_SECONDS);
  over = true;
  const ends = [...workers].map((worker) => new Promise((resolve) => worker.on('exit', resolve)));
  for (const worker of workers) worker.kill('SIGTERM');
  await Promise.all(ends);
  await queue.close();
  const faults = await faultsIn(server.address, batch, questions);
  for (const fault of faults.slice(0, 20)) say(fault);
  say(
    `${questions.length} questions, ${counts.kills} workers killed, ${counts.ownDeaths} ended by a question, ` +
      `the server started again ${counts.restarts} times: ${faults.length} faults`,
  );
  return faults.length === 0 ? 0 : 1;
}

let status = 1;
try {
  status = await main();
} finally {
  over = true;
  for (const worker of workers) worker.kill('SIGKILL');
  await server.end();
}
process.exit(status);
