import { describe, expect, it } from 'vitest';
import { concurrentSystem } from '../../../src/engines/automata/program-system.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import type { Program } from '../../../src/models/program/model.js';
import { assign, directly, edge, strongly } from '../../support/build.js';
import { modelOf, X } from '../explicit/model-programs.js';

function refusal(program: Program): string | null {
  const system = concurrentSystem(program, DUAL_TSO);
  return 'refused' in system ? system.refused : null;
}

describe('what Dual-TSO does not know', () => {
  const { apart: _, ...plain } = modelOf([[edge(0, 1, { updates: [assign(X, 1)], text: 'x = 1' })]]);
  const withEdge = (parts: Parameters<typeof edge>[2]): Program => {
    const templates = plain.templates.map((each) => ({ ...each, edges: [edge(0, 1, { text: 'x = 1', ...parts })] }));
    return { ...plain, templates };
  };

  it('is refused with a reason', () => {
    expect(refusal(plain)).toBeNull();
    expect(refusal({ ...plain, apart: true })).toMatch(/reach memory apart/);
    expect(refusal({ ...plain, shared: plain.shared.map(strongly) })).toMatch(/^variable x is never buffered/);
    expect(refusal(withEdge({ drained: true }))).toMatch(/^"x = 1" waits for the buffers of all threads/);
    expect(refusal(withEdge({ fence: true, updates: [directly(assign(X, 1))] }))).toMatch(/passes by the buffer/);
  });
});
