import { describe, expect, it } from 'vitest';
import type { MemoryName } from '../../../src/memory/models.js';
import type { Trace } from '../../../src/memory/trace.js';
import { readBack } from '../../random/trace-run.js';
import { exploreAll } from './explore.js';
import { graphFault } from './graph-axioms.js';
import { LITMUS, litmusOf } from './litmus.js';

const MEMORIES: readonly MemoryName[] = ['sc', 'tso', 'pso'];
const allowed = LITMUS.flatMap((litmus) => litmus.allowed.map((memory) => ({ ...litmus, memory })));

describe('a litmus test', () => {
  it.each(LITMUS)('$name is allowed under $allowed', ({ threads, outcome, allowed: expected }) => {
    const system = litmusOf(threads, outcome);
    const explored = MEMORIES.map((memory) => exploreAll(system, threads.length, memory));
    expect(MEMORIES.filter((_, k) => explored[k]?.violated !== null)).toEqual(expected);
    expect(explored.every(({ violated, complete }) => violated !== null || complete)).toBe(true);
  });
});

function traceOf(litmus: (typeof allowed)[number]): Trace {
  const { violated } = exploreAll(litmusOf(litmus.threads, litmus.outcome), litmus.threads.length, litmus.memory);
  if (violated === null) throw new Error(`${litmus.name} is allowed`);
  return violated;
}

describe('the trace of an outcome', () => {
  it.each(allowed)('$name under $memory can be read back', (litmus) => {
    const system = litmusOf(litmus.threads, litmus.outcome);
    const trace = traceOf(litmus);
    expect(trace.memory).toBe(litmus.memory);
    expect(readBack(system, trace)).toEqual(trace);
  });

  it.each(allowed)('$name under $memory has a graph that the axioms allow', (litmus) => {
    const { graph } = traceOf(litmus);
    if (litmus.memory === 'sc') expect(graph).toBe(null);
    else expect(graph === null ? 'no graph' : graphFault(graph, litmus.memory)).toBe(null);
  });

  it.each(allowed.filter((litmus) => litmus.memory !== 'sc' && !litmus.allowed.includes('sc') && isAboutReads(litmus)))(
    '$name under $memory has a graph that SC forbids',
    (litmus) => {
      const { graph } = traceOf(litmus);
      expect(graph === null ? 'no graph' : graphFault(graph, 'sc')).toMatch(/cycle/);
    },
  );
});

/** `not fence()` says something of the machine that no relation between reads and writes says. */
function isAboutReads({ name }: { readonly name: string }): boolean {
  return name !== 'a buffer that is not empty';
}
