/** What must be true of an explanation, by the run alone. */
import type { Execution, MemoryEvent } from '../../../src/memory/axiomatic/event.js';
import { judge } from '../../../src/memory/axiomatic/model.js';
import type { Trace, WeakCycle } from '../../../src/memory/trace.js';
import type { Accesses, Performed } from './accesses.js';
import { isReachable } from './reachable.js';

export interface Judged {
  readonly faults: readonly string[];
  /** What was too much to try. */
  readonly untried: readonly string[];
}

export function judgeWhy(trace: Trace, run: Accesses): Judged {
  const { why } = trace;
  if (why === undefined) return { faults: ['nothing is said'], untried: [] };
  const faults: string[] = [];
  const untried: string[] = [];
  const expect = (what: string, is: boolean | null, wanted: boolean): void => {
    if (is === null) untried.push(what);
    else if (is !== wanted) faults.push(`${what}: ${is}`);
  };
  expect('SC can do it', isReachable(run, 'none'), why.kind === 'allowed');
  if (why.kind === 'allowed') return { faults, untried };
  expect('the memory model can do it', isReachable(run, run.memory.buffers), true);
  const shortest = shortestLength(run);
  if (shortest !== null && shortest !== why.events.length)
    faults.push(`a cycle of ${shortest} events was not found, but one of ${why.events.length}`);
  if (!isCritical(why)) faults.push('a thread has more than two steps on the cycle');
  for (const [number, delay] of why.delays.entries())
    if (delay.late !== isLate(trace, why, delay.write, delay.overtaker))
      faults.push(`delay ${number} is late: ${delay.late}`);
  if (why.delays[0]?.late !== true || why.delays[0].write !== 0)
    faults.push('the first delay does not begin the cycle');
  if (why.delays.some(({ fence }) => !fence)) return { faults, untried: [...untried, 'fences do not help'] };
  const fences = new Set(why.delays.map(({ write }) => why.events[write]?.step as number));
  const still = isReachable(run, run.memory.buffers, fences);
  expect('it happens with the fences', still, false);
  const axioms = validWith(run, fences);
  if (axioms !== null) expect('it is valid with the fences', axioms, false);
  const without = validWith(run, new Set());
  if (without !== null) expect('it is valid without', without, true);
  if (still === null && axioms === null) untried.push('no judge of the fences');
  return { faults, untried };
}

function isCritical({ events }: WeakCycle): boolean {
  const steps = new Map<string, Set<number | null>>();
  for (const { thread, step } of events) {
    const own = steps.get(`${thread}`) ?? new Set();
    steps.set(`${thread}`, own.add(step));
  }
  return [...steps.values()].every(({ size }) => size <= 2);
}

/** By the drains of the trace. */
function isLate({ steps }: Trace, { events }: WeakCycle, write: number, other: number): boolean {
  const last = steps.length + 1;
  const momentOf = (position: number): number => {
    const event = events[position];
    if (event?.step === null || event === undefined) return last;
    const issued = steps[event.step - 1];
    const { cell } = event.accesses[0] as { readonly cell: string };
    const waits = issued?.kind === 'transition' && issued.buffered.some((each) => each.cell === cell);
    if (event.kind === 'read' || !waits) return event.step;
    const drained = steps.findIndex(
      (step) => step.kind === 'drain' && step.write === event.step && step.writes.some((each) => each.cell === cell),
    );
    return drained < 0 ? Number.POSITIVE_INFINITY : drained + 1;
  };
  return momentOf(write) > momentOf(other);
}

interface Node {
  readonly step: number | null;
  readonly thread: number | null;
  readonly reads: Performed['reads'];
  readonly writes: readonly number[];
}

/** The fewest events of a cycle in the part of the run that the violation needs; null when there is none. All pairs at once. */
export function shortestLength(run: Accesses): number | null {
  const needed = neededSteps(run);
  const nodes: Node[] = run.steps
    .filter(({ step }) => needed.has(step))
    .flatMap(({ step, thread, reads, atOnce, waiting }) =>
      [
        { step, thread, reads, writes: [] },
        { step, thread, reads: [], writes: atOnce },
        ...waiting.map((writes) => ({ step, thread, reads: [], writes })),
      ].filter((node) => node.reads.length + node.writes.length > 0),
    );
  if (run.end !== null && run.end.reads.length > 0)
    nodes.push({ step: null, thread: run.end.thread, reads: run.end.reads, writes: [] });
  // Each node twice: before and after the way has left a step. Back and forth within a step is no cycle.
  const size = nodes.length;
  const far = Number.POSITIVE_INFINITY;
  const distance = Array.from({ length: 2 * size }, () => Array.from({ length: 2 * size }, () => far));
  for (const [from, one] of nodes.entries())
    for (const [to, other] of nodes.entries()) {
      if (!isBefore(run, one, other)) continue;
      const within = one.step !== null && one.step === other.step;
      (distance[from] as number[])[within ? to : to + size] = 1;
      (distance[from + size] as number[])[to + size] = 1;
    }
  for (const [middle] of distance.entries())
    for (const row of distance)
      for (const [to] of distance.entries())
        row[to] = Math.min(row[to] as number, (row[middle] as number) + (distance[middle]?.[to] as number));
  const shortest = Math.min(far, ...nodes.map((_, node) => distance[node]?.[node + size] as number));
  return Number.isFinite(shortest) ? shortest : null;
}

function isBefore(run: Accesses, one: Node, other: Node): boolean {
  if (one === other) return false;
  if (one.step !== null && one.step === other.step) return true;
  const end = Number.POSITIVE_INFINITY;
  if (one.thread !== null && one.thread === other.thread && (one.step ?? end) < (other.step ?? end)) return true;
  if (other.step === null && one.step !== null) {
    const { step } = one;
    const later = run.end?.after.some(
      (after) => after >= step && run.steps.find((each) => each.step === after)?.thread === one.thread,
    );
    if (later === true) return true;
  }
  const coherent = (first: number, second: number, cell: number): boolean => {
    const order = run.arrived.get(cell) ?? [];
    const [a, b] = [order.indexOf(first), order.indexOf(second)];
    return a >= 0 && (b < 0 || a < b);
  };
  const reads = one.writes.some((cell) => other.reads.some((read) => read.cell === cell && read.source === one.step));
  const overwrites = one.writes.some(
    (cell) => other.writes.includes(cell) && coherent(one.step ?? 0, other.step ?? 0, cell),
  );
  const isOld = one.reads.some(({ cell, source }) => {
    if (!other.writes.includes(cell)) return false;
    return source === null || (source !== other.step && coherent(source, other.step ?? 0, cell));
  });
  return reads || overwrites || isOld;
}

function neededSteps({ steps, end }: Accesses): ReadonlySet<number> {
  if (end === null) return new Set(steps.map(({ step }) => step));
  const needed = new Set<number>();
  const own = end.thread === null ? [] : steps.filter(({ thread }) => thread === end.thread).map(({ step }) => step);
  const open = [...end.after, ...own, ...end.reads.flatMap(({ source }) => source ?? [])];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    const step = steps.find((each) => each.step === number);
    if (step === undefined || needed.has(number)) continue;
    needed.add(number);
    open.push(...step.reads.flatMap(({ source }) => source ?? []));
    open.push(...steps.filter((each) => each.thread === step.thread && each.step < step.step).map((each) => each.step));
  }
  return needed;
}

/** By the axioms; null where they do not speak of such steps, or of what the violation looks at. */
export function validWith(run: Accesses, fences: ReadonlySet<number>): boolean | null {
  const { memory, steps, arrived, end } = run;
  const torn = steps.some(({ atOnce, needsEmpty, waiting, reads }) => {
    return (
      (atOnce.length > 0 && !needsEmpty) ||
      (waiting.length > 0 && (reads.length > 0 || needsEmpty || waiting.length > 1))
    );
  });
  if (torn || (end !== null && end.reads.length > 0) || hasUnknownOrder(run)) return null;
  const cells = [
    ...new Set(
      steps.flatMap((step) => [...step.reads.map(({ cell }) => cell), ...step.atOnce, ...step.waiting.flat()]),
    ),
  ];
  const events: MemoryEvent[] = [];
  const add = (event: Omit<MemoryEvent, 'id' | 'accesses' | 'origin'>): number => {
    const id = events.length;
    const accesses = event.locations.map((location) => ({ location, value: 0n }));
    events.push({ ...event, id, accesses, origin: '' });
    return id;
  };
  const initial = new Map(
    cells.map((cell) => [
      cell,
      add({ kind: 'write', thread: null, instruction: 0, locations: [`${cell}`], locked: false, fence: null }),
    ]),
  );
  const writeOf = new Map<string, number>();
  const rf: { write: number; read: number; location: string; source: number | null }[] = [];
  for (const { step, thread, reads, atOnce, waiting, needsEmpty } of steps) {
    const base = { thread, instruction: 2 * step, locked: needsEmpty, fence: null };
    if (needsEmpty && reads.length + atOnce.length === 0)
      add({ ...base, locked: false, kind: 'fence', locations: [], fence: 'full' });
    if (reads.length > 0) {
      const read = add({ ...base, kind: 'read', locations: reads.map(({ cell }) => `${cell}`) });
      for (const { cell, source } of reads) rf.push({ write: cell, read, location: `${cell}`, source });
    }
    for (const group of [atOnce, ...waiting]) {
      if (group.length === 0) continue;
      const write = add({ ...base, kind: 'write', locations: group.map((cell) => `${cell}`) });
      for (const cell of group) writeOf.set(`${step} ${cell}`, write);
    }
    if (fences.has(step))
      add({ ...base, instruction: 2 * step + 1, locked: false, kind: 'fence', locations: [], fence: 'full' });
  }
  const written = (step: number | null, cell: number): number =>
    (step === null ? initial.get(cell) : writeOf.get(`${step} ${cell}`)) as number;
  const co = new Map(
    cells.map((cell): [string, number[]] => {
      const order = arrived.get(cell) ?? [];
      const pending = steps
        .filter((each) => each.waiting.flat().includes(cell) && !order.includes(each.step))
        .map(({ step }) => step);
      return [`${cell}`, [written(null, cell), ...[...order, ...pending].map((step) => written(step, cell))]];
    }),
  );
  const execution: Execution = {
    events,
    rf: rf.map((each) => ({ ...each, write: written(each.source, each.write) })),
    co,
  };
  return judge(execution, memory).valid;
}

/** Two threads have writes of one cell that never reached memory. */
function hasUnknownOrder({ steps, arrived }: Accesses): boolean {
  const owner = new Map<number, number>();
  return steps.some(({ step, thread, waiting }) =>
    waiting.flat().some((cell) => {
      if (arrived.get(cell)?.includes(step) === true) return false;
      const other = owner.get(cell) ?? thread;
      owner.set(cell, thread);
      return other !== thread;
    }),
  );
}
