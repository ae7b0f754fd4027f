/** The real program on examples, in this process. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Host } from '../../src/cli/host.js';
import { main } from '../../src/cli/main.js';
import { SERVICES } from '../../src/cli/services.js';

const root = path.resolve(import.meta.dirname, '..', '..');

export async function cli(words: readonly string[]): Promise<{ status: number; output: string; errors: string }> {
  const [output, errors]: [string[], string[]] = [[], []];
  const host: Host = {
    output: { write: (text) => void output.push(text), isTerminal: false, columns: 100 },
    errors: { write: (text) => void errors.push(text), isTerminal: false, columns: 100 },
    variables: {},
    readFile: async (file) => readFile(path.resolve(root, 'examples', file), 'utf8'),
    async *readPieces(file) {
      yield await host.readFile(file);
    },
    readStandardInput: async () => '',
    writeFile: async () => {},
    stop: new AbortController().signal,
    heapLimit: 4000,
    root,
    version: '1.2.3',
    services: SERVICES,
  };
  const status = await main([...words], host);
  return { status, output: output.join(''), errors: errors.join('') };
}
