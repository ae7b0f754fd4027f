/**
 * The automaton of a thread: locations where steps begin and end, numbered as they are come to.
 *
 * Hidden registers that nobody reads any more are not written. Steps that change nothing and return to where they came
 * by (a failed `await`) are left out: whatever can be done after them can be done before them, and a thread that can do
 * nothing else waits. They are kept when they may fail and no other step fails with them.
 */

import { mayFail } from '../../models/program/bounds.js';
import { evaluates } from '../../models/program/expression.js';
import { conjunctionTerm } from '../../models/program/fold.js';
import type { Edge, Expression, Location, Place, Template, Update } from '../../models/program/model.js';
import type { Patience } from '../shared/patience.js';
import { Composer } from './compose.js';
import { coverageOf } from './coverage.js';
import { type Flow, leadsToGhost } from './flow.js';
import { liveRegisters, successors, withUsedRegisters } from './registers.js';
import { type Goal, hasOpposite, type Step, textOf } from './steps.js';
import type { Write } from './writes.js';

interface Compiled {
  readonly template: Template;
  /** Faults found on the way. */
  readonly tooLarge: Place | null;
  readonly neverReached: Place | null;
  /** A ghost that no step takes along, and one whose step would only be a round of waiting. */
  readonly ghosts: { readonly alone: Place | null; readonly waiting: Place | null };
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
  return { template, tooLarge, neverReached: places[0] ?? null, ghosts: automaton.ghosts };
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
  readonly ghosts: { alone: Place | null; waiting: Place | null } = { alone: null, waiting: null };
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
    if (leadsToGhost(this.flow, this.flow.entry)) this.checkBeginning();
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      this.patience.look();
      const steps = this.composer.stepsFrom(next.node);
      this.noteWaiting(next.location);
      const edges = this.edges.length;
      this.addEdges(next.location, steps);
      if (this.edges.length === edges) this.noteNoWay(next.location, steps);
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

  /** Nothing leads away. Unless it spins, or this is the end, the thread waits for what the text alone says is never so. */
  private noteNoWay(location: number, steps: readonly Step[]): void {
    const here = this.locations[location];
    const spins = steps.some((step) => conjunctionTerm(step.guard)?.kind !== 'constant');
    if (spins || here === undefined || here.assumed === true || here.labels.includes('end')) return;
    this.locations[location] = { ...here, waits: true };
  }

  private addEdges(from: number, steps: readonly Step[]): void {
    const idle = new Set(steps.filter((step) => this.goesNowhere(from, step) && this.changesNothing(step)));
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
      const updates = idle.has(step) ? [] : this.withFailing(step);
      const { fence, atomic, place } = step;
      this.begun.edges.push(step.begun);
      const marks = {
        ...(step.storeFence ? { storeFence: true as const } : {}),
        ...this.waitingMarks(step, updates, to === from),
      };
      this.edges.push({ from, to, guard, updates, fence, atomic, ...marks, text: textOf(step.pieces), place });
    }
  }

  /** See `models/program/rounds.ts`. */
  private waitingMarks(
    { retries, round }: Step,
    updates: readonly Update[],
    isBack: boolean,
  ): Pick<Edge, 'retries' | 'round'> {
    const writes = updates.some(({ target }) => target.kind === 'shared');
    if (isBack && (retries || (round && writes))) return { retries: true };
    return round && !writes ? { round: true } : {};
  }

  private updatesOf({ writes, goal }: Step): Update[] {
    return writes.filter((write) => this.matters(write, goal)).map(({ value, ...target }) => ({ target, value }));
  }

  /** And loads that nobody reads, but that may fail: an access through NULL. What the rest computes fails there. */
  private withFailing({ writes, goal, guard }: Step): Update[] {
    const kept = writes.filter((write) => this.matters(write, goal));
    const computed = [...guard, ...kept.flatMap(({ value, index }) => [value, index])].filter(isExpression);
    const fails = ({ value }: Write) =>
      isExpression(value) && mayFail(value, this.flow.declared) && !computed.some((term) => evaluates(term, value));
    return writes
      .filter((write) => kept.includes(write) || fails(write))
      .map(({ value, ...target }) => ({ target, value }));
  }

  /** Or nothing but ghosts, where an `await` was false or there was no step at all that they could be part of. */
  private changesNothing(step: Step): boolean {
    const updates = this.updatesOf(step);
    if (updates.length === 0) return true;
    if (!updates.every(({ target }) => this.isGhost(target))) return false;
    if (step.retries) return true;
    if (step.accesses) this.ghosts.waiting ??= step.place;
    else this.ghosts.alone ??= step.place;
    return !step.accesses;
  }

  private isGhost({ kind, variable }: Update['target']): boolean {
    return kind === 'shared' && this.flow.shared[variable]?.ghost === true;
  }

  /** What a thread begins with is part of its first step: there must be one before the next place that has a name. */
  private checkBeginning(): void {
    const { nodes, entry } = this.flow;
    const seen = new Set<number>();
    let place: Place | null = null;
    for (let at = entry; ; ) {
      const node = nodes[at];
      if (node === undefined) throw new Error(`no node ${at}`);
      const goesOn = !seen.has(at) && ((node.kind === 'jump' && !node.anchor) || node.kind === 'ghost');
      if (node.kind === 'ghost') place ??= node.place;
      if (!goesOn && node.kind !== 'jump' && node.kind !== 'end') return;
      if (!goesOn) break;
      seen.add(at);
      at = node.next;
    }
    this.ghosts.alone ??= place;
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

function isExpression(value: Expression | 'any' | null): value is Expression {
  return value !== 'any' && value !== null;
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
