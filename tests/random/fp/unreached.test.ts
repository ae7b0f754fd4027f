/** What is said to be never reached is not reached by the reference interpreter of the syntax tree, in the finest steps. */
import { describe, expect, it } from 'vitest';
import { parseProgramText, readProgram } from '../../../src/languages/program/index.js';
import { SourceText } from '../../../src/languages/shared/source.js';
import { memoryNamed } from '../../../src/memory/models.js';
import { runEngine } from '../../engines/explicit/compare.js';
import { cases } from '../../support/size.js';
import { ANY_COUNT, randomText } from './generate.js';
import { seenInSteps, TooLong } from './machine.js';
import { makeWorld } from './world.js';

const FINE_STATES = 4000;

describe('statements that no run reaches', () => {
  for (const memory of ['sc', 'tso'] as const) {
    it(`are met by nobody under ${memory}`, () => {
      let told = 0;
      for (let seed = 0; seed < cases(150, 38); seed++) {
        const text = randomText(90_000 + seed);
        const { program } = readProgram(text, 'random.fp');
        const { syntax } = parseProgramText(text, 'random.fp');
        const made = program?.instantiate(program.anyThreads.length > 0 ? ANY_COUNT : null);
        if (syntax === null || made?.kind !== 'program') continue;
        const asked = { ...made.program, never: [], premises: [] };
        const { answer } = runEngine({ program: asked, memory: memoryNamed(memory), buffer: 1, noting: true });
        if (answer.verdict !== 'holds') continue;
        const missed = (answer.warnings?.list ?? []).flatMap((one) => (one.code === 'unreached' ? [one] : []));
        if (missed.length === 0) continue;
        const met = metBy(text, memory);
        if (met === null) continue;
        const source = new SourceText(text, 'random.fp');
        for (const { line, column, statement } of missed) {
          told++;
          expect(met.has(source.offsetOf(line, column)), `seed ${seed}, line ${line}: ${statement}\n${text}`).toBe(
            false,
          );
        }
      }
      expect(told).toBeGreaterThan(5);
    });
  }

  function metBy(text: string, memory: 'sc' | 'tso'): ReadonlySet<number> | null {
    const { syntax } = parseProgramText(text, 'random.fp');
    if (syntax === null) return null;
    try {
      return seenInSteps(makeWorld(syntax, ANY_COUNT), memory, 1, 'fine', FINE_STATES)?.statements ?? null;
    } catch (error) {
      if (error instanceof TooLong) return null;
      throw error;
    }
  }
});
