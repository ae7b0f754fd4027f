/**
 * Executions spoilt on purpose, which a replay must refuse. Each is no execution for a reason that needs no replay to see,
 * mostly by counting how many batches wait in a buffer.
 */

import { memoryNamed, SC } from '../../../src/memory/models.js';
import { type Run, type RunStep, replay } from '../../../src/memory/operational/replay.js';
import type { Trace, TransitionStep } from '../../../src/memory/trace.js';
import type { ArraySystem } from '../../../src/models/array-system/model.js';
import { traceFault } from '../judge.js';
import { runOfTrace } from '../trace-run.js';

/** The first spoilt copy of a good trace that is taken for an execution, in words; null when all are refused. */
export function acceptedCorruption(system: ArraySystem, trace: Trace): string | null {
  const run = runOfTrace(system, trace);
  for (const { what, spoilt } of spoiltRuns(system, trace, run)) {
    if (replay(system, spoilt, memoryNamed(trace.memory)).ok) return what;
  }
  if (run.steps.some(({ kind }) => kind === 'drain') && replay(system, run, SC).ok) return 'drains without buffers';
  for (const { what, spoilt } of spoiltTraces(system, trace)) {
    if (traceFault(system, spoilt) === null) return what;
  }
  return null;
}

/** Lists of steps that are no execution, each with the reason. */
export function spoiltRuns(system: ArraySystem, trace: Trace, run: Run): { what: string; spoilt: Run }[] {
  const out: { what: string; spoilt: Run }[] = [];
  const add = (what: string, steps: readonly RunStep[]): void => void out.push({ what, spoilt: { ...run, steps } });
  for (let process = 1; process <= trace.processes; process++) {
    const drain: RunStep = { kind: 'drain', process, place: null };
    add(`#${process} drains an empty buffer first`, [drain, ...run.steps]);
    const waiting = batchesAtEnd(trace, process);
    add(`#${process} drains more than it wrote`, [...run.steps, ...Array.from({ length: waiting + 1 }, () => drain)]);
  }
  const last = new Map<number, number>();
  for (const [position, step] of trace.steps.entries()) {
    if (step.kind === 'drain') last.set(step.process, position);
    else if (step.actor !== null && (step.fence || isAtomic(system, step))) {
      const needed = last.get(step.actor);
      if (needed === undefined) continue;
      add(`step ${position + 1} finds an empty buffer without the drain before it`, run.steps.toSpliced(needed, 1));
    }
  }
  for (const [position, step] of run.steps.entries()) {
    if (step.kind === 'drain' || step.arguments.length === 0) continue;
    const given = (processes: number[]) => run.steps.with(position, { ...step, arguments: processes });
    add(`step ${position + 1} by nobody`, given([...step.arguments].fill(0, 0, 1)));
    add(`step ${position + 1} by a process too many`, given([...step.arguments].fill(trace.processes + 1, 0, 1)));
    const [first] = step.arguments;
    if (first !== undefined && step.arguments.length > 1) {
      add(`step ${position + 1} with one process twice`, given(step.arguments.map(() => first)));
    }
  }
  return out;
}

function batchesAtEnd({ steps }: Trace, process: number): number {
  return steps.reduce((count, step) => {
    if (step.kind === 'drain') return step.process === process ? count - 1 : count;
    return step.actor === process && step.buffered.length > 0 ? count + 1 : count;
  }, 0);
}

/** It read and was to write weak cells. */
function isAtomic({ transitions }: ArraySystem, step: TransitionStep): boolean {
  const declared = transitions.find(({ name }) => name === step.transition);
  return step.reads.length > 0 && declared !== undefined && declared.updates.some(({ symbol }) => symbol.weak);
}

/** Traces that tell of the same steps something else than what happens. */
export function spoiltTraces({ transitions }: ArraySystem, trace: Trace): { what: string; spoilt: Trace }[] {
  const out: { what: string; spoilt: Trace }[] = [];
  for (const [position, step] of trace.steps.entries()) {
    const add = (what: string, spoilt: Trace['steps'][number]): void => {
      out.push({
        what: `${what} in step ${position + 1}`,
        spoilt: { ...trace, steps: trace.steps.with(position, spoilt) },
      });
    };
    if (step.kind === 'drain') {
      add('another write drains', { ...step, write: step.write + 1 });
      continue;
    }
    add('a fence or none', { ...step, fence: !step.fence });
    const [read] = step.reads;
    if (read !== undefined) {
      add('the wrong source', { ...step, reads: [{ ...read, write: (read.write ?? 0) + 1 }, ...step.reads.slice(1)] });
    }
    const [first, second] = step.buffered;
    const open = transitions.some(
      ({ name, updates }) => name === step.transition && updates.some(({ kind }) => kind === 'havoc'),
    );
    if (first !== undefined && !open) {
      const cells = trace.initial.filter(({ cell, value }) => cell === first.cell && value !== first.value);
      for (const { value } of cells)
        add('an old value', { ...step, buffered: [{ ...first, value }, ...step.buffered.slice(1)] });
      if (second !== undefined) add('half a batch', { ...step, buffered: [first] });
    }
  }
  const { violated } = trace;
  if (violated.arguments.length > 1) {
    const rotated = [...violated.arguments.slice(1), violated.arguments[0] as number];
    out.push({ what: 'other processes', spoilt: { ...trace, violated: { ...violated, arguments: rotated } } });
  }
  return out;
}
