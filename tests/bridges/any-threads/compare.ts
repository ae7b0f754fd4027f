/**
 * One text asked in three ways: of the parameterized engine through the bridge, of Dual-TSO or the PSO engine for any number of threads, and of
 * the explicit engine with one, two and three of them.
 */

import type { Execution } from '../../../src/bridges/any-threads/execution.js';
import { parameterizedProgram } from '../../../src/bridges/any-threads/index.js';
import { Budget } from '../../../src/check/budget.js';
import { check } from '../../../src/check/check.js';
import { anySource } from '../../../src/engines/automata/any-source.js';
import { AnyDualTsoEngine } from '../../../src/engines/dual-tso/any-engine.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { ParameterizedEngine } from '../../../src/engines/parameterized/engine.js';
import { type ProgramFile, readProgram } from '../../../src/languages/program/index.js';
import { memoryNamed, SC, TSO } from '../../../src/memory/models.js';
import { ModelTooLarge } from '../../../src/models/array-system/disjunctive-form.js';
import { askAbout } from '../../support/ask.js';
import { reasonOf, said as sentence } from '../../support/engines.js';

export type BridgeMemory = 'sc' | 'tso' | 'pso';

export interface Said {
  readonly verdict: 'holds' | 'violated' | 'unknown' | 'refused';
  /** How many threads of each any-kind a violation takes. */
  readonly count: number | null;
  readonly reason: string;
  readonly seconds: number;
}

/** How far each engine goes: by counts alone in tests, and by a clock in campaigns. */
export interface Patience {
  readonly maxCubes: number;
  readonly maxConfigurations: number;
  /** Of the explicit engine; the instances that only guide have fewer. */
  readonly maxStates: number;
  /** Seconds. */
  readonly timeout?: number;
}

export const QUICK: Patience = { maxCubes: 2_000, maxConfigurations: 3_000, maxStates: 30_000 };
export const THOROUGH: Patience = { maxCubes: 100_000, maxConfigurations: 100_000, maxStates: 150_000 };

export function fileOf(text: string): ProgramFile {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  if (program === null) throw new Error(`${diagnostics.map(({ message }) => message).join('\n')}\n${text}`);
  return program;
}

/** As `check` asks an engine, where store queues become cells on the way. */
async function askEngine(text: string, engine: 'parameterized' | 'pso-queues', patience: Patience): Promise<Said> {
  const { maxCubes, maxConfigurations, maxStates, timeout } = patience;
  const limits =
    engine === 'parameterized'
      ? { maxCubes, maxDepth: 1_000, maxProcesses: 10, maxStates: Math.min(maxStates, 100_000) }
      : { maxStates: maxConfigurations };
  const given = timeout === undefined ? {} : { timeout };
  const result = await check(text, { file: 'test.fp', memory: 'pso', engine, ...limits, ...given });
  if (!result.ok) {
    const reason = result.diagnostics.map(({ message }) => message).join('; ');
    return { verdict: 'refused', reason, count: null, seconds: 0 };
  }
  const { verdict, seconds } = result.outcome;
  return { verdict, reason: reasonOf(result.outcome) ?? '', count: null, seconds };
}

export async function askBridge(
  file: ProgramFile,
  memory: 'sc' | 'tso',
  patience: Patience,
  cubes: 'views' | 'events' = 'views',
): Promise<Said> {
  const budget = budgetOf(patience);
  const { maxCubes, maxStates } = patience;
  const said = (verdict: Said['verdict'], reason = '', count: number | null = null): Said => {
    return { verdict, reason, count, seconds: budget.seconds };
  };
  const made = parameterizedProgram(file, memory === 'sc' ? SC : TSO);
  if ('refused' in made) return said('refused', made.refused);
  try {
    const engine = new ParameterizedEngine({
      system: made.system,
      memory: memory === 'sc' ? SC : TSO,
      cubes,
      limits: { maxCubes, maxDepth: 1_000, maxProcesses: 10, maxStates: Math.min(maxStates, 100_000) },
      approximate: true,
      trim: false,
    });
    const driven = await budget.drive(engine.run());
    if (!('value' in driven)) return said('unknown', sentence(driven.stopped));
    const { value } = driven;
    if (value.verdict === 'unknown') return said('unknown', sentence(value.reason));
    if (value.verdict === 'holds') return said('holds');
    const replayed = made.executionOf(value.run);
    return 'refused' in replayed
      ? said('unknown', `a violation that does not replay: ${replayed.refused}`)
      : said('violated', '', countOf(file, replayed));
  } catch (error) {
    if (error instanceof ModelTooLarge) return said('unknown', error.message);
    throw error;
  }
}

/** How many threads of each any-kind there are. */
export function countOf({ anyThreads: [name] }: ProgramFile, { program }: Pick<Execution, 'program'>): number {
  return program.threads.filter((thread) => thread.name.startsWith(`${name}(`)).length;
}

function budgetOf({ timeout }: Patience): Budget {
  return new Budget(timeout === undefined ? {} : { timeout });
}

export async function askDual(file: ProgramFile, patience: Patience): Promise<Said> {
  const budget = budgetOf(patience);
  const limits = { maxConfigurations: patience.maxConfigurations, maxMegabytes: 512 };
  const said = (verdict: Said['verdict'], reason = '', count: number | null = null): Said => {
    return { verdict, reason, count, seconds: budget.seconds };
  };
  const source = anySource(file, DUAL_TSO);
  if ('refused' in source) return said('refused', source.refused);
  const driven = await budget.drive(new AnyDualTsoEngine({ source, limits }).run());
  if (!('value' in driven)) return said('unknown', sentence(driven.stopped));
  const { value } = driven;
  if (value.verdict === 'unknown') return said('unknown', sentence(value.reason));
  return value.verdict === 'holds' ? said('holds') : said('violated', '', value.count);
}

/** With that many threads of each any-kind. */
export async function askExplicit(
  file: ProgramFile,
  memory: BridgeMemory,
  count: number,
  patience: Patience,
): Promise<Said> {
  const { maxStates } = patience;
  const options = { engine: 'explicit', maxStates, buffer: 'unbounded' } as const;
  const budget = budgetOf(patience);
  const made = file.instantiate(count);
  if (made.kind === 'error') return { verdict: 'refused', reason: made.message, count: null, seconds: 0 };
  const answer = await askAbout({ program: made.program }, memoryNamed(memory), options, budget);
  const { verdict, notes } = answer;
  const reason = reasonOf({ reasons: answer.verdict === 'unknown' ? answer.reasons : [], notes });
  return { verdict, reason: reason ?? '', count: verdict === 'violated' ? count : null, seconds: budget.seconds };
}

export interface Comparison {
  readonly bridge: Said;
  /** The PSO engine under PSO; null under SC. */
  readonly dual: Said | null;
  readonly explicit: readonly Said[];
  /** What contradicts what; null when nothing does. */
  readonly wrong: string | null;
}

export async function compare(
  text: string,
  memory: BridgeMemory,
  patience: Patience,
  most = 3,
  cubes: 'views' | 'events' = 'views',
): Promise<Comparison> {
  const file = fileOf(text);
  const [bridge, dual] =
    memory === 'pso'
      ? [await askEngine(text, 'parameterized', patience), await askEngine(text, 'pso-queues', patience)]
      : [await askBridge(file, memory, patience, cubes), memory === 'tso' ? await askDual(file, patience) : null];
  const explicit: Said[] = [];
  for (let count = 1; count <= most; count++) explicit.push(await askExplicit(file, memory, count, patience));
  return { bridge, dual, explicit, wrong: contradiction(bridge, dual, explicit) };
}

function contradiction(bridge: Said, dual: Said | null, explicit: readonly Said[]): string | null {
  const any = [
    { who: 'the bridge', said: bridge },
    ...(dual === null ? [] : [{ who: 'the exact engine', said: dual }]),
  ];
  for (const { who, said } of any) {
    if (said.reason.startsWith('a violation that does not replay')) return `${who}: ${said.reason}`;
    for (const [k, { verdict }] of explicit.entries()) {
      if (said.verdict === 'holds' && verdict === 'violated') return `${who} holds, violated with ${k + 1}`;
      if (said.verdict === 'violated' && said.count === k + 1 && verdict === 'holds' && isFar(explicit[k] as Said)) {
        return `${who} violated with ${k + 1}, which holds`;
      }
    }
  }
  const decided = any.filter(({ said }) => said.verdict === 'holds' || said.verdict === 'violated');
  const verdicts = new Set(decided.map(({ said }) => said.verdict));
  return verdicts.size > 1 ? `the bridge: ${bridge.verdict}, the exact engine: ${dual?.verdict}` : null;
}

/** Without a reason that tells of full buffers. */
function isFar({ reason }: Said): boolean {
  return reason === '';
}
