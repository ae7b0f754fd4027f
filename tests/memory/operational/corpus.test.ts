/** Models that others wrote, whose truth is known: every configuration of small instances. */
import { describe, expect, it } from 'vitest';
import { readCubicle } from '../../../src/languages/cubicle/index.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { expected, hasCorpus, modelText } from '../../corpus/corpus.js';
import { exploreAll } from './explore.js';
import { graphFault } from './graph-axioms.js';

function systemIn(folder: string, file: string): ArraySystem {
  const { system, diagnostics } = readCubicle(modelText(folder, file), file);
  if (system === null) throw new Error(`${file}: ${diagnostics.map((diagnostic) => diagnostic.message).join('; ')}`);
  return system;
}

/** What some instances say together under TSO: safe only when all are complete. */
function answer(system: ArraySystem, instances: readonly number[]): string {
  let verdict = 'safe';
  for (const processes of instances) {
    const { violated, complete } = exploreAll(system, processes, 'tso', { bound: 3, limit: 5000, values: [0] });
    if (violated !== null) {
      expect(violated.graph === null ? null : graphFault(violated.graph, 'tso')).toBe(null);
      return 'unsafe';
    }
    if (!complete) verdict = 'incomplete';
  }
  return verdict;
}

describe.skipIf(!hasCorpus)('corners of the language for weak memory', () => {
  const rows = expected<{ file: string; truth: string }>('tiny').filter(({ file }) => file.startsWith('w'));
  const decided = rows.filter(({ truth }) => truth === 'safe' || truth === 'unsafe');

  it.each(decided)('$file is $truth', ({ file, truth }) => {
    expect(answer(systemIn('tiny', file), [2, 3])).toBe(truth);
  });

  it('a declared invariant is an assumption', () => {
    const system = systemIn('tiny', 'w31_weak_invariant_trusted.cub');
    expect(answer(system, [2, 3])).toBe('safe');
    expect(answer({ ...system, invariants: [] }, [2, 3])).toBe('unsafe');
    expect(answer({ ...system, unsafe: system.invariants, invariants: [] }, [2])).toBe('unsafe');
  });

  it('numbers that grow for ever are not all seen', () => {
    expect(answer(systemIn('tiny', 'w29_event_identifier_overflow.cub'), [2])).toBe('incomplete');
  });

  it('has all of them', () => {
    expect(decided.length).toBe(16);
  });
});

describe.skipIf(!hasCorpus)('algorithms and litmus tests of others', () => {
  /** Too many configurations, or numbers without end. */
  const large = ['two_phase_i_N.cub', 'ticket_spin_lock_N.cub'];
  const rows = expected<{ file: string; verdict: string }>('cubicle-w').filter(({ file }) => !large.includes(file));
  const decided = rows.filter(({ verdict }) => verdict === 'safe' || verdict === 'unsafe');

  it.each(decided)('$file is $verdict', ({ file, verdict }) => {
    const system = systemIn('cubicle-w', file);
    expect(answer(system, [system.processes ?? 2])).toBe(verdict);
  });

  it('nobody misses an increment that is atomic', () => {
    expect(answer(systemIn('cubicle-w', 'inc.cub'), [2])).toBe('safe');
  });

  it('has enough of them', () => {
    expect(decided.length).toBeGreaterThan(30);
  });
});
