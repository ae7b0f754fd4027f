/** Kernels in WebAssembly and JavaScript against the interpreter: states, transitions, verdicts, lengths of violations. */
import type { ExplicitAnswer, ExplicitQuestion } from '../../../src/engines/explicit/engine.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { graphFault } from '../../memory/operational/graph-axioms.js';
import { explore } from '../../memory/operational/program/explore.js';
import { type Asked, askExplicit, type Told } from '../../support/engines.js';

export const LIMITS = { maxStates: 20_000, maxMegabytes: 64 };

export type Run = Asked<ExplicitAnswer>;

export function runEngine(question: Omit<ExplicitQuestion, 'limits'> & Partial<ExplicitQuestion>): Run {
  return askExplicit({ limits: LIMITS, ...question });
}

/** What the engine says in the interpreter's words. */
export function summaryOf({ answer, counts }: Run): string {
  if (answer.verdict === 'holds') return `holds ${counts.states} ${counts.transitions} ${answer.unbounded}`;
  if (answer.verdict === 'violated') return `violated ${lengthOf(answer)}`;
  return answer.reason.includes('32 bits') ? 'overflow' : 'undefined';
}

function lengthOf(answer: Told<ExplicitAnswer> & { verdict: 'violated' }): number {
  // The step that fails is not among the steps of a trace.
  const { violated, steps } = answer.trace;
  return steps.length + (violated.property === 'failure' && / at .*: /.test(violated.condition) ? 1 : 0);
}

/** Null when they agree or when the program is too large to ask; what differs otherwise. */
export function disagreement(program: Program, memory: MemoryName, buffer: number, limit: number): string | null {
  const oracle = explore(program, memory, buffer, limit);
  if (oracle === null) return null;
  const expected = [...oracle.verdicts].map((verdict) => {
    if (verdict === 'holds') return `holds ${oracle.states} ${oracle.transitions} ${!oracle.full}`;
    return verdict === 'violated' ? `violated ${oracle.length}` : verdict;
  });
  const question = { program, memory: memoryNamed(memory), buffer };
  const plain = { ...question, zeroDead: false, symmetry: false };
  const wasm = summaryOf(runEngine({ ...plain, kernel: 'wasm' }));
  if (!expected.includes(wasm) && wasm !== 'overflow') return `interpreter: ${expected.join(' or ')}; wasm: ${wasm}`;
  const javascript = summaryOf(runEngine({ ...plain, kernel: 'javascript' }));
  if (javascript !== wasm) return `wasm: ${wasm}; javascript: ${javascript}`;
  const zeroed = runEngine(question);
  const graph = zeroed.answer.verdict === 'violated' ? zeroed.answer.trace.graph : null;
  // The axioms are asked of events, and uniproc is about single cells: only where the two are the same.
  const single = graph?.events.every(({ accesses }) => accesses.length <= 1) ?? false;
  const fault = graph === null || !single ? null : graphFault(graph, memory);
  if (fault !== null) return `the execution shown is not allowed: ${fault}`;
  const same = zeroed.answer.verdict === 'holds' ? wasm.startsWith('holds') : summaryOf(zeroed) === wasm;
  if (!same) return `zeroed: ${summaryOf(zeroed)}; not zeroed: ${wasm}`;
  if (zeroed.answer.verdict === 'holds' && (zeroed.counts.states as number) > oracle.states)
    return 'zeroing adds states';
  return null;
}
