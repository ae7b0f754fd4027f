/**
 * The axiomatic memory models: which candidate executions are valid under SC, TSO and PSO.
 *
 * Section 2 and appendix A of the Cubicle-W paper, relation by relation and under the same names. There TSO is the only
 * instance; the others come by changing `ppo`:
 *
 *            R->R  R->W  W->R  W->W same location  W->W other location    rfi in ghb
 *      SC     x     x     x            x                    x                 x
 *      TSO    x     x                  x                    x
 *      PSO    x     x                  x
 *
 * SC counts rfi because nothing is read from a buffer there; with ppo = po it follows from UNIPROC anyway.
 *
 * `fence` relates what a full fence separates. Locked instructions drain the buffer like one (x86; under TSO this follows
 * from the atom axioms when they write, but a failed compare-and-exchange only reads, and PSO keeps no other W->W). A
 * store fence separates writes: it says something new only under PSO.
 *
 * `atom` makes the events of a locked instruction one point of ghb (GHB-ATOM-L and -R), so a foreign write between the
 * read and the write is a cycle: the read is before it by fr, and it is before the write by co.
 *
 * This file is the definition, made to be read and to judge finished executions. The search of `engines/axiomatic` adds
 * edges one at a time as it decides rf and co; it takes `po`, `separates` and the disciplines from here.
 */
import type { MemoryModel } from '../models.js';
import type { Execution, FenceKind, MemoryEvent, Point } from './event.js';
import { type LabelledEdge, shortestCycle } from './relation.js';

/** `po`: the order of the program. The reads of an instruction come before its writes, and are not ordered themselves. */
export function po(first: Point, second: Point): boolean {
  if (first.thread === null || first.thread !== second.thread) return false;
  if (first.instruction !== second.instruction) return first.instruction < second.instruction;
  return !first.locked && first.kind === 'read' && second.kind === 'write';
}

/** Whether a fence between two events of a thread orders them. */
export function separates(fence: FenceKind, first: Point, second: Point): boolean {
  return fence === 'full' || (fence === 'store' && first.kind === 'write' && second.kind === 'write');
}

/** Whether a locked instruction orders two events in po, one of which belongs to it. */
export function drains(first: Point, second: Point): boolean {
  return first.locked || second.locked;
}

export function shareLocation(first: Point, second: Point): boolean {
  return first.locations.some((location) => second.locations.includes(location));
}

/** A partial order that an execution must not contradict: which edges count. Fences count in all but coherence. */
export interface Discipline {
  /** Of two events in po: are they ordered without any fence? */
  ppo(first: Point, second: Point): boolean;
  readonly fences: boolean;
  /** Reads from writes of the same thread. */
  readonly rfi: boolean;
}

const SC: Discipline = { ppo: () => true, fences: true, rfi: true };

const TSO: Discipline = {
  ppo: (first, second) => first.kind === 'read' || second.kind === 'write',
  fences: true,
  rfi: false,
};

const PSO: Discipline = {
  ppo: (first, second) => first.kind === 'read' || (second.kind === 'write' && shareLocation(first, second)),
  fences: true,
  rfi: false,
};

/** Not a memory model: what every one of them grants, sequential consistency of each location for itself. */
export const COHERENCE: Discipline = { ppo: shareLocation, fences: false, rfi: true };

export function disciplineOf(memory: MemoryModel): Discipline {
  switch (memory.buffers) {
    case 'none':
      return SC;
    case 'one queue':
      return TSO;
    case 'a queue per cell':
      return PSO;
  }
}

/** Whether the writes of one instruction, unless it is locked, become visible one by one: events of their own. */
export function splitsWrites(memory: MemoryModel): boolean {
  switch (memory.buffers) {
    case 'none':
    case 'one queue':
      return false;
    case 'a queue per cell':
      return true;
  }
}

/** `fr(r, w)`: w comes in co after the write that r reads from. */
export function fr(execution: Execution): LabelledEdge[] {
  return execution.rf.flatMap(({ write, read, location }) => {
    const order = execution.co.get(location) ?? [];
    return order.slice(order.indexOf(write) + 1).map((to) => ({ from: read, to, relation: 'fr' as const }));
  });
}

export function co(execution: Execution): LabelledEdge[] {
  return [...execution.co.values()].flatMap((order) =>
    order.flatMap((from, index) => order.slice(index + 1).map((to) => ({ from, to, relation: 'co' as const }))),
  );
}

export function rf(execution: Execution): LabelledEdge[] {
  return execution.rf.map(({ write, read }) => ({ from: write, to: read, relation: 'rf' as const }));
}

/** `ppo` and `fence` as edges; what both order is called po. */
function threadOrder(execution: Execution, discipline: Discipline): LabelledEdge[] {
  const { events } = execution;
  const fences = events.filter(({ kind }) => kind === 'fence');
  const accesses = events.filter(({ kind }) => kind !== 'fence');
  const fenced = (first: MemoryEvent, second: MemoryEvent): boolean =>
    drains(first, second) ||
    fences.some((f) => po(first, f) && po(f, second) && separates(f.fence as FenceKind, first, second));
  const edges: LabelledEdge[] = [];
  for (const first of accesses) {
    for (const second of accesses) {
      if (!po(first, second)) continue;
      if (discipline.ppo(first, second)) edges.push({ from: first.id, to: second.id, relation: 'po' });
      else if (discipline.fences && fenced(first, second))
        edges.push({ from: first.id, to: second.id, relation: 'fence' });
    }
  }
  return edges;
}

/** `atom`, both ways: the events of a locked instruction stand at one point. */
function atom(execution: Execution): LabelledEdge[] {
  const locked = execution.events.filter((event) => event.locked);
  return locked.flatMap((first) =>
    locked
      .filter((second) => second !== first && sameInstruction(first, second))
      .map((second) => ({ from: first.id, to: second.id, relation: 'atom' as const })),
  );
}

function sameInstruction(first: Point, second: Point): boolean {
  return first.thread === second.thread && first.instruction === second.instruction;
}

/** The edges whose transitive closure, up to atom, is ghb. */
export function ghb(execution: Execution, memory: MemoryModel): LabelledEdge[] {
  const { events } = execution;
  const discipline = disciplineOf(memory);
  const external = ({ from, to }: LabelledEdge): boolean => events[from]?.thread !== events[to]?.thread;
  const communication = [...rf(execution).filter((edge) => discipline.rfi || external(edge)), ...co(execution)];
  // Inside a locked instruction nothing comes before anything: its read is not before its own write by fr.
  const between = ({ from, to }: LabelledEdge): boolean => {
    const [first, second] = [events[from] as MemoryEvent, events[to] as MemoryEvent];
    return !(first.locked && second.locked && sameInstruction(first, second));
  };
  return [...threadOrder(execution, discipline), ...communication, ...fr(execution).filter(between)];
}

/** UNIPROC-RW and -WR: inside a thread, rf and fr go the way of the program. */
function uniprocFaults(execution: Execution): LabelledEdge[] {
  const { events } = execution;
  return [...rf(execution), ...fr(execution)].filter(({ from, to }) => {
    const [first, second] = [events[from] as MemoryEvent, events[to] as MemoryEvent];
    return po(second, first) || (first.kind === 'write' && first.locked && sameInstruction(first, second));
  });
}

export interface CycleStep {
  readonly event: number;
  /** How it comes before the next one. */
  readonly relation: LabelledEdge['relation'];
}

export type Judgement =
  | { readonly valid: true }
  | { readonly valid: false; readonly axiom: 'uniproc' | 'ghb'; readonly cycle: readonly CycleStep[] };

/** Whether a candidate execution is valid (the end of section 2.3), with a shortest cycle when it is not. */
export function judge(execution: Execution, memory: MemoryModel): Judgement {
  const [fault] = uniprocFaults(execution);
  if (fault !== undefined) {
    const back = execution.events[fault.to]?.instruction === execution.events[fault.from]?.instruction ? 'atom' : 'po';
    return {
      valid: false,
      axiom: 'uniproc',
      cycle: [
        { event: fault.to, relation: back },
        { event: fault.from, relation: fault.relation },
      ],
    };
  }
  const cycle = shortestCycle(execution.events.length, ghb(execution, memory), atom(execution));
  return cycle === null ? { valid: true } : { valid: false, axiom: 'ghb', cycle };
}
