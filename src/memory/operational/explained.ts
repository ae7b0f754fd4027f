/**
 * What a replayed execution leaves behind: the picture of its memory events, and why SC does not allow it. The steps become events
 * with the moments at which they took effect (`delays/`); what is found there is told in the terms of the text.
 */

import { lineIn } from '../../models/program/place.js';
import type { ReadsFrom, Unit, WeakEvent, WeakExecution } from '../delays/execution.js';
import { type FoundWhy, whyWeak } from '../delays/why.js';
import { keepsStoreOrder, type MemoryModel, SC } from '../models.js';
import type { CycleEvent, Trace, WeakCycle } from '../trace.js';
import type { Write } from './buffers.js';
import { type Drawn, drawExecution, type MemoryAction, type WriteGroup } from './execution-graph.js';

/** An execution that has ended. */
export interface Recorded<V> extends Drawn<V> {
  readonly memory: MemoryModel;
  /** When the write of a step to a cell reached memory; infinite when it did not. */
  readonly momentOf: (step: number, place: number) => number;
  /** Cells that belong into the picture; others are there only if they are on the cycle. */
  readonly isDrawn: (place: number) => boolean;
  /** What is violated; null for the run as a whole. */
  readonly end: End<V> | null;
  /** It goes on for ever: that SC allows what is recorded of it says nothing. */
  readonly endless: boolean;
}

export interface End<V> {
  /** Who looks at the end, all at one moment: the violated condition, or a step that fails. */
  readonly looks: readonly MemoryAction<V>[];
  /** Steps that come before that, whatever is read. */
  readonly after: readonly number[];
  /** The looks belong into the picture; otherwise only if they are on the cycle. */
  readonly drawn: boolean;
}

/** An event, and what it is of. */
interface Told<V> {
  readonly event: WeakEvent;
  readonly action: MemoryAction<V>;
  readonly accesses: readonly Write<V>[];
}

/** Every write of a cell is held against every later one: runs with more events than this are shown without a reason. */
const MOST_EVENTS = 4_000;

export function explained<V>(recorded: Recorded<V>): Pick<Trace, 'graph' | 'why'> {
  const { execution, told, steps } = weakExecution(recorded);
  if (told.length > MOST_EVENTS) return { graph: pictureOf(recorded, recorded.end?.drawn === true, [])?.graph ?? null };
  const found = whyWeak(execution);
  if (found.kind === 'allowed') {
    const graph = pictureOf(recorded, recorded.end?.drawn === true, [])?.graph ?? null;
    const allowed = found.order.flatMap((unit) => steps[unit] ?? []);
    return recorded.endless ? { graph } : { graph, why: { kind: 'allowed', steps: allowed } };
  }
  const events = found.edges.map(({ from }) => told[from] as Told<V>);
  const looks = recorded.end?.drawn === true || events.some(({ action }) => action.step === null);
  const picture = pictureOf(recorded, looks, events);
  const shown = found.edges.map(({ relation }, position) => {
    const { event, action, accesses } = events[position] as Told<V>;
    const place = (accesses[0] as Write<V>).place;
    const drawn = event.kind === 'read' ? picture?.readOf.get(action) : picture?.writeOf(action, place);
    if (drawn === undefined) throw new Error('an event of the cycle is not in the picture');
    return { event: drawn, relation };
  });
  // In the picture the writes of a step are one event.
  const cycle = shown.filter(({ event }, position) => event !== shown[(position + 1) % shown.length]?.event);
  const graph = picture === null ? null : { ...picture.graph, cycle, forbiddenBy: SC.name };
  return { graph, why: tell(recorded, found, told) };
}

/** With all cells of these events. */
function pictureOf<V>(recorded: Recorded<V>, looks: boolean, events: readonly Told<V>[]) {
  const places = new Set(events.flatMap(({ accesses }) => accesses.map(({ place }) => place)));
  const actions = looks ? [...recorded.actions, ...(recorded.end?.looks ?? [])] : recorded.actions;
  return drawExecution({ ...recorded, actions }, (place) => recorded.isDrawn(place) || places.has(place));
}

function weakExecution<V>(recorded: Recorded<V>): {
  readonly execution: WeakExecution;
  readonly told: readonly Told<V>[];
  /** For each unit its step; null for the violation. */
  readonly steps: readonly (number | null)[];
} {
  const { memory, actions, coherence, end } = recorded;
  const units: Unit[] = [];
  const told: Told<V>[] = [];
  const rf: ReadsFrom[] = [];
  const unitOf = new Map<number, number>();
  const writeOf = new Map<string, number>();
  const open: { readonly action: MemoryAction<V>; readonly read: number }[] = [];
  const last = Math.max(0, ...actions.map(({ step }) => step ?? 0)) + 1;

  const add = (action: MemoryAction<V>, kind: 'read' | 'write', accesses: readonly Write<V>[], waits: boolean) => {
    const id = told.length;
    const cells = accesses.map(({ place }) => place);
    const { step, process: thread } = action;
    const arrived = step === null || kind === 'read' ? last : recorded.momentOf(step, cells[0] as number);
    const moment = kind === 'read' ? (step ?? last) : arrived;
    told.push({ event: { id, unit: units.length, thread, kind, cells, waits, moment }, action, accesses });
    return id;
  };
  const eventsOf = (action: MemoryAction<V>): number[] => {
    const { step, reads, writes } = action;
    const read = reads.length === 0 ? [] : [add(action, 'read', reads, false)];
    for (const id of read) open.push({ action, read: id });
    const written = writes
      .flatMap((group) => apart(memory, group))
      .map((group) => {
        const id = add(action, 'write', group.writes, group.waits);
        for (const { place } of group.writes) writeOf.set(`${step} ${place}`, id);
        return id;
      });
    return [...read, ...written];
  };

  for (const action of actions) {
    if (action.step !== null) unitOf.set(action.step, units.length);
    const drains = action.atomic || action.fence;
    const ordersWrites = action.storeFence === true;
    units.push({ thread: action.process, drains, ordersWrites, events: eventsOf(action) });
  }
  if (end !== null) {
    const [only, ...others] = end.looks;
    // A step that fails is one of its thread; a condition looks from outside.
    const thread = only !== undefined && others.length === 0 && only.fails === true ? only.process : null;
    units.push({ thread, drains: false, ordersWrites: false, events: end.looks.flatMap(eventsOf) });
  }
  const written = (step: number, place: number): number => {
    const found = writeOf.get(`${step} ${place}`);
    if (found === undefined) throw new Error(`step ${step} did not write the cell ${place}`);
    return found;
  };
  for (const { action, read } of open)
    for (const { place, write } of action.reads)
      rf.push({ read, cell: place, write: write === null ? null : written(write, place) });
  const execution = {
    memory,
    units,
    events: told.map(({ event }) => event),
    rf,
    co: new Map([...coherence].map(([place, order]) => [place, order.map((step) => written(step, place))])),
    end: end === null ? null : { unit: units.length - 1, after: end.after.map((step) => unitOf.get(step) as number) },
  };
  const steps = actions.map(({ step }) => step);
  return { execution, told, steps };
}

/** Writes that wait reach memory one by one where there is a queue for each cell. */
function apart<V>(memory: MemoryModel, group: WriteGroup<V>): readonly WriteGroup<V>[] {
  if (!group.waits || keepsStoreOrder(memory)) return [group];
  return group.writes.map((write) => ({ ...group, writes: [write] }));
}

function tell<V>(
  { names, initial }: Recorded<V>,
  { edges, delays, certain, shown }: FoundWhy & { readonly kind: 'cycle' },
  told: readonly Told<V>[],
): WeakCycle {
  const access = ({ place, value }: Write<V>) => ({ cell: names.cell(place), value: names.value(place, value) });
  const values = shown?.writes.map((write) => {
    const { cell } = shown;
    if (write === null) return names.value(cell, initial(cell));
    const found = told[write]?.accesses.find(({ place }) => place === cell) as Write<V>;
    return names.value(cell, found.value);
  });
  return {
    kind: 'cycle',
    events: edges.map(({ from }): CycleEvent => {
      const { event, action, accesses } = told[from] as Told<V>;
      const { process, step, place, statement } = action;
      return {
        thread: process === null ? null : names.thread(process),
        step,
        kind: event.kind,
        ...(place === null ? { line: null } : lineIn(place)),
        column: place?.column ?? null,
        statement,
        accesses: accesses.map(access),
      };
    }),
    edges: edges.map(({ relation, cell }) => ({ relation, cell: cell === null ? null : names.cell(cell) })),
    delays: delays.map(({ edge, late, fence }) => {
      return { write: edge, overtaker: (edge + 1) % edges.length, late, fence };
    }),
    certain,
    shown:
      shown === null || values === undefined ? null : { cell: names.cell(shown.cell), values: [...new Set(values)] },
  };
}
