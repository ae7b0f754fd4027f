/**
 * The second audit against the interpreter and the explicit engine without reductions: the same states, steps and full buffers on
 * random programs, with and without what is wrong with them.
 */
import { describe, expect, it } from 'vitest';
import { ExplicitEngine } from '../../../src/engines/explicit/engine.js';
import { auditByKernel, type KernelAudit } from '../../../src/evidence/audit/kernel.js';
import { type Audit, auditProgram } from '../../../src/evidence/audit.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { type MemoryModel, memoryNamed, TSO } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { randomCase } from '../../random/explicit/generate.js';
import { Random } from '../../random/random.js';
import { finish } from '../../support/engines.js';
import { cases } from '../../support/size.js';

const LIMITS = { maxStates: 1_000_000, maxMegabytes: 256 };
const FEW = 3000;

function byKernel(program: Program, memory: MemoryModel, bound: number | null, perLocation = false): KernelAudit {
  return finish(auditByKernel(program, memory, { bound, perLocation }, LIMITS));
}

function programOf(text: string): Program {
  const made = readProgram(text, 'p.fp').program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error('no program');
  return made.program;
}

interface Compared {
  readonly interpreter: Audit;
  readonly kernel: KernelAudit;
}

/** Null when there are too many states, or numbers that are too large. */
function compare(program: Program, memory: MemoryModel, bound: number | null, perLocation: boolean): Compared | null {
  const interpreter = finish(auditProgram(program, memory, bound, FEW, perLocation));
  if (interpreter.unfinished !== null) return null;
  const kernel = byKernel(program, memory, bound, perLocation);
  return kernel.unfinished?.code === 'overflow' ? null : { interpreter, kernel };
}

describe('the second audit', () => {
  const SEEDS = cases(240);

  it(`finds what the interpreter finds: ${SEEDS} random programs`, () => {
    const counts = { refuted: 0, confirmed: 0, full: 0 };
    for (let seed = 0; seed < SEEDS; seed++) {
      const random = new Random(seed);
      const { program: given } = randomCase(random.between(0, 2 ** 30));
      const program: Program = random.chance(0.6) ? { ...given, never: [], outOfRange: 'disabled' } : given;
      const memory = memoryNamed(random.pick(['sc', 'tso', 'tso', 'pso'] as const));
      const bound = random.chance(0.2) ? null : random.between(1, 3);
      const compared = compare(program, memory, bound, random.chance(0.3));
      if (compared === null) continue;
      const { interpreter, kernel } = compared;
      if (interpreter.refuted === null) {
        expect(kernel, `seed ${seed}`).toEqual(interpreter);
        counts.confirmed++;
        if (kernel.full) counts.full++;
      } else {
        expect(kernel.refuted, `seed ${seed}`).not.toBeNull();
        counts.refuted++;
      }
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(SEEDS / 20);
  });

  it('counts what the explicit engine counts without reductions', () => {
    let compared = 0;
    for (let seed = 5000; seed < 5000 + SEEDS / 2; seed++) {
      const random = new Random(seed);
      const given = randomCase(random.between(0, 2 ** 30)).program;
      const program: Program = { ...given, never: [], outOfRange: 'disabled' };
      const memory = memoryNamed(random.pick(['sc', 'tso', 'pso'] as const));
      const buffer = random.between(1, 3);
      const limits = { maxStates: 50_000, maxMegabytes: 64 };
      const engine = new ExplicitEngine({ program, memory, buffer, limits, symmetry: false, zeroDead: false });
      if (finish(engine.run()).verdict !== 'holds') continue;
      const { states, transitions } = engine.counts();
      expect(byKernel(program, memory, buffer), `seed ${seed}`).toMatchObject({ states, transitions, refuted: null });
      compared++;
    }
    expect(compared).toBeGreaterThan(SEEDS / 8);
  });

  const COUNTERS = `
shared x: 0..40000
thread T[2] { local r: 0..40000 = 0; loop { await x < 300; r = x; x = r + 1 } }
`;

  it('stops at its limits, and says so', () => {
    const program = programOf(COUNTERS);
    const few = finish(auditByKernel(program, TSO, { bound: 2, perLocation: false }, { ...LIMITS, maxStates: 50 }));
    expect(few).toMatchObject({ refuted: null, unfinished: { code: 'limit', limit: 'states', value: 50 } });
    const small = finish(auditByKernel(program, TSO, { bound: 2, perLocation: false }, { ...LIMITS, maxMegabytes: 4 }));
    expect(small).toMatchObject({ refuted: null, unfinished: { code: 'limit', limit: 'memory', value: 4 } });
  });

  it('keeps more states than one chunk holds', () => {
    const wide = COUNTERS.replace('thread', 'shared pad[100]: 0..1\nthread');
    const program = programOf(wide.replace('300', '25'));
    const kernel = byKernel(program, TSO, 2);
    const limits = { maxStates: 1_000_000, maxMegabytes: 256 };
    const engine = new ExplicitEngine({ program, memory: TSO, buffer: 2, limits, symmetry: false, zeroDead: false });
    expect(finish(engine.run()).verdict).toBe('holds');
    const { states, transitions } = engine.counts();
    expect(states).toBeGreaterThan(60_000);
    expect(kernel).toMatchObject({ states, transitions, refuted: null, unfinished: null });
  });

  it('refuses a number that does not fit 32 bits', () => {
    const program = programOf(
      'shared x: int = 2147483647\nthread T { local r: int = 0; r = x; x = r + 1 }\nnever n: x == 1',
    );
    expect(byKernel(program, TSO, 2)).toMatchObject({ refuted: null, unfinished: { code: 'overflow' } });
  });
});
