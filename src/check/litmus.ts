/**
 * Litmus tests as a library: the text of a test in, its final states under a memory model out.
 *
 * As for `check.ts`, the engine is a generator that `check/budget.ts` drives.
 */

import { AxiomaticEngine, type ShownOutcome, type StateCount } from '../engines/axiomatic/engine.js';
import type { Reason } from '../engines/remarks.js';
import { readLitmus, readOutcome } from '../languages/litmus/index.js';
import { showCondition, showProposition } from '../languages/litmus/proposition.js';
import type { LitmusTest, Proposition } from '../languages/litmus/test.js';
import { binaryFault } from '../languages/shared/binary.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { type MemoryName, memoryNamed } from '../memory/models.js';
import { Budget } from './budget.js';
import { LIBRARY_OPTIONS, type LitmusOptions } from './options.js';

export type { LitmusOptions } from './options.js';

export type LitmusNote =
  /** Executions that jump back to these labels more often are left out: final states may be missing. */
  | { readonly code: 'unrolled'; readonly labels: readonly string[]; readonly times: number }
  /** Memory is accessed at numbers that are no location of the test. */
  | { readonly code: 'numbered'; readonly places: readonly string[] }
  | { readonly code: 'not shown'; readonly reason: Reason };

export type Observation = 'Never' | 'Sometimes' | 'Always';

export interface LitmusAnswer {
  readonly name: string;
  readonly memory: MemoryName;
  /** Whether the proposition of the condition holds in no, some or all final states; null when not all are known. */
  readonly observation: Observation | null;
  /** `exists (0:EAX=0 /\ 1:EAX=0)`. */
  readonly condition: string;
  /** Whether the condition as it is quantified is true; null when not all final states are known. */
  readonly validated: boolean | null;
  /** In alphabetical order. */
  readonly states: readonly Readonly<StateCount>[];
  readonly executions: number;
  /** The outcome asked about, and an execution for it; null when the enumeration was stopped. */
  readonly outcome: (ShownOutcome & { readonly proposition: string }) | null;
  readonly seconds: number;
  readonly counts: Readonly<Record<string, number>>;
  /** What one should know about the answer. */
  readonly notes: readonly LitmusNote[];
  /** Why not all final states are known; null when they are. */
  readonly reason: Reason | null;
}

export type LitmusResult =
  | { readonly ok: true; readonly answer: LitmusAnswer; readonly warnings: readonly Diagnostic[] }
  /** `text` is what the diagnostics are about: the test, or the outcome given as an option. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly text: string };

const OUTCOME_FILE = '<outcome>';

/** The outcome of interest of a test: what its condition is about; for `forall`, what would refute it. */
function ownOutcome({ quantifier, proposition }: LitmusTest): Proposition {
  if (quantifier !== 'forall') return proposition;
  return proposition.kind === 'not' ? proposition.of : { kind: 'not', of: proposition };
}

function observe(states: readonly StateCount[]): Observation {
  const satisfying = states.filter(({ satisfies }) => satisfies).length;
  if (satisfying === 0) return 'Never';
  return satisfying === states.length ? 'Always' : 'Sometimes';
}

function isValidated({ quantifier }: LitmusTest, states: readonly StateCount[]): boolean {
  const some = states.some(({ satisfies }) => satisfies);
  switch (quantifier) {
    case 'exists':
      return some;
    case 'not exists':
      return !some;
    case 'forall':
      return states.every(({ satisfies }) => satisfies);
  }
}

export async function litmus(content: string | Uint8Array, options: LitmusOptions = {}): Promise<LitmusResult> {
  const budget = new Budget(options);
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  const file = options.file ?? 'test.litmus';
  const binary = binaryFault(content, file);
  if (binary !== null) return { ok: false, diagnostics: [binary], text };
  const { checked, diagnostics } = budget.whole(() => readLitmus(content, file));
  if (checked === null) return { ok: false, diagnostics, text };
  const { test, scope } = checked;
  let outcome = ownOutcome(test);
  const warnings = [...diagnostics];
  if (options.outcome !== undefined) {
    const given = readOutcome(options.outcome, OUTCOME_FILE, scope);
    if (given.proposition === null) return { ok: false, diagnostics: given.diagnostics, text: options.outcome };
    outcome = given.proposition;
  }
  const { memory = 'tso', unroll = LIBRARY_OPTIONS.unroll.default } = options;
  const shownOutcome = showProposition(outcome, test.registerNames);
  const engine = new AxiomaticEngine({ test, memory: memoryNamed(memory), outcome, shownOutcome, unroll });
  const enumerated = await budget.drive(engine.enumerate());
  const states = [...engine.states.values()].sort((a, b) => (a.state < b.state ? -1 : 1));
  const complete = 'value' in enumerated;
  const shown = complete ? await budget.drive(engine.showOutcome()) : null;
  const notes = notesOf(engine, unroll);
  if (shown !== null && 'stopped' in shown) notes.push({ code: 'not shown', reason: shown.stopped });
  const verdict: ShownOutcome = (shown !== null && 'value' in shown ? shown.value : null) ?? {
    verdict: 'forbidden',
    axiom: null,
    graph: null,
  };
  const answer: LitmusAnswer = {
    name: test.name,
    memory,
    observation: complete ? observe(states) : null,
    condition: showCondition(test),
    validated: complete ? isValidated(test, states) : null,
    states,
    executions: engine.executions,
    outcome: complete ? { ...verdict, proposition: shownOutcome } : null,
    seconds: budget.seconds,
    counts: engine.counts(),
    notes,
    reason: 'stopped' in enumerated ? enumerated.stopped : null,
  };
  return { ok: true, answer, warnings };
}

function notesOf({ cutAt, numbered }: AxiomaticEngine, unroll: number): LitmusNote[] {
  return [
    ...(cutAt.length === 0 ? [] : [{ code: 'unrolled', labels: cutAt, times: unroll } as const]),
    ...(numbered.size === 0 ? [] : [{ code: 'numbered', places: [...numbered].sort() } as const]),
  ];
}
