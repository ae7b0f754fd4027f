/** A command line with a world of its own: files in a map, streams in strings. */
import type { Host } from '../../src/cli/host.js';
import { main } from '../../src/cli/main.js';
import { validateOutput } from '../support/schema.js';
import { FAKE_SERVICES } from './fake-services.js';

export interface World {
  readonly files?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  readonly stop?: AbortSignal;
  readonly heapLimit?: number;
}

export interface Ran {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
  readonly written: Readonly<Record<string, string>>;
}

function missing(path: string): Error {
  return Object.assign(new Error(`ENOENT: no such file, open '${path}'`), { code: 'ENOENT' });
}

export async function run(words: readonly string[], world: World = {}): Promise<Ran> {
  const output: string[] = [];
  const errors: string[] = [];
  const written: Record<string, string> = {};
  const host: Host = {
    output: { write: (text) => void output.push(text), isTerminal: world.terminal ?? false, columns: 100 },
    errors: { write: (text) => void errors.push(text), isTerminal: world.terminal ?? false, columns: 60 },
    variables: world.variables ?? {},
    async readFile(path) {
      const text = world.files?.[path];
      if (text === undefined) throw missing(path);
      return text;
    },
    async *readPieces(path) {
      yield* await host.readFile(path);
    },
    readStandardInput: async () => world.input ?? '',
    async writeFile(path, pieces) {
      if (path.startsWith('no/such/folder/')) throw missing(path);
      written[path] = [...pieces].join('');
    },
    stop: world.stop ?? new AbortController().signal,
    heapLimit: world.heapLimit ?? 4000,
    root: '/package',
    version: '1.2.3',
    services: FAKE_SERVICES,
  };
  const status = await main(words, host);
  validateOutput(words, output.join(''));
  return { status, output: output.join(''), errors: errors.join(''), written };
}
