/** A command inside the worker that `apart.ts` starts: what it writes, and where it is, goes there as messages. */
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Asked, Inside, Told } from './apart.js';
import type { Host, Output } from './host.js';
import { perform } from './main.js';
import { SERVICES } from './services.js';

const PULSE_MILLISECONDS = 100;

export async function workInside(): Promise<void> {
  const { words, root, version, heapLimit, screens, pulse } = workerData as Inside;
  const port = parentPort;
  if (port === null) throw new Error('this runs in a worker');
  const tell = (told: Told): void => port.postMessage(told);

  const beats = new Int32Array(pulse);
  setInterval(() => Atomics.add(beats, 0, 1), PULSE_MILLISECONDS);

  const stopping = new AbortController();
  let hear: (asked: Asked) => void = () => {};
  port.on('message', (asked: Asked) => {
    if (asked.kind === 'stop') stopping.abort();
    else hear(asked);
  });

  const outputTo = (stream: 'output' | 'errors'): Output => {
    return { write: (text) => tell({ kind: 'write', stream, text }), ...screens[stream] };
  };
  const host: Host = {
    output: outputTo('output'),
    errors: outputTo('errors'),
    variables: process.env,
    readFile: (path) => readFile(path, 'utf8'),
    readPieces: (path) => createReadStream(path, 'utf8'),
    readStandardInput: () =>
      new Promise((resolve, reject) => {
        hear = (asked) => (asked.kind === 'standard input' ? resolve(asked.text) : reject(new Error('interrupted')));
        tell({ kind: 'standard input' });
      }),
    writeFile: (path, pieces) => writeFile(path, pieces),
    stop: stopping.signal,
    standing: (standing) => tell({ kind: 'standing', standing }),
    heapLimit,
    root,
    version,
    services: SERVICES,
  };
  tell({ kind: 'done', status: await perform(words, host) });
}
