/** A worker with short leases in a process of its own, whose children some texts kill: for tests that end workers. */
import path from 'node:path';
import { Pool } from '../../src/batch/pool.js';
import { Queue } from '../../src/queue/queue.js';
import { QueueWorker } from '../../src/queue/worker.js';

const [version = '', jobs = '1', lease = '2'] = process.argv.slice(2);
const address = process.env.FENCEPOST_QUEUE ?? '';
const stopping = new AbortController();
process.on('SIGTERM', () => stopping.abort());
const leaseSeconds = Number(lease);
const queue = await Queue.open(address, version, { leaseSeconds });
const pool = new Pool<never, never>({ file: path.resolve('tests', 'support', 'poisoned.mjs') }, Number(jobs));
const worker = new QueueWorker(queue, pool, {
  jobs: Number(jobs),
  limits: { timeout: 60, maxMemory: 1024 },
  untilEmpty: false,
  leaseSeconds,
  stop: stopping.signal,
  onAnswer: () => process.stdout.write('.'),
});
await worker.run();
process.exit(0);
