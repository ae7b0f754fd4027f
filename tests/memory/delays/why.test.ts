/**
 * Why SC forbids a run: there is an explanation exactly if SC cannot do what the run did, it is a shortest one, the writes it names
 * were late, and fences there forbid the run. Judged by the run alone (`accesses.ts`, `reachable.ts`, `judge.ts`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check, settleAnyway } from '../../../src/check/check.js';
import { litmus } from '../../../src/check/litmus.js';
import { traceOf } from '../../../src/evidence/replay.js';
import { PSO, TSO } from '../../../src/memory/models.js';
import { sized } from '../../support/size.js';
import { graphFault } from '../operational/graph-axioms.js';
import { accessesOf } from './accesses.js';
import { judgeWhy } from './judge.js';
import { randomWalk } from './walks.js';

const EXAMPLES = new URL('../../../examples/', import.meta.url);
/** Of random runs: what can be tried out. */
const MOST_STEPS = sized(11, 14);

describe('random runs', () => {
  it.each([TSO, PSO])('are explained under $title', async (memory) => {
    const counts = { cycle: 0, allowed: 0, fences: 0, ends: 0, torn: 0, untried: 0, silent: 0 };
    for (let seed = 1; seed <= sized(60, 1500); seed++) {
      const walk = randomWalk(seed, memory, 6 + (seed % (MOST_STEPS - 5)));
      if (walk === null) continue;
      const { program, run } = walk;
      const trace = await traceOf({ kind: 'program', program, memory, bound: null, perLocation: false, run });
      const judged = judgeWhy(trace, accessesOf(program, run, memory));
      expect({ seed, faults: judged.faults }).toEqual({ seed, faults: [] });
      if (trace.why === undefined) counts.silent++;
      else counts[trace.why.kind]++;
      if (trace.why?.kind === 'cycle') {
        if (trace.why.delays.every(({ fence }) => fence)) counts.fences++;
        if (trace.why.events.some(({ step }) => step === null)) counts.ends++;
        if (trace.why.edges.some(({ relation }) => relation === 'atom')) counts.torn++;
      }
      counts.untried += judged.untried.filter((what) => what !== 'fences do not help').length;
    }
    expect(counts.cycle).toBeGreaterThanOrEqual(sized(6, 200));
    expect(counts.allowed).toBeGreaterThanOrEqual(sized(20, 200));
    expect(counts.fences).toBeGreaterThanOrEqual(sized(2, 80));
  });
});

describe('the examples', () => {
  const small = [
    'programs/dekker.fp',
    'programs/seqlock.fp',
    'programs/chase-lev.fp',
    'programs/sense-barrier-broken.fp',
  ];
  const files = sized(
    small,
    ['programs', 'kernel', 'dual-tso', 'predicates', 'liveness'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, EXAMPLES)).map((name) => `${folder}/${name}`),
    ),
  );
  const questions = files.flatMap((file) => (['tso', 'pso'] as const).map((memory) => ({ file, memory })));

  it('are explained wherever a run ends badly', async () => {
    const counts = { cycle: 0, allowed: 0, fences: 0, untried: 0 };
    for (const { file, memory } of questions) {
      const text = readFileSync(new URL(file, EXAMPLES), 'utf8');
      const settled = await settleAnyway(text, { file, memory, maxStates: 400_000 });
      if (!settled.ok || settled.answered.verdict !== 'violated' || settled.answered.run.kind !== 'program') continue;
      const { run } = settled.answered;
      const trace = await traceOf(run);
      const judged = judgeWhy(trace, accessesOf(run.program, run.run, run.memory));
      expect({ file, memory, faults: judged.faults }).toEqual({ file, memory, faults: [] });
      counts.untried += judged.untried.filter((what) => what !== 'fences do not help').length;
      const sequential = await settleAnyway(text, { file, memory: 'sc', maxStates: 400_000 });
      // What holds under SC is broken by a run that SC forbids.
      if (sequential.ok && sequential.outcome.verdict === 'holds')
        expect([file, trace.why?.kind]).toEqual([file, 'cycle']);
      if (trace.why !== undefined) counts[trace.why.kind]++;
      if (trace.why?.kind === 'cycle' && trace.why.delays.every(({ fence }) => fence)) counts.fences++;
    }
    expect(counts.cycle).toBeGreaterThanOrEqual(sized(5, 40));
  });
});

describe('array systems', () => {
  const small = ['dekker-unfenced.cub', 'msi-split.cub'];
  const files = sized(small, readdirSync(new URL('weak/', EXAMPLES)));

  it.each(files)('%s is explained where SC forbids its graph', async (file) => {
    const text = readFileSync(new URL(`weak/${file}`, EXAMPLES), 'utf8');
    const settled = await settleAnyway(text, { file, memory: 'tso' });
    if (!settled.ok) throw new Error(`${file} cannot be read`);
    const { trace } = settled.outcome;
    if (trace === null) return;
    const forbidden = trace.graph !== null && graphFault(trace.graph, 'sc') !== null;
    expect(trace.why?.kind).toBe(forbidden ? 'cycle' : 'allowed');
    const sequential = await settleAnyway(text, { file, memory: 'sc' });
    if (sequential.ok && sequential.outcome.verdict === 'holds') expect(trace.why?.kind).toBe('cycle');
  });
});

describe('litmus tests', () => {
  const folder = new URL('litmus/', EXAMPLES);
  const files = readdirSync(folder).filter((name) => name.endsWith('.litmus'));

  it.each(['tso', 'pso'] as const)('are explained under %s exactly where SC forbids the outcome', async (memory) => {
    let explained = 0;
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const outcome = async (under: 'sc' | 'tso' | 'pso') => {
        const result = await litmus(text, { file, memory: under });
        return result.ok ? result.answer.outcome : null;
      };
      const [weak, strong] = [await outcome(memory), await outcome('sc')];
      if (weak?.verdict !== 'allowed') continue;
      expect([file, weak.why?.kind]).toEqual([file, strong?.verdict === 'allowed' ? 'allowed' : 'cycle']);
      if (weak.why?.kind !== 'cycle') continue;
      explained++;
      expect([file, weak.graph !== null && graphFault(weak.graph, 'sc')]).not.toEqual([file, null]);
      expect(weak.graph?.cycle?.length).toBe(weak.why.events.length);
    }
    expect(explained).toBeGreaterThan(1);
  });
});

describe('a run that ends with many writes in store buffers', () => {
  it('is allowed by SC in one of more orders than are tried one by one', async () => {
    const file = 'many-writes-wait-at-the-end.cub';
    const text = readFileSync(new URL(`../../regressions/${file}`, import.meta.url), 'utf8');
    const result = await check(text, { file, memory: 'tso' });
    expect(result.ok && result.outcome.trace?.why?.kind).toBe('allowed');
  });
});
