import { describe, expect, it } from 'vitest';
import { assemble } from '../../../src/engines/explicit/code/assembler.js';
import { runBytes } from '../../../src/engines/explicit/code/module.js';
import { compileKernel } from '../../../src/engines/explicit/compile.js';
import { initialStates } from '../../../src/engines/explicit/initial.js';
import { Partition } from '../../../src/engines/explicit/parallel/partition.js';
import { firstBytes, type KernelFunctions } from '../../../src/engines/explicit/store.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { assign, edge } from '../../support/build.js';
import { modelOf, X } from './model-programs.js';
import { programOf } from './symmetric-programs.js';

/** A partition that is to have all states, and the initial ones. */
function partitionOf(
  asked: string | Program,
  memory: MemoryName,
  symmetry: boolean,
): { readonly partition: Partition; readonly initial: readonly (readonly number[])[] } {
  const kernel = compileKernel({
    program: typeof asked === 'string' ? programOf(asked) : asked,
    memory: memoryNamed(memory),
    buffer: 2,
    perLocation: false,
    zeroDead: true,
    propositions: null,
    symmetry,
    noting: false,
    maxStates: 100_000,
    maxBytes: 2 ** 26,
    partitions: 1,
  });
  const bytes = assemble(kernel.functions);
  const partition = new Partition(0, kernel.sizes, (regions) => runBytes<KernelFunctions>(bytes, firstBytes(regions)));
  return { partition, initial: [...initialStates(kernel.layout)] };
}

/** All states in one partition: how many there are, their transitions, and in how many of them somebody sleeps. */
function searched(
  asked: string | Program,
  memory: MemoryName,
  symmetry = false,
): { states: number; transitions: number; asleep: number } {
  const { partition, initial } = partitionOf(asked, memory, symmetry);
  for (const words of initial) partition.add(words);
  partition.set('transitions', 0);
  let asleep = 0;
  for (let state = 0; state < partition.count; state++) {
    partition.makeRoom();
    partition.expand(state, state + 1);
    if (partition.get('asleep') !== 0) asleep++;
  }
  return { states: partition.count, transitions: partition.get('transitions'), asleep };
}

const COUNTERS = `
  thread A { local n: 0..3; while (n < 3) { n = n + 1 } }
  thread B { local n: 0..3; while (n < 3) { n = n + 1 } }
  thread C { local n: 0..3; while (n < 3) { n = n + 1 } }
  never x: false
`;
const ONE_CELL = `
  shared x: 0..100
  thread A { loop { x = 1 } }
  thread B { loop { x = 2 } }
  never x: false
`;

describe('sleepers', () => {
  it('are in every state but those that one order of independent steps leads to', () => {
    const { states, transitions, asleep } = searched(COUNTERS, 'sc');
    // Each state has one way in which the threads step one after the other; where nobody before has stepped, nobody sleeps.
    expect(asleep).toBeGreaterThan(states / 2);
    expect(transitions).toBe(searchedInPlain(COUNTERS));
  });

  it('are nowhere if all steps touch one cell', () => {
    expect(searched(ONE_CELL, 'sc').asleep).toBe(0);
  });

  it('are there while writes wait in buffers', () => {
    expect(searched(ONE_CELL, 'tso').asleep).toBeGreaterThan(0);
  });

  it('are awake while somebody waits for all buffers', () => {
    // A write waits after the other step only if it was issued after it.
    const writes = edge(0, 1, { updates: [assign(X, 1)] });
    const program = modelOf([[writes], [edge(0, 1, { drained: true })]]);
    expect(searched(program, 'tso')).toMatchObject({ states: 6, transitions: 6 });
  });

  it('are those that all agree on who send a state, also of the first state that a partition has', () => {
    const { partition, initial } = partitionOf(COUNTERS, 'sc', false);
    const [words] = initial as [readonly number[]];
    const sent = (sleepers: number) => [...words, -1, sleepers];
    partition.receive(Int32Array.from([...sent(0b011), ...sent(0b110)]));
    expect(partition.count).toBe(1);
    partition.expand(0, 1);
    expect(partition.get('asleep')).toBe(0b010);
  });

  it('are nowhere if threads are renamed', () => {
    const same = 'thread T[3] { local n: 0..3; while (n < 3) { n = n + 1 } } never x: false';
    expect(searched(same, 'sc', false).asleep).toBeGreaterThan(0);
    expect(searched(same, 'sc', true).asleep).toBe(0);
  });
});

/** Transitions of three threads that never meet: each state has a step for each thread that is not at its end. */
function searchedInPlain(text: string): number {
  const one = searched(text.replace(/thread [BC].*\n/g, ''), 'sc');
  return 3 * one.transitions * one.states ** 2;
}
