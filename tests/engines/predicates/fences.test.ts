/** The examples of predicate abstraction without one of their fences, against the explicit engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { quick, share } from '../../support/size.js';
import { runEngine } from '../explicit/compare.js';
import { askProgram, readText } from './support.js';

const folder = fileURLToPath(new URL('../../../examples/predicates/', import.meta.url));

describe('the examples', () => {
  const files = readdirSync(folder).filter((name) => /-(tso|pso)\.fp$/.test(name));

  it.each(quick(share(files, 4), (file) => /^(szymanski|bakery)/.test(file)))(
    '%s without one of its fences is what the explicit engine says',
    (file) => {
      const memory: MemoryName = file.endsWith('-tso.fp') ? 'tso' : 'pso';
      const lines = readFileSync(folder + file, 'utf8').split('\n');
      for (const [k, line] of lines.entries()) {
        if (line.trim() !== 'fence') continue;
        const { program, predicates } = readText(lines.with(k, 'skip').join('\n'));
        const explicit = runEngine({ program, memory: memoryNamed(memory), buffer: 2 }).answer;
        // Counters without bound, and nothing wrong within the limit: there is nothing to compare with.
        if (explicit.verdict === 'unknown') continue;
        const { answer } = askProgram(program, { memory }, predicates);
        const fits = answer.verdict === 'unknown' || answer.verdict === explicit.verdict;
        expect(fits, `line ${k + 1}: ${answer.verdict}, explicit ${explicit.verdict}`).toBe(true);
        if (explicit.verdict === 'violated') expect(answer.verdict, `line ${k + 1}`).toBe('violated');
      }
    },
  );
});
