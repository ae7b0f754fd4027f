/**
 * One row: a Dual-TSO engine is asked, the one for the declared threads or the one for any number of them, or the same of the
 * PSO engines; and the explicit engine about the same program, for the verdict to expect.
 *
 * The explicit engine is asked with larger and larger store buffers until none is ever full, so that what it says is for
 * buffers of any length as well. For any number of threads it is asked about one instance; that the other numbers are no
 * different is said in each file.
 */

import { Budget } from '../../src/check/budget.js';
import { anySource } from '../../src/engines/automata/any-source.js';
import { AnyDualTsoEngine } from '../../src/engines/dual-tso/any-engine.js';
import { DualTsoEngine } from '../../src/engines/dual-tso/engine.js';
import { DUAL_TSO } from '../../src/engines/dual-tso/taker.js';
import type { Progress } from '../../src/engines/engine.js';
import { AnyPsoEngine } from '../../src/engines/pso-queues/any-engine.js';
import { PsoEngine } from '../../src/engines/pso-queues/engine.js';
import { PSO_QUEUES } from '../../src/engines/pso-queues/taker.js';
import type { Reason } from '../../src/engines/remarks.js';
import type { Verdict } from '../../src/evidence/outcome.js';
import type { ProgramFile } from '../../src/languages/program/index.js';
import { type MemoryModel, TSO } from '../../src/memory/models.js';
import type { Refusal } from '../../src/models/refusal.js';
import { DASHED, reasonText } from '../../src/report/remarks.js';
import { askAbout } from '../../tests/support/ask.js';
import { type DualQuestion, instanceOf, sourceOf } from './rows.js';

export interface DualRow {
  readonly table: 1 | 2;
  readonly program: string;
  readonly processes: number | 'any';
  readonly verdict: Verdict;
  /** Why it is unknown. */
  readonly reason: string | null;
  /** By the explicit engine. */
  readonly expected: Verdict;
  /** Kept when they were made; null where no engine was asked. */
  readonly configurations: number | null;
  /** All that were made. */
  readonly generated: number | null;
  readonly paperConfigurations: number;
  /** Of the clock. */
  readonly seconds: number | null;
  readonly paperSeconds: number;
}

/** What the engines have in common. */
export interface Engine {
  counts(): Readonly<Record<string, number>>;
  run(): Generator<Progress, { readonly verdict: Verdict; readonly reason?: Reason }>;
}

const LIMITS = { maxConfigurations: 10_000_000, maxMegabytes: 1024 };

/** The engine for a question; a reason where there is none. */
export function engineFor({ paper }: DualQuestion, source: ProgramFile): Engine | Refusal {
  if (paper.processes !== 'any') return new DualTsoEngine({ program: instanceOf(source, null), limits: LIMITS });
  const threads = anySource(source, DUAL_TSO);
  return 'refused' in threads ? threads : new AnyDualTsoEngine({ source: threads, limits: LIMITS });
}

/** The same under PSO. */
export function psoEngineFor({ paper }: DualQuestion, source: ProgramFile): Engine | Refusal {
  if (paper.processes !== 'any') return new PsoEngine({ program: instanceOf(source, null), limits: LIMITS });
  const threads = anySource(source, PSO_QUEUES);
  return 'refused' in threads ? threads : new AnyPsoEngine({ source: threads, limits: LIMITS });
}

async function expectedOf(
  { paper }: DualQuestion,
  source: ProgramFile,
  timeout: number,
  memory: MemoryModel,
): Promise<Verdict> {
  const program = instanceOf(source, paper.instance);
  const options = { engine: 'explicit', buffer: 'unbounded', timeout } as const;
  const { verdict, buffer } = await askAbout({ program }, memory, options);
  return verdict === 'holds' && buffer !== 'unbounded' ? 'unknown' : verdict;
}

/** Tests have engines of their own. */
export async function dualRow(
  question: DualQuestion,
  timeout: number,
  choose = engineFor,
  memory: MemoryModel = TSO,
): Promise<DualRow> {
  const { paper, program } = question;
  const { table, processes, paperConfigurations, paperSeconds } = paper;
  const source = sourceOf(question);
  const expected = await expectedOf(question, source, timeout, memory);
  const about = { table, program, processes, expected, paperConfigurations, paperSeconds };
  const engine = choose(question, source);
  if ('refused' in engine) {
    const nothing = { configurations: null, generated: null, seconds: null };
    return { ...about, ...nothing, verdict: 'unknown', reason: engine.refused };
  }
  const budget = new Budget({ timeout });
  const driven = await budget.drive(engine.run());
  const seconds = Number(budget.seconds.toFixed(3));
  const answer = 'stopped' in driven ? { verdict: 'unknown' as const, reason: driven.stopped } : driven.value;
  const { configurations = 0, generated = 0 } = engine.counts();
  const reason = answer.reason === undefined ? null : reasonText(answer.reason, DASHED);
  return { ...about, verdict: answer.verdict, reason, configurations, generated, seconds };
}

/** One of two exact engines is wrong. */
export function contradicts({ verdict, expected }: DualRow): boolean {
  return verdict !== 'unknown' && expected !== 'unknown' && verdict !== expected;
}
