/**
 * The explicit engine: every reachable state of a program, under SC, TSO or PSO with bounded store buffers, breadth first.
 *
 *   1. the program is made into a kernel, code that expands states (`kernel.ts`, `steps.ts`, `visited.ts`)
 *   2. the kernel expands states in the order in which they were found, level by level
 *   3. the first violation is a shortest one: the states on its path are expanded again to learn the steps (`path.ts`)
 *
 * Of states that differ in nothing that matters one is stored (`reduce/`): in dead variables, in the names of interchangeable
 * threads, in integers of which only differences matter.
 *
 * When no step was ever refused because a buffer was full, the machine without bound has the same states: then `holds` is for
 * any buffers and says so. A violation is one in any case: larger buffers only allow more.
 *
 * A thread that cannot go on is no error. A number that leaves 32 bits ends in `unknown`, and so does a condition that has no
 * value in a reachable state.
 */
import type { MemoryModel } from '../../memory/models.js';
import type { ProgramRun } from '../../memory/operational/program/replay.js';
import { tidyRun } from '../../memory/operational/program/tidy.js';
import type { Program } from '../../models/program/model.js';
import type { Progress } from '../engine.js';
import { type Covered, outside, type Reason } from '../remarks.js';
import { DIVISION, INDEX, OVERFLOW, SHIFT } from './code/code.js';
import { WEB_ASSEMBLY } from './code/webassembly.js';
import { initialStates } from './initial.js';
import { type BackEnd, Kernel, type KernelOptions, KernelTooLarge, makeKernel } from './kernel.js';
import { obstacleTo } from './obstacle.js';
import { runTo } from './path.js';
import { orderOf } from './reduce/symmetry.js';
import { STATUS } from './visited.js';

export interface ExplicitLimits {
  readonly maxStates: number;
  /** For states and the table that finds them; at most 4096 count. */
  readonly maxMegabytes: number;
}

export interface ExplicitQuestion {
  readonly program: Program;
  readonly memory: MemoryModel;
  /** The most batches in a queue of a store buffer, at least 1. */
  readonly buffer: number;
  /**
   * Under TSO `buffer` is the most writes of a thread that wait for one cell, however many wait in all (of Barnat, Brim and
   * Havel, 2012, section III, when it is 1). Under PSO there is a queue for each cell anyhow.
   */
  readonly perLocation?: boolean;
  readonly limits: ExplicitLimits;
  /** WebAssembly where there is one, unless given. */
  readonly kernel?: BackEnd;
  /** States that differ only in dead variables are one, unless this is false. */
  readonly zeroDead?: boolean;
  /** States that differ only in the names of interchangeable threads, or by a shift of integers, are one, unless this is false. */
  readonly symmetry?: boolean;
}

export type ExplicitAnswer =
  /** `unbounded`: for buffers of any length. */
  | { readonly verdict: 'holds'; readonly unbounded: boolean }
  | { readonly verdict: 'violated'; readonly run: ProgramRun }
  | { readonly verdict: 'unknown'; readonly reason: Reason };

/** States that are expanded between two looks at the clock. */
const CHUNK = 4096;

export class ExplicitEngine {
  private readonly question: ExplicitQuestion;
  private readonly obstacle: string | null;
  private readonly kernel: Kernel | null;
  private expanded = 0;
  private transitions = 0;
  private depth = 0;

  constructor(question: ExplicitQuestion) {
    const { program, memory, buffer, limits } = question;
    if (!Number.isInteger(buffer) || buffer < 1) throw new Error('a store buffer holds at least one entry');
    this.question = question;
    this.obstacle = obstacleTo(program);
    const backEnd = question.kernel ?? (WEB_ASSEMBLY === null ? 'javascript' : 'wasm');
    const { maxStates } = limits;
    const maxBytes = limits.maxMegabytes * 2 ** 20;
    const { zeroDead = true, symmetry = true, perLocation = false } = question;
    const options = { program, memory, buffer, perLocation, backEnd, zeroDead, symmetry, maxStates, maxBytes };
    const made = this.obstacle === null ? tryMaking(options) : null;
    this.kernel = made instanceof Kernel ? made : null;
    if (made instanceof KernelTooLarge) this.obstacle = made.reason;
  }

  counts(): Readonly<Record<string, number>> {
    const { kernel } = this;
    return {
      states: kernel?.get('count') ?? 0,
      transitions: this.transitions,
      depth: this.depth,
      orbit: orderOf(kernel?.groups ?? []),
      shifts: kernel?.shifts.length ?? 0,
      bytesPerState: 4 * (kernel?.packing.words ?? 0),
      megabytes: Math.ceil((kernel?.bytes ?? 0) / 2 ** 20),
    };
  }

  *run(): Generator<Progress, ExplicitAnswer> {
    const { kernel } = this;
    if (kernel === null)
      return { verdict: 'unknown', reason: outside(this.obstacle ?? 'the program is not for this engine') };
    for (const words of initialStates(kernel)) {
      if (!kernel.makeRoom() || kernel.get('count') > this.question.limits.maxStates) return this.limited(kernel);
      kernel.add(words);
      if (kernel.get('status') !== STATUS.running) return this.stopped(kernel);
    }
    kernel.set('transitions', 0);

    let levelEnd = kernel.get('count');
    while (this.expanded < kernel.get('count')) {
      if (this.expanded === levelEnd) {
        this.depth++;
        levelEnd = kernel.get('count');
      }
      if (!kernel.makeRoom()) return this.limited(kernel);
      this.expanded = kernel.expand(this.expanded, Math.min(levelEnd, this.expanded + CHUNK));
      this.transitions += kernel.get('transitions') >>> 0;
      kernel.set('transitions', 0);
      if (kernel.get('status') !== STATUS.running) return this.stopped(kernel);
      if (kernel.get('count') > this.question.limits.maxStates) return this.limited(kernel);
      yield this.progress(kernel);
    }
    return { verdict: 'holds', unbounded: kernel.get('full') === 0 };
  }

  private progress(kernel: Kernel): Progress {
    const states = kernel.get('count');
    return { phase: 'explicit', cubes: 0, depth: this.depth, queue: states - this.expanded, states, restarts: 0 };
  }

  private limited(kernel: Kernel): ExplicitAnswer {
    const { maxStates, maxMegabytes } = this.question.limits;
    const covered = this.covered();
    const reason: Reason =
      kernel.get('count') > maxStates
        ? { code: 'limit', limit: 'states', value: maxStates, covered }
        : { code: 'limit', limit: 'memory', value: maxMegabytes, covered };
    return { verdict: 'unknown', reason };
  }

  covered(): Covered {
    const { kernel, expanded: explored, depth } = this;
    const upToNames = (kernel?.groups.length ?? 0) > 0;
    return { what: 'states', explored, found: kernel?.get('count') ?? 0, depth, upToNames };
  }

  /** The kernel has something to report. */
  private stopped(kernel: Kernel): ExplicitAnswer {
    const [state, what, fault] = [kernel.get('state'), kernel.get('what'), kernel.get('fault')];
    switch (kernel.get('status')) {
      case STATUS.violated:
        return this.violated(runTo(kernel, state));
      case STATUS.failed: {
        if (fault !== OVERFLOW) return this.violated(runTo(kernel, state, what));
        const { length } = runTo(kernel, state).steps;
        return { verdict: 'unknown', reason: { code: 'overflow', steps: length } };
      }
      case STATUS.undefined: {
        const condition = this.question.program.never[what]?.name ?? '';
        const why = FAULTS.get(fault) ?? 'a number does not fit into 32 bits';
        return { verdict: 'unknown', reason: { code: 'no value', condition, why } };
      }
      default:
        throw new Error(`a kernel stopped with status ${kernel.get('status')}`);
    }
  }

  private violated(run: ProgramRun): ExplicitAnswer {
    const { program, memory, buffer, perLocation } = this.question;
    return { verdict: 'violated', run: tidyRun(program, run, memory, buffer, perLocation) };
  }
}

function tryMaking(options: KernelOptions): Kernel | KernelTooLarge {
  try {
    return makeKernel(options);
  } catch (error) {
    if (error instanceof KernelTooLarge) return error;
    throw error;
  }
}

const FAULTS = new Map([
  [DIVISION, 'division by zero'],
  [INDEX, 'an index is out of bounds'],
  [SHIFT, 'a shift by less than 0 or more than 31'],
]);
