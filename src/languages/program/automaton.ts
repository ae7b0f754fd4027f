/**
 * The automaton of a thread: locations where steps begin and end, numbered as they are come to.
 *
 * Hidden registers that nobody reads any more are not written. Steps that change nothing and return to where they came
 * by (a failed `await`) are left out: whatever can be done after them can be done before them, and a thread that can do
 * nothing else waits. They are kept when they may fail and no other step fails with them.
 */

import { mayFail } from '../../models/program/bounds.js';
import { conjunctionTerm } from '../../models/program/fold.js';
import type { Edge, Location, Place, Template, Update } from '../../models/program/model.js';
import type { Patience } from '../shared/patience.js';
import { Composer } from './compose.js';
import { coverageOf } from './coverage.js';
import type { Flow } from './flow.js';
import { liveRegisters, successors, withUsedRegisters } from './registers.js';
import { type Goal, hasOpposite, type Step, textOf } from './steps.js';
import type { Write } from './writes.js';

interface Compiled {
  readonly template: Template;
  /** Faults found on the way. */
  readonly tooLarge: Place | null;
  readonly neverReached: Place | null;
}

export function compileThread(name: string, parameters: number, flow: Flow, patience: Patience): Compiled {
  let composer = new Composer(flow, null);
  let automaton = new Automaton(flow, composer, patience);
  automaton.build();
  if (composer.overflow) {
    composer = new Composer(flow, joins(flow));
    automaton = new Automaton(flow, composer, patience);
    automaton.build();
  }
  const { locations } = automaton;
  const { locals, edges } = withUsedRegisters(flow, automaton.edges);
  const coverage = coverageOf(flow, composer.reached, automaton.begun);
  const template: Template = { name, parameters, locals, locations, entry: 0, edges, coverage };
  const { tooLarge } = composer;
  // What one call of a procedure does not come to, another may.
  const unreached = flow.starts.filter(({ node, place }) => !composer.reached.has(node) && place.within === undefined);
  const places = unreached.map(({ place }) => place).sort((a, b) => a.line - b.line || a.column - b.column);
  return { template, tooLarge, neverReached: places[0] ?? null };
}

class Automaton {
  readonly locations: Location[] = [];
  readonly edges: Edge[] = [];
  /** The nodes where statements begin that a thread comes to, by edge and by location. */
  readonly begun = {
    edges: [] as ReadonlySet<number>[],
    locations: [] as Set<number>[],
    /** Where locations are. */
    places: [] as (Place | null)[],
  };
  private readonly live: readonly ReadonlySet<number>[];
  private readonly numbers = new Map<string, number>();
  private readonly waiting: { node: number; location: number }[] = [];

  constructor(
    private readonly flow: Flow,
    private readonly composer: Composer,
    private readonly patience: Patience,
  ) {
    this.live = liveRegisters(flow);
  }

  build(): void {
    const jumps: number[] = [];
    const first = this.locationOf({ kind: 'node', node: this.composer.place(this.flow.entry, (at) => jumps.push(at)) });
    for (const jump of jumps) this.begun.locations[first]?.add(jump);
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      this.patience.look();
      const steps = this.composer.stepsFrom(next.node);
      this.noteWaiting(next.location);
      this.addEdges(next.location, steps);
      if (this.composer.overflow || this.composer.tooLarge !== null) return;
    }
  }

  private locationOf(goal: Goal): number {
    const key = goal.kind === 'node' ? String(goal.node) : JSON.stringify(goal);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.locations.length;
    this.numbers.set(key, number);
    this.begun.locations.push(new Set(goal.kind === 'node' ? [goal.node] : []));
    this.begun.places.push(goal.kind === 'node' ? (this.flow.nodes[goal.node]?.place ?? null) : null);
    if (goal.kind === 'node') {
      const node = this.flow.nodes[goal.node];
      if (node === undefined) throw new Error(`no node ${goal.node}`);
      this.locations.push({ labels: node.labels, failure: null });
      this.waiting.push({ node: goal.node, location: number });
    } else {
      const { labels } = goal;
      if (goal.kind === 'failure') this.locations.push({ labels, failure: goal.message });
      else this.locations.push({ labels, failure: null, assumed: true });
    }
    return number;
  }

  private noteWaiting(location: number): void {
    const { waited, assumed } = this.composer;
    for (const node of waited) this.begun.locations[location]?.add(node);
    const here = this.locations[location];
    if (assumed && here !== undefined) this.locations[location] = { ...here, assumed: true };
  }

  private addEdges(from: number, steps: readonly Step[]): void {
    const idle = new Set(steps.filter((step) => this.updatesOf(step).length === 0 && this.goesNowhere(from, step)));
    const kept = steps.filter((step) => !idle.has(step));
    for (const { begun } of idle) for (const node of begun) this.begun.locations[from]?.add(node);
    for (const step of steps) {
      const guard = conjunctionTerm(step.guard);
      if (guard?.kind === 'constant') continue;
      if (idle.has(step)) {
        if (guard === null || !mayFail(guard, this.flow.declared) || hasOpposite(step, kept)) continue;
        kept.push(step);
      }
      const to = this.locationOf(step.goal);
      const updates = this.updatesOf(step);
      const { fence, atomic, place } = step;
      this.begun.edges.push(step.begun);
      const retries = step.retries && to === from ? { retries: true as const } : {};
      this.edges.push({ from, to, guard, updates, fence, atomic, ...retries, text: textOf(step.pieces), place });
    }
  }

  private updatesOf({ writes, goal }: Step): Update[] {
    return writes.filter((write) => this.matters(write, goal)).map(({ value, ...target }) => ({ target, value }));
  }

  /** Back to a place from which nothing can be done that cannot be done from here, and that looks the same. */
  private goesNowhere(from: number, { goal, returns }: Step): boolean {
    if (goal.kind !== 'node' || !returns) return false;
    const here = this.locations[from]?.labels ?? [];
    const there = this.flow.nodes[goal.node]?.labels ?? [];
    return here.join() === there.join();
  }

  private matters({ kind, variable, value }: Write, goal: Goal): boolean {
    if (kind === 'shared') return true;
    if (variable >= this.flow.firstRegister) {
      return goal.kind === 'node' && this.live[goal.node]?.has(variable) === true;
    }
    return value === 'any' || value.kind !== 'local' || value.variable !== variable || value.index !== null;
  }
}

/** Nodes outside atomic blocks that are come to from several: if steps end there, paths do not multiply. */
function joins(flow: Flow): Set<number> {
  const before = new Map<number, number>();
  for (const node of flow.nodes) {
    for (const next of successors(node)) before.set(next, (before.get(next) ?? 0) + 1);
  }
  const found = new Set<number>();
  for (const [id, count] of before) if (count > 1 && flow.nodes[id]?.atomic === false) found.add(id);
  return found;
}
