/**
 * Runs the command line in a real process: streams, signals, the exit status.
 *
 * The first Ctrl-C asks the running check to stop and report what it has; with its handler gone, the second one ends
 * the process at once, even in the middle of a long step. Output that nobody reads any more (`| head -1`) is dropped,
 * and stops the check as well. The process is ended by hand because a solver may have left threads behind.
 */
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { runInside, runsApart } from './apart.js';
import { internalFault } from './faults.js';
import { formatted } from './format.js';
import type { Host, Output } from './host.js';
import { main, perform } from './main.js';
import { momentAfter, TookLong } from './moment.js';
import type { Services } from './services.js';
import { expectShortRuns } from './short-runs.js';
import type { Status } from './status.js';

const USUAL_COLUMNS = 100;

function outputTo(stream: NodeJS.WriteStream, onClosed: () => void): Output {
  let open = true;
  stream.on('error', () => {
    open = false;
    onClosed();
  });
  return {
    write(text) {
      if (open) stream.write(text);
    },
    isTerminal: stream.isTTY === true,
    get columns() {
      // A terminal that does not know its size says 0.
      return stream.columns || USUAL_COLUMNS;
    },
  };
}

async function readStandardInput(stop: AbortSignal): Promise<string> {
  stop.addEventListener('abort', () => process.stdin.destroy(new Error('interrupted')));
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text;
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}

/** `inside`: the program of the worker that commands run in which may take long; without it they run here. */
export async function start(version: string, root: URL, services: Services, inside: URL | null = null): Promise<void> {
  expectShortRuns();
  const stopping = new AbortController();
  const stop = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    stopping.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const host: Host = {
    output: outputTo(process.stdout, stop),
    errors: outputTo(process.stderr, () => {}),
    variables: process.env,
    readFile: (path) => readFile(path, 'utf8'),
    readPieces: (path) => createReadStream(path, 'utf8'),
    readStandardInput: () => readStandardInput(stopping.signal),
    writeFile: (path, pieces) => writeFile(path, pieces),
    stop: stopping.signal,
    heapLimit: getHeapStatistics().heap_size_limit / 2 ** 20,
    root: fileURLToPath(root),
    version,
    services,
  };
  const leave = async (status: number): Promise<never> => {
    await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
    process.exit(status);
  };
  const crash = (error: unknown): void => void leave(internalFault(host, false, 'fencepost', error));
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  const words = process.argv.slice(2);
  if (inside === null) return leave(await main(words, host));
  return leave(await formatted(words, host, (shown) => runWatched(words, shown, inside)));
}

/** Here if it takes a moment; else in a worker. */
async function runWatched(words: readonly string[], host: Host, inside: URL): Promise<Status> {
  if (!runsApart(words)) {
    try {
      return await perform(words, { ...host, whole: momentAfter(performance.now()) });
    } catch (error) {
      if (!(error instanceof TookLong)) throw error;
    }
    // Signals that came meanwhile are heard now.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return runInside(inside, words, host);
}
