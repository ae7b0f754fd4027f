/**
 * Checks that a client asks for: each runs in a child process, is told of by progress, and is cancelled when the client says so
 * or the text changes. What is answered is kept with the text.
 */
import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import { wholeOf } from '../editing/index.js';
import type { Progress } from '../engines/engine.js';
import type { MemoryName } from '../memory/models.js';
import type { Asked } from './answers.js';
import type { Answer, Job, Jobs } from './jobs.js';
import type { Settings } from './settings.js';
import type { Open } from './texts.js';

export interface Checking {
  readonly connection: Connection;
  readonly jobs: Jobs;
  readonly version: string;
  settings(): Promise<Settings>;
  /** Whether the client shows progress that the server begins. */
  readonly showsProgress: () => boolean;
}

export interface Question {
  readonly kind: Job['kind'];
  readonly asked: Asked;
  /** What the client sees while it runs. */
  readonly title: string;
}

export async function runJob(
  checking: Checking,
  open: Open,
  { kind, asked, title }: Question,
  token: CancellationToken | null = null,
): Promise<Answer> {
  const { connection, jobs, version } = checking;
  const { document } = open;
  if (document === null) return { kind: 'refused', message: 'the language of this text is not known' };
  const { timeout, maxMemory } = await checking.settings();
  const progress = checking.showsProgress() ? await connection.window.createWorkDoneProgress() : null;
  progress?.begin(title, undefined, '', true);
  const { file, language } = document;
  const job: Job = {
    kind,
    text: wholeOf(document),
    file,
    language,
    ...(asked.memory === null ? {} : { memory: asked.memory }),
    ...(asked.property === null ? {} : { property: asked.property }),
    any: asked.any,
    timeout,
    maxMemory,
    version,
  };
  const running = jobs.start(job, (told) => progress?.report(progressText(told)));
  open.running.add(running);
  const stops = [
    token?.onCancellationRequested(() => running.cancel()),
    progress?.token.onCancellationRequested(() => running.cancel()),
  ];
  if (token?.isCancellationRequested === true) running.cancel();
  try {
    const answer = await running.answer;
    if (answer.kind === 'answer') {
      open.answers.keep({ asked, answer: answer.answer, headline: answer.headline });
    }
    return answer;
  } finally {
    open.running.delete(running);
    for (const stop of stops) stop?.dispose();
    progress?.done();
  }
}

function progressText({ phase, states, cubes, depth }: Progress): string {
  const counts = cubes > 0 ? `${cubes} cubes` : `${states} states`;
  return `${phase}, ${counts}, depth ${depth}`;
}

export function titleOf(file: string, memory: MemoryName | null, what: string): string {
  return `${what} ${file}${memory === null ? '' : ` under ${memory.toUpperCase()}`}`;
}
