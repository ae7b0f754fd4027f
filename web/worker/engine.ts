/**
 * The worker in which questions are answered: what the command line does with a file, done with the text of the page. It
 * knows no document, and shares nothing with the page but messages (`protocol.ts`). Whoever stops it ends it.
 */
import { restUntil } from '../../src/check/surroundings.js';
import type { Progress } from '../../src/engines/engine.js';
import type { Answer, Given, JobKind, Request, Told, Turn } from '../protocol.js';

type Work = { readonly [K in JobKind]: (given: Given<K>, told: (progress: Progress) => void) => Promise<Answer<K>> };

/** Each kind of work is read when it is first asked for. */
const WORK: Work = {
  check: async (given, told) => (await import('./answer.js')).checkSubject(given.subject, told),
  litmus: async (given, told) => (await import('./outcomes.js')).outcomesOf(given.subject, given.outcome, told),
  fix: async (given, told) => (await import('./repair.js')).repairSubject(given.subject, given.all, told),
  certify: async (given, told) => (await import('./proof.js')).certifySubject(given.subject, told),
  judge: async (given, told) => (await import('./proof.js')).judgeSubject(given.subject, given.certificate, told),
  openHand: async (given) => (await import('./hand.js')).openHand(given.subject, given.run),
  hand: async (given, told) => (await import('./hand.js')).actByHand(given.act, told),
  warm: async () => (await import('./answer.js')).warm(),
  html: async ({ page }) => (await import('../../src/report/page/frame.js')).renderPage(page),
};

/** The part of a worker's world that is used here. */
interface World {
  onmessage: ((event: { readonly data: Request | Turn }) => void) | null;
  postMessage(told: Told): void;
}

const world = globalThis as unknown as World;

/** The page tells people a few times a second how far a search is: more messages would only take time from its keys. */
const PROGRESS_MILLISECONDS = 150;

function seldom(tell: (progress: Progress) => void): (progress: Progress) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const now = performance.now();
    if (now - last < PROGRESS_MILLISECONDS) return;
    last = now;
    tell(progress);
  };
}

async function perform<K extends JobKind>({ id, kind, given }: Request<K>): Promise<void> {
  try {
    const work = WORK[kind] as Work[K];
    const told = seldom((progress) => world.postMessage({ id, kind: 'progress', progress }));
    const answer = await work(given, told);
    world.postMessage({ id, kind: 'done', answer });
  } catch (error) {
    world.postMessage({ id, kind: 'failed', message: error instanceof Error ? error.message : `${error}` });
  }
}

let goOn = (): void => {};

function take({ kind }: Turn): void {
  goOn();
  restUntil(
    kind === 'go on'
      ? null
      : new Promise((resolve) => {
          goOn = resolve;
        }),
  );
}

world.onmessage = ({ data }) => {
  if ('id' in data) void perform(data);
  else take(data);
};
