/** Arrays that are cut down to the cells that are written: as many states, the same answers, runs of the whole program. */
import { expect, test } from 'vitest';
import { ExplicitEngine } from '../../../src/engines/explicit/engine.js';
import { Windows } from '../../../src/engines/explicit/windows.js';
import { MEMORY_MODELS, type MemoryModel } from '../../../src/memory/models.js';
import { replayProgram } from '../../../src/memory/operational/program/replay.js';
import type { Program } from '../../../src/models/program/model.js';
import { randomCase } from '../../random/explicit/generate.js';
import { sized } from '../../support/size.js';

const BUFFER = 2;

function ended(program: Program, memory: MemoryModel) {
  const limits = { maxStates: 5000, maxMegabytes: 64 };
  const engine = new ExplicitEngine({ program, memory, buffer: BUFFER, symmetry: false, zeroDead: false, limits });
  const steps = engine.run();
  let step = steps.next();
  while (!step.done) step = steps.next();
  return { answer: step.value, states: engine.counts().states };
}

test('random programs have the same answers with windows for all their arrays', () => {
  let widened = 0;
  for (let seed = 1; seed <= sized(40, 3000); seed++) {
    const { program } = randomCase(seed);
    for (const memory of MEMORY_MODELS) {
      const whole = ended(program, memory);
      const windows = new Windows(program, 0);
      let cut = ended(windows.cut(), memory);
      while (cut.answer.verdict === 'violated' && windows.widen(cut.answer.run, memory)) {
        widened++;
        cut = ended(windows.cut(), memory);
      }
      const about = `seed ${seed} under ${memory.name}`;
      expect(cut.answer.verdict, about).toBe(whole.answer.verdict);
      if (whole.answer.verdict === 'holds') expect(cut.states, about).toBe(whole.states);
      if (cut.answer.verdict !== 'violated') continue;
      const replayed = replayProgram(program, windows.whole(cut.answer.run), memory, BUFFER);
      expect(replayed.ok ? 'ok' : replayed.reason, about).toBe('ok');
    }
  }
  expect(widened).toBeGreaterThan(10);
});
