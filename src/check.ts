/**
 * The library's main entry: model text in, outcome out.
 *
 * An engine is a generator that yields between two small steps; this file drives it. Here, and only here, the clock, the
 * memory bound and the abort signal are looked at, a few times a second, with a turn for the event loop in between.
 */
import type { Limits, Progress } from './engines/engine.js';
import { type Answer, ParameterizedEngine, type Question } from './engines/parameterized/engine.js';
import type { Memory, Outcome } from './evidence/outcome.js';
import { readCubicle } from './languages/cubicle/index.js';
import type { Diagnostic } from './languages/shared/diagnostics.js';
import { ModelTooLarge } from './models/array-system/disjunctive-form.js';
import type { ArraySystem, Property } from './models/array-system/model.js';
import { showProperty } from './models/array-system/show.js';

export interface CheckOptions {
  /** Name shown in diagnostics; `model.cub` unless given. */
  readonly file?: string;
  /** Sequential consistency, unless the model has weak variables: then TSO. */
  readonly memory?: Memory;
  /** What the model says (`number_procs`), else any number. */
  readonly processes?: number | 'any';
  /** Seconds. */
  readonly timeout?: number;
  readonly maxCubes?: number;
  readonly maxDepth?: number;
  readonly maxProcesses?: number;
  readonly maxStates?: number;
  /** Megabytes of heap. */
  readonly maxMemory?: number;
  /** The form of cube under TSO; views unless given. */
  readonly cubes?: 'views' | 'events';
  /** Guess weaker cubes with the help of finite instances; true unless given. */
  readonly approximate?: boolean;
  /** Also prove or refute the `invariant` declarations, which are assumptions otherwise. */
  readonly checkInvariants?: boolean;
  readonly signal?: AbortSignal;
  /** Called a few times a second. */
  readonly onProgress?: (progress: Progress) => void;
}

export type CheckResult =
  | { readonly ok: true; readonly outcome: Outcome; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A checked model with what its proof is made of; `invariant` is null unless it holds. */
export type ProofResult =
  | {
      readonly ok: true;
      readonly outcome: Outcome;
      readonly warnings: readonly Diagnostic[];
      readonly system: ArraySystem;
      readonly invariant: readonly Property[] | null;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export const DEFAULT_LIMITS: Limits = { maxCubes: 200_000, maxDepth: 10_000, maxProcesses: 12, maxStates: 200_000 };

const SLICE_MILLISECONDS = 60;
/** Counts that are the largest seen, not a sum. */
const LARGEST = new Set(['depth', 'processes']);

export async function check(text: string | Uint8Array, options: CheckOptions = {}): Promise<CheckResult> {
  const result = await answer(text, options, false);
  return result.ok ? { ok: true, outcome: result.outcome, warnings: result.warnings } : result;
}

/** As `check`, and the inductive invariant in the terms of the model when it holds, as short as it can be made. */
export async function prove(text: string | Uint8Array, options: CheckOptions = {}): Promise<ProofResult> {
  return answer(text, options, true);
}

async function answer(text: string | Uint8Array, options: CheckOptions, trim: boolean): Promise<ProofResult> {
  const started = performance.now();
  const file = options.file ?? 'model.cub';
  // Asked for a weak memory model, every model keeps the rules of one.
  const buffered = options.memory === 'tso' || options.memory === 'pso';
  const { system: declared, diagnostics } = readCubicle(text, file, buffered ? { weak: true } : {});
  if (declared === null) return { ok: false, diagnostics };
  const fault = processesFault(declared, options, file);
  if (fault !== null) return { ok: false, diagnostics: [...diagnostics, fault] };
  const system = withProcesses(declared, options);
  const memory: Memory = options.memory ?? (system.weak ? 'tso' : 'sc');
  const seconds = () => (performance.now() - started) / 1000;
  const base = {
    memory,
    processes: system.processes ?? ('any' as const),
    engine: 'parameterized',
    trace: null,
    invariants: [],
    assumptions: [],
    counts: {},
    reason: null,
  };
  if (memory === 'pso') {
    const reason = 'models of this kind are checked under sc and tso: try --memory tso';
    return {
      ok: true,
      outcome: { ...base, verdict: 'unknown', seconds: seconds(), reason },
      warnings: diagnostics,
      system,
      invariant: null,
    };
  }
  const budget = new Budget(options, started);
  const assumptions: string[] = [];
  const confirmed: string[] = [];
  const counts: Record<string, number> = {};
  const question = {
    memory,
    cubes: options.cubes ?? 'views',
    limits: {
      maxCubes: options.maxCubes ?? DEFAULT_LIMITS.maxCubes,
      maxDepth: options.maxDepth ?? DEFAULT_LIMITS.maxDepth,
      maxProcesses: options.maxProcesses ?? DEFAULT_LIMITS.maxProcesses,
      maxStates: options.maxStates ?? DEFAULT_LIMITS.maxStates,
    },
    approximate: options.approximate ?? true,
    trim: false,
  };
  if (options.checkInvariants && system.invariants.length > 0) {
    // Each assumption in turn as a property of its own, without the others' help: what is proved is no assumption.
    for (const [k, invariant] of system.invariants.entries()) {
      const named = { ...invariant, name: invariant.name ?? `invariant[${k + 1}]` };
      const alone: ArraySystem = { ...system, invariants: [], unsafe: [named] };
      let found = await budget.drive({ ...question, system: alone, anyMoment: true }, counts);
      // Used as an assumption it speaks of all that is still to be read; as a state it may be reached all the same.
      if (found.verdict === 'unknown' && memory !== 'sc') {
        const reached = await budget.drive({ ...question, system: alone }, counts);
        if (reached.verdict === 'violated') found = reached;
      }
      const shown = showProperty('invariant', invariant);
      if (found.verdict === 'violated') {
        const reason = `the assumption \`${shown}\` at line ${invariant.place.line} is reachable: the trace shows how`;
        const outcome = {
          ...base,
          verdict: 'violated' as const,
          seconds: seconds(),
          counts,
          trace: found.trace,
          reason,
        };
        return { ok: true, outcome, warnings: diagnostics, system, invariant: null };
      }
      if (found.verdict === 'unknown') assumptions.push(shown);
      else confirmed.push(shown);
    }
  } else for (const invariant of system.invariants) assumptions.push(showProperty('invariant', invariant));
  const result = await budget.drive({ ...question, system, trim }, counts);
  const outcome: Outcome = {
    ...base,
    verdict: result.verdict,
    seconds: seconds(),
    counts,
    trace: result.verdict === 'violated' ? result.trace : null,
    invariants: result.verdict === 'holds' ? result.invariants : [],
    assumptions,
    reason: result.verdict === 'unknown' ? result.reason : remark(result, confirmed),
  };
  return {
    ok: true,
    outcome,
    warnings: diagnostics,
    system,
    invariant: result.verdict === 'holds' ? result.invariant : null,
  };
}

function remark(answer: Answer, confirmed: readonly string[]): string | null {
  const remarks = answer.verdict === 'holds' && answer.remark !== null ? [answer.remark] : [];
  if (confirmed.length > 0) remarks.push(`proved as well: ${confirmed.map((c) => `\`${c}\``).join(', ')}`);
  return remarks.length === 0 ? null : remarks.join('; ');
}

function withProcesses(system: ArraySystem, options: CheckOptions): ArraySystem {
  const { processes } = options;
  return typeof processes === 'number' ? { ...system, processes } : system;
}

/** A number of processes that the model can't have. */
function processesFault(system: ArraySystem, options: CheckOptions, file: string): Diagnostic | null {
  const { processes } = options;
  const wrong = typeof processes === 'number' && !(Number.isInteger(processes) && processes >= 1);
  if (processes === undefined) return null;
  if (!wrong && (system.processes === null || processes === system.processes)) return null;
  return {
    severity: 'error',
    code: 'process-number',
    file,
    line: 1,
    column: 1,
    length: 1,
    message: wrong
      ? `a number of processes is a whole number from 1, not ${processes}`
      : `the model is about exactly ${system.processes} processes (number_procs), not ${processes}`,
  };
}

/** Time, memory and the caller's patience, over all engines that one check runs. */
class Budget {
  private readonly deadline: number;
  private readonly options: CheckOptions;

  constructor(options: CheckOptions, started: number) {
    this.options = options;
    this.deadline = options.timeout === undefined ? Number.POSITIVE_INFINITY : started + options.timeout * 1000;
  }

  /** Runs an engine to its answer, or until the budget is spent; adds what it counted. */
  async drive(question: Question, counts: Record<string, number>): Promise<Answer> {
    const { options } = this;
    let engine: ParameterizedEngine;
    try {
      engine = new ParameterizedEngine(question);
    } catch (error) {
      if (error instanceof ModelTooLarge) return { verdict: 'unknown', reason: error.message };
      throw error;
    }
    const steps = engine.run();
    const count = () => {
      for (const [name, value] of Object.entries(engine.counts())) {
        const before = counts[name] ?? 0;
        counts[name] = LARGEST.has(name) ? Math.max(before, value) : before + value;
      }
    };
    let slice = performance.now();
    for (;;) {
      const step = steps.next();
      if (step.done) {
        count();
        return step.value;
      }
      const now = performance.now();
      if (now - slice < SLICE_MILLISECONDS) continue;
      options.onProgress?.(step.value);
      await new Promise((resolve) => setImmediate(resolve));
      slice = performance.now();
      const reason = this.spent(step.value);
      if (reason !== null) {
        count();
        return { verdict: 'unknown', reason };
      }
    }
  }

  private spent(progress: Progress): string | null {
    const { timeout, maxMemory, signal } = this.options;
    const covered =
      progress.states > 0 && progress.cubes === 0
        ? `${progress.states} states were explored`
        : `${progress.cubes} cubes up to depth ${progress.depth} were visited without reaching an initial state`;
    if (signal?.aborted) return `interrupted: ${covered}`;
    if (performance.now() >= this.deadline)
      return `the time limit of ${timeout} s was reached: ${covered}; try a larger --timeout`;
    if (maxMemory !== undefined) {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      const used = (heapUsed + arrayBuffers) / 2 ** 20;
      if (used > maxMemory)
        return `the memory limit of ${maxMemory} MB was reached: ${covered}; try a larger --max-memory`;
    }
    return null;
  }
}
