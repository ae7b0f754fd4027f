/**
 * Whether a memory model can do what a run did: the same steps of each thread, every read from the same write, writes of a cell in
 * the same order, and the same violation at the end. Tried out, step by step and drain by drain, on machines of a few lines that
 * know nothing of values: where reads see the same writes, steps do the same.
 */
import type { Buffers } from '../../../src/memory/models.js';
import type { Accesses, Performed } from './accesses.js';

interface Waiting {
  readonly step: number;
  readonly cells: readonly number[];
}

interface State {
  /** By thread: how many of its steps it has taken. */
  readonly taken: readonly number[];
  readonly buffers: readonly (readonly Waiting[])[];
  /** By cell: the steps whose writes are in memory. */
  readonly written: ReadonlyMap<number, readonly number[]>;
}

const MOST_STATES = 60_000;

/** Null when that is too much to try. `fences`: after these steps their thread waits until its buffer is empty. */
export function isReachable(run: Accesses, buffers: Buffers, fences: ReadonlySet<number> = new Set()): boolean | null {
  const threads = [...new Set(run.steps.map(({ thread }) => thread))].sort((one, other) => one - other);
  const programs = threads.map((thread) => run.steps.filter((step) => step.thread === thread));
  const order = new Orders(run);
  const first: State = { taken: threads.map(() => 0), buffers: threads.map(() => []), written: new Map() };
  const seen = new Set([keyOf(first)]);
  const open = [first];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (isEnd(run, programs, state, order) && !isHeldBack(run, fences, state)) return true;
    for (const next of successors(programs, buffers, fences, state, order)) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MOST_STATES) return null;
      open.push(next);
    }
  }
  return false;
}

function keyOf({ taken, buffers, written }: State): string {
  const waiting = buffers.map((queue) => queue.map(({ step, cells }) => `${step}:${cells}`).join(' '));
  const cells = [...written].map(([cell, steps]) => `${cell}=${steps}`).sort();
  return [taken.join(), ...waiting, ...cells].join('|');
}

/** The order of the writes of a cell, as far as the run shows one. */
class Orders {
  private readonly run: Accesses;
  private readonly threadOf: ReadonlyMap<number, number>;

  constructor(run: Accesses) {
    this.run = run;
    this.threadOf = new Map(run.steps.map(({ step, thread }) => [step, thread]));
  }

  isBefore(one: number, other: number, cell: number): boolean {
    const order = this.run.arrived.get(cell) ?? [];
    const [first, second] = [order.indexOf(one), order.indexOf(other)];
    if (first >= 0 && second >= 0) return first < second;
    if (first >= 0 || second >= 0) return first >= 0;
    return this.threadOf.get(one) === this.threadOf.get(other) && one < other;
  }
}

function writes(
  state: State,
  cells: readonly number[],
  step: number,
  order: Orders,
): ReadonlyMap<number, readonly number[]> | null {
  const written = new Map(state.written);
  for (const cell of cells) {
    const before = written.get(cell) ?? [];
    if (before.some((other) => order.isBefore(step, other, cell))) return null;
    written.set(cell, [...before, step]);
  }
  return written;
}

function* successors(
  programs: readonly (readonly Performed[])[],
  kind: Buffers,
  fences: ReadonlySet<number>,
  state: State,
  order: Orders,
): Generator<State> {
  for (const [thread, steps] of programs.entries()) {
    const queue = state.buffers[thread] as readonly Waiting[];
    for (const [position, { step, cells }] of queue.entries()) {
      const isOldest =
        kind === 'a queue per cell'
          ? !queue.slice(0, position).some((earlier) => earlier.cells.some((cell) => cells.includes(cell)))
          : position === 0;
      const written = isOldest ? writes(state, cells, step, order) : null;
      if (written !== null)
        yield { ...state, written, buffers: state.buffers.with(thread, queue.toSpliced(position, 1)) };
    }
    const next = steps[state.taken[thread] as number];
    if (next === undefined || !mayGoOn(kind, fences, queue, steps, state.taken[thread] as number)) continue;
    if (!next.reads.every(({ cell, source }) => seenIn(state, queue, cell) === source)) continue;
    const atOnce = kind === 'none' ? [...next.atOnce, ...next.waiting.flat()] : next.atOnce;
    const written = writes(state, atOnce, next.step, order);
    if (written === null) continue;
    const later = kind === 'none' ? [] : next.waiting.map((cells) => ({ step: next.step, cells }));
    const taken = state.taken.with(thread, (state.taken[thread] as number) + 1);
    yield { taken, written, buffers: state.buffers.with(thread, [...queue, ...later]) };
  }
}

function mayGoOn(
  kind: Buffers,
  fences: ReadonlySet<number>,
  queue: readonly Waiting[],
  steps: readonly Performed[],
  taken: number,
): boolean {
  if (kind === 'none' || queue.length === 0) return true;
  const fenced = steps
    .slice(0, taken)
    .some(({ step }) => fences.has(step) && queue.some((waiting) => waiting.step <= step));
  return steps[taken]?.needsEmpty !== true && !fenced;
}

/** A step that fails waits for the fences of its thread, too. */
function isHeldBack({ end, steps }: Accesses, fences: ReadonlySet<number>, { buffers }: State): boolean {
  if (end === null || end.thread === null) return false;
  const own = steps.filter(({ thread }) => thread === end.thread).map(({ step }) => step);
  return buffers
    .flat()
    .some(({ step }) => own.includes(step) && own.some((fence) => fence >= step && fences.has(fence)));
}

function seenIn(state: State, queue: readonly Waiting[], cell: number): number | null {
  return queue.findLast(({ cells }) => cells.includes(cell))?.step ?? state.written.get(cell)?.at(-1) ?? null;
}

function isEnd(
  { end, steps }: Accesses,
  programs: readonly (readonly Performed[])[],
  state: State,
  order: Orders,
): boolean {
  const isTaken = (step: number): boolean =>
    programs.some((own, thread) => own.slice(0, state.taken[thread]).some((each) => each.step === step));
  // What still waits gets to memory later, which must not be too late.
  const late = state.buffers
    .flat()
    .some(({ step, cells }) =>
      cells.some((cell) => state.written.get(cell)?.some((other) => order.isBefore(step, other, cell)) === true),
    );
  if (late) return false;
  if (end === null) return steps.every(({ step }) => isTaken(step));
  const own = [...new Set(steps.map(({ thread }) => thread))]
    .sort((one, other) => one - other)
    .indexOf(end.thread ?? -1);
  const queue = state.buffers[own] ?? [];
  return end.after.every(isTaken) && end.reads.every(({ cell, source }) => seenIn(state, queue, cell) === source);
}
