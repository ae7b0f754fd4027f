/** The example programs that are small enough, of several languages. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readModel } from '../../../src/languages/index.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { reduceProgram } from '../../../src/memory/reduction/index.js';
import type { Program } from '../../../src/models/program/model.js';
import { type Compared, compareReduction, printFault } from './compare.js';

const LIMITS = { maxStates: 20_000, maxMegabytes: 16 };

async function programOf(file: string, memory: MemoryName): Promise<Program> {
  const text = readFileSync(`examples/${file}`, 'utf8');
  const { model } = await readModel(text, { file, memory: memoryNamed(memory) });
  if (model?.kind !== 'program') throw new Error(`${file} is no program`);
  const instance = model.instance(model.anyThreads.length > 0 ? 2 : null);
  if ('refused' in instance) throw new Error(`${file} is no program`);
  return instance.program;
}

/** What is the same, with its number of states. */
const PROGRAMS: readonly [string, MemoryName, Partial<Compared & { kind: 'same' }>][] = [
  ['programs/peterson.fp', 'pso', { verdict: 'violated' }],
  ['programs/peterson-tso.fp', 'tso', { verdict: 'holds', states: 172, full: true }],
  ['programs/peterson-tso.fp', 'pso', { verdict: 'violated' }],
  ['programs/peterson-pso.fp', 'pso', { verdict: 'holds', states: 226, full: true }],
  ['programs/dekker-tso.fp', 'tso', { verdict: 'holds', states: 456, full: true }],
  ['programs/dekker-pso.fp', 'pso', { verdict: 'holds', states: 940, full: true }],
  ['programs/test-and-set.fp', 'tso', { verdict: 'holds', states: 354, full: true }],
  ['programs/test-and-set-split.fp', 'tso', { verdict: 'violated' }],
  ['programs/ticket-lock.fp', 'tso', { verdict: 'holds', states: 3418, full: true }],
  ['programs/sense-barrier.fp', 'pso', { verdict: 'violated' }],
  ['programs/lamport-queue.fp', 'tso', { verdict: 'holds', states: 437, full: true }],
  ['programs/lamport-queue.fp', 'pso', { verdict: 'violated' }],
  ['dual-tso/any-sb.fp', 'tso', { verdict: 'holds', states: 113, full: false }],
  ['dve/peterson.dve', 'tso', { verdict: 'holds', states: 316, full: true }],
  ['dve/counters.dve', 'tso', { verdict: 'holds', states: 46, full: true }],
  ['dve/counters.dve', 'pso', { verdict: 'holds', states: 97, full: false }],
  ['litmus/SB.litmus', 'tso', { verdict: 'violated' }],
  ['litmus/MP.litmus', 'tso', { verdict: 'holds', states: 38, full: true }],
  ['litmus/MP.litmus', 'pso', { verdict: 'violated' }],
  ['litmus/IRIW.litmus', 'pso', { verdict: 'holds', states: 868, full: false }],
];

describe('the reduction of an example is the same program', () => {
  test.each(PROGRAMS)('%s under %s', async (file, memory, expected) => {
    const program = await programOf(file, memory);
    expect(compareReduction(program, memory, 1, LIMITS)).toMatchObject({ kind: 'same', ...expected });
    const made = reduceProgram(program, memoryNamed(memory), 1);
    if ('refused' in made) expect.fail(made.refused);
    else expect(printFault(made.program, LIMITS)).toBeNull();
  });
});
