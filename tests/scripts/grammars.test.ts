/** The files for editors are the ones that `npm run grammars` writes. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { grammarFiles } from '../../scripts/grammars/files.js';

it('every file is up to date: `npm run grammars` writes them', () => {
  for (const [file, text] of grammarFiles()) expect(readFileSync(file, 'utf8'), file).toBe(text);
});

it('no other file stands beside them', () => {
  const written = new Set(grammarFiles().map(([file]) => file));
  for (const folder of new Set([...written].map((file) => path.dirname(file)))) {
    for (const name of readdirSync(folder)) expect([...written], folder).toContain(`${folder}/${name}`);
  }
});
