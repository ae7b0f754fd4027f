/**
 * Array systems (`.cub`): any number of processes by the parameterized engine, under SC and TSO. A given number of them
 * can be asked of the explicit engine as well, which knows PSO, too.
 */

import type { Progress } from '../engines/engine.js';
import { type Answer, ParameterizedEngine, type Question } from '../engines/parameterized/engine.js';
import type { Outcome } from '../evidence/outcome.js';
import { readCubicle } from '../languages/cubicle/index.js';
import type { Diagnostic } from '../languages/shared/diagnostics.js';
import { hasBuffers, isForCubes, type MemoryModel, type MemoryWith, memoryNamed, SC, TSO } from '../memory/models.js';
import { ModelTooLarge } from '../models/array-system/disjunctive-form.js';
import type { ArraySystem } from '../models/array-system/model.js';
import { showProperty } from '../models/array-system/show.js';
import { Budget } from './budget.js';
import { type CheckOptions, type CheckResult, DEFAULT_LIMITS, type ProofResult } from './check.js';
import { fault } from './fault.js';

/** Counts that are the largest seen, not a sum. */
const LARGEST = new Set(['depth', 'processes']);

interface SystemQuestion {
  readonly system: ArraySystem;
  readonly memory: MemoryModel;
  readonly warnings: readonly Diagnostic[];
}

export async function checkSystem(text: string | Uint8Array, options: CheckOptions): Promise<CheckResult> {
  const budget = new Budget(options);
  const read = readQuestion(text, options);
  if (!('system' in read)) return { ok: false, diagnostics: read.faults };
  const { engine } = options;
  if (engine === 'dual-tso' && read.memory.buffers !== 'one queue') {
    const wrong = fault(options.file ?? 'model.cub', 'unsupported', 'the Dual-TSO engine is for --memory tso');
    return { ok: false, diagnostics: [...read.warnings, wrong] };
  }
  if (engine === undefined ? goesToPrograms(read) : engine !== 'parameterized') {
    const { checkInstance } = await import('./instance.js');
    return checkInstance(read.system, read.memory, read.warnings, options, budget);
  }
  const { outcome, warnings } = await answer(read, options, budget, false);
  return { ok: true, outcome, warnings };
}

export async function proveSystem(text: string | Uint8Array, options: CheckOptions): Promise<ProofResult> {
  const budget = new Budget(options);
  const read = readQuestion(text, options);
  return 'system' in read ? answer(read, options, budget, true) : { ok: false, diagnostics: read.faults };
}

/** PSO is known to the explicit engine alone. */
function goesToPrograms({ system, memory }: SystemQuestion): boolean {
  return !isForCubes(memory) && system.processes !== null;
}

function readQuestion(
  text: string | Uint8Array,
  options: CheckOptions,
): SystemQuestion | { readonly faults: readonly Diagnostic[] } {
  const file = options.file ?? 'model.cub';
  // Asked for a weak memory model, every model keeps the rules of one.
  const buffered = options.memory !== undefined && hasBuffers(memoryNamed(options.memory));
  const { system, diagnostics } = readCubicle(text, file, buffered ? { weak: true } : {});
  if (system === null) return { faults: diagnostics };
  const wrong = processesFault(system, options, file) ?? propertyFault(system, options, file);
  if (wrong !== null) return { faults: [...diagnostics, wrong] };
  const { processes, property } = options;
  const named = system.unsafe.map((each, position) => ({ ...each, name: nameOf(each.name, position) }));
  const unsafe = property === undefined ? system.unsafe : named.filter(({ name }) => name === property);
  return {
    system: { ...system, unsafe, ...(typeof processes === 'number' ? { processes } : {}) },
    memory: options.memory === undefined ? (system.weak ? TSO : SC) : memoryNamed(options.memory),
    warnings: diagnostics,
  };
}

/** A number of processes that the model can't have. */
function processesFault(system: ArraySystem, { processes }: CheckOptions, file: string): Diagnostic | null {
  if (processes === undefined) return null;
  if (typeof processes === 'number' && !(Number.isInteger(processes) && processes >= 1))
    return fault(file, 'process-number', `a number of processes is a whole number from 1, not ${processes}`);
  if (system.processes === null || processes === system.processes) return null;
  const message = `the model is about exactly ${system.processes} processes (number_procs), not ${processes}`;
  return fault(file, 'process-number', message);
}

/** As traces call it. */
function nameOf(name: string | null, position: number): string {
  return name ?? `unsafe[${position + 1}]`;
}

/** A question that array systems have no answer to. */
function propertyFault({ unsafe }: ArraySystem, { ltl, property }: CheckOptions, file: string): Diagnostic | null {
  if (ltl !== undefined)
    return fault(file, 'unsupported', 'formulas are for programs (.fp) and DVE models, not for array systems');
  const names = unsafe.map(({ name }, position) => nameOf(name, position));
  if (property === undefined || names.includes(property)) return null;
  const known = names.map((name) => `\`${name}\``).join(', ');
  return fault(file, 'unknown-name', `there is no property \`${property}\`: there is ${known}`);
}

type Proved = Extract<ProofResult, { readonly ok: true }>;

async function answer(read: SystemQuestion, options: CheckOptions, budget: Budget, trim: boolean): Promise<Proved> {
  const { system, memory, warnings } = read;
  const base = {
    memory: memory.name,
    buffer: hasBuffers(memory) ? ('unbounded' as const) : null,
    processes: system.processes ?? ('any' as const),
    actors: 'processes' as const,
    engine: 'parameterized',
    trace: null,
    invariants: [],
    assumptions: [],
    counts: {},
    reason: null,
  };
  const unproved = (outcome: Outcome): Proved => ({ ok: true, outcome, warnings, system, invariant: null });
  if (!isForCubes(memory)) {
    const reason = 'for any number of processes there are proofs under sc and tso: try --memory tso, or --processes 2';
    return unproved({ ...base, verdict: 'unknown', seconds: budget.seconds, reason });
  }
  const counts: Record<string, number> = {};
  const ask = (question: Question) => askEngine(question, budget, options, counts);
  const question = questionFor(options, memory);
  const assumptions: string[] = [];
  const confirmed: string[] = [];
  if (options.checkInvariants && system.invariants.length > 0) {
    // Each assumption in turn as a property of its own, without the others' help: what is proved is no assumption.
    for (const [k, invariant] of system.invariants.entries()) {
      const named = { ...invariant, name: invariant.name ?? `invariant[${k + 1}]` };
      const alone: ArraySystem = { ...system, invariants: [], unsafe: [named] };
      let found = await ask({ ...question, system: alone, anyMoment: true });
      // Used as an assumption it speaks of all that is still to be read; as a state it may be reached all the same.
      if (found.verdict === 'unknown' && hasBuffers(memory)) {
        const reached = await ask({ ...question, system: alone });
        if (reached.verdict === 'violated') found = reached;
      }
      const shown = showProperty('invariant', invariant);
      if (found.verdict === 'violated') {
        const reason = `the assumption \`${shown}\` at line ${invariant.place.line} is reachable: the trace shows how`;
        const { trace } = found;
        return unproved({ ...base, verdict: 'violated', seconds: budget.seconds, counts, trace, reason });
      }
      if (found.verdict === 'unknown') assumptions.push(shown);
      else confirmed.push(shown);
    }
  } else for (const invariant of system.invariants) assumptions.push(showProperty('invariant', invariant));
  const result = await ask({ ...question, system, trim });
  const outcome: Outcome = {
    ...base,
    verdict: result.verdict,
    seconds: budget.seconds,
    counts,
    trace: result.verdict === 'violated' ? result.trace : null,
    invariants: result.verdict === 'holds' ? result.invariants : [],
    assumptions,
    reason: result.verdict === 'unknown' ? result.reason : remark(result, confirmed),
  };
  return { ...unproved(outcome), invariant: result.verdict === 'holds' ? result.invariant : null };
}

/** What the options say of any question. */
export function questionFor(options: CheckOptions, memory: MemoryWith<'none' | 'one queue'>): Omit<Question, 'system'> {
  return {
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
}

/** Runs an engine to its answer, or until the budget is spent; adds what it counted. */
export async function askEngine(
  question: Question,
  budget: Budget,
  { onProgress }: CheckOptions,
  counts: Record<string, number>,
): Promise<Answer> {
  let engine: ParameterizedEngine;
  try {
    engine = new ParameterizedEngine(question);
  } catch (error) {
    if (error instanceof ModelTooLarge) return { verdict: 'unknown', reason: error.message };
    throw error;
  }
  const result = await budget.drive(engine.run(), onProgress, covered);
  for (const [name, value] of Object.entries(engine.counts())) {
    const before = counts[name] ?? 0;
    counts[name] = LARGEST.has(name) ? Math.max(before, value) : before + value;
  }
  return 'value' in result ? result.value : { verdict: 'unknown', reason: result.stopped };
}

function covered({ states, cubes, depth }: Progress): string {
  if (states > 0 && cubes === 0) return `${states} states were explored`;
  return `${cubes} cubes up to depth ${depth} were visited without reaching an initial state`;
}

function remark(answer: Answer, confirmed: readonly string[]): string | null {
  const remarks = answer.verdict === 'holds' && answer.remark !== null ? [answer.remark] : [];
  if (confirmed.length > 0) remarks.push(`proved as well: ${confirmed.map((c) => `\`${c}\``).join(', ')}`);
  return remarks.length === 0 ? null : remarks.join('; ');
}
