/**
 * The child process in which the language server has questions answered. It is given one question, tells where it is, sends the
 * answer and ends. Whoever started it may end it at any time: nothing else is lost with it.
 */
import type { Job, Told } from './jobs.js';

/** Milliseconds between two words on where the search is. */
const TELL_EVERY = 200;

let last = 0;

function tell(told: Told): void {
  process.send?.(told);
}

async function answer(job: Job): Promise<Told> {
  const { ask } = await import('./ask.js');
  return ask(job, (progress) => {
    const now = performance.now();
    if (now - last < TELL_EVERY) return;
    last = now;
    tell({ kind: 'progress', progress });
  });
}

process.on('message', (job: Job) => {
  answer(job)
    .catch((error: unknown): Told => ({ kind: 'refused', message: `internal error: ${String(error)}` }))
    .then((told) => {
      // The process ends when the answer has gone.
      process.send?.(told, () => process.exit(0));
    });
});
// The server is gone.
process.on('disconnect', () => process.exit(0));
