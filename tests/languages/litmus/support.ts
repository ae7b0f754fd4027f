/** The texts and files that several tests need. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type LitmusAnswer, type LitmusOptions, litmus } from '../../../src/check/litmus.js';
import type { MemoryName } from '../../../src/memory/models.js';

const root = path.resolve(import.meta.dirname, '..', '..', '..');
export const EXAMPLES = path.join(root, 'examples', 'litmus');
const CORPUS = path.resolve(root, '..', 'shared', 'corpus', 'litmus-x86');

function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder).filter((file) => file.endsWith('.litmus'));
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8'));
}

/** Our own tests, and those that others wrote where they are there. */
export function allTexts(): string[] {
  return [...textsIn(EXAMPLES), ...textsIn(CORPUS)];
}

/** The answer to a sound test. */
export async function answer(text: string, options: LitmusOptions = {}): Promise<LitmusAnswer> {
  const result = await litmus(text, options);
  if (!result.ok) throw new Error(result.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`).join('\n'));
  return result.answer;
}

export async function finalStates(text: string, memory: MemoryName = 'tso'): Promise<string[]> {
  return (await answer(text, { memory })).states.map(({ state }) => state);
}

/** A test of one processor. */
export function single(architecture: 'X86' | 'X86_64', init: string, rows: string, shown: string): string {
  const lines = rows.split('\n').map((row) => ` ${row} ;`);
  return `${architecture} T\n{ ${init} }\n P0 ;\n${lines.join('\n')}\nlocations [${shown}]\nexists (true)\n`;
}
