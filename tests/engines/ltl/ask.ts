/** Asking the engine, and judging what it says. */
import type { LtlAnswer, LtlQuestion } from '../../../src/engines/ltl/engine.js';
import type { Trace } from '../../../src/memory/trace.js';
import { type Asked as AskedOf, askLtl, type Told } from '../../support/engines.js';
import { bruteForce, type Kind } from './brute.js';

export const LIMITS = { maxStates: 100_000, maxMegabytes: 64 };

export type Asked = AskedOf<LtlAnswer>;

export { askLtl as ask };

export function kindOf(answer: Told<LtlAnswer>): Kind | 'overflow' {
  switch (answer.verdict) {
    case 'holds':
      return 'holds';
    case 'violated':
      return answer.trace.cycle === undefined ? 'failure' : 'lasso';
    case 'unknown':
      if (answer.reason.includes('has no value')) return 'undefined';
      if (answer.reason.includes('32 bits')) return 'overflow';
      throw new Error(answer.reason);
  }
}

/** What the steps of a trace are called; `|` where the cycle begins. */
export function shown({ steps, cycle }: Trace): string {
  const names = steps.map((step) =>
    step.kind === 'drain' ? `drain ${step.process}` : `${step.actor}: ${step.transition}`,
  );
  if (cycle !== undefined) names.splice(cycle, 0, '|');
  return names.join('; ');
}

/** The first search alone; and successors kept from the first nodes on, with a look whenever there are more, or at the end. */
const WAYS: readonly Partial<LtlQuestion>[] = [{}, { keptFrom: 1, firstLook: 1 }, { keptFrom: 1 }];

/** What differs from brute force, by several threads too if that is asked for; null when nothing does, and a word when that was not asked or did not come to an end. */
export function disagreement(
  question: LtlQuestion,
  limit: number,
  { threads = false } = {},
): { kind: string; fault: string | null } {
  const expected = bruteForce(question, limit);
  if (expected === null) return { kind: 'too large', fault: null };
  let kind = '';
  for (const kernel of ['wasm', 'javascript'] as const) {
    for (const zeroDead of [true, false]) {
      const together = { keptFrom: 1, firstLook: 1, limits: { ...question.limits, jobs: 3, alone: 1 } };
      for (const kept of threads && kernel === 'wasm' ? [...WAYS, together] : WAYS) {
        // Either all states are told apart, and are as many, or dead variables and integers up to a shift are merged.
        const { answer, counts } = askLtl({ ...question, kernel, zeroDead, shifts: zeroDead, ...kept });
        kind = kindOf(answer);
        if (kind === 'overflow') return { kind, fault: null };
        const way = `${kernel}${zeroDead ? ', zeroed' : ''}, ${JSON.stringify(kept)}`;
        if (!(expected.kinds as ReadonlySet<string>).has(kind)) {
          return { kind, fault: `${way}: ${kind}, not ${[...expected.kinds].join(' or ')}` };
        }
        if (answer.verdict !== 'holds') continue;
        if (answer.unbounded === expected.full) return { kind, fault: `${way}: for any buffers: ${answer.unbounded}` };
        const nodes = counts.productStates ?? 0;
        if (zeroDead ? nodes > expected.nodes : nodes !== expected.nodes) {
          return { kind, fault: `${way}: ${nodes} nodes, not ${expected.nodes}` };
        }
      }
    }
  }
  return { kind, fault: null };
}
