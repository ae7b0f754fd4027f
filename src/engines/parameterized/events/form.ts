/**
 * Event cubes as a form of cube: the paper's, kept beside view cubes as the second opinion.
 *
 * The parts: cubes and their normal form (cube.ts), happens-before (relations.ts), who reads from a write (satisfy.ts),
 * pre-images, and containment (visited.ts). A cube meets init when all its pending reads can read the initial memory and
 * no process has something in its buffer: the relations don't matter then, as nothing comes before them (section 3.2).
 */
import { Conjunction } from '../../../logic/conjunction.js';
import { Entailment } from '../../../logic/entails.js';
import { Kind, type Literals, PLAIN } from '../../../logic/literals.js';
import type { GuardedCommand, NormalForm, StateCommand } from '../../../models/array-system/normal-form.js';
import type { CubeForm, SearchNode, VisitedCubes } from '../form.js';
import { Safety } from '../safety.js';
import { declaredTuples, type Naming } from '../slots.js';
import { instantiateGuard } from '../universal.js';
import { cellsOf } from '../weakest.js';
import { EVERYBODY, type EventCube, pendingIn } from './cube.js';
import { type EventPreImage, EventPreImages } from './pre-image.js';
import { type OpenInstance, VisitedEvents } from './visited.js';

const OPEN_LITERALS = 2;
const OPEN_INSTANCES = 400;
const FULL_TEST_BUDGET = 60;

export class EventForm implements CubeForm<EventCube> {
  readonly commands: number;
  readonly counts = { fullTests: 0, fullFixpoints: 0 };
  readonly safety: Safety;
  private readonly images: EventPreImages;
  private readonly form: NormalForm;
  private readonly literals: Literals;
  private readonly naming: Naming;
  private readonly entailment: Entailment;
  private readonly least: number;
  private readonly anyMoment: boolean;

  /** `anyMoment`: each process's views in an unsafe condition are at some moment still to come for it. */
  constructor(form: NormalForm, literals: Literals, naming: Naming, anyMoment = false) {
    this.form = form;
    this.literals = literals;
    this.naming = naming;
    this.anyMoment = anyMoment;
    this.least = form.system.processes ?? 1;
    this.commands = form.commands.length;
    this.images = new EventPreImages(
      literals,
      naming,
      form.system.symbols.map((s) => s.weak),
    );
    this.safety = new Safety(literals, this.images.instance, form.init);
    this.entailment = new Entailment(literals, new Conjunction(literals));
  }

  get capped(): boolean {
    const { processes } = this.form.system;
    return this.images.capped && (processes === null || this.naming.most < processes);
  }

  set capped(value: boolean) {
    this.images.capped = value;
  }

  size(cube: EventCube): { processes: number; literals: number } {
    return { processes: cube.processes, literals: cube.literals.length };
  }

  unsafe(): { cube: EventCube; property: number }[] {
    return this.form.unsafe.flatMap((u) =>
      this.cubesOf(u, false, this.anyMoment).map((cube) => ({ cube, property: u.property })),
    );
  }

  /**
   * An assumption must not exclude more than it says: see plain-form.ts. What it says of views is taken to be said of
   * every moment still to come for the reader, not only of the present one; `anyMoment` asks for a proof of just that.
   */
  assumed(): EventCube[] {
    const usable = this.form.invariants.filter((i) => this.naming.absolute !== null || i.universals.length === 0);
    return usable.flatMap((i) => this.cubesOf(i, true, true));
  }

  meetsInitial(cube: EventCube): boolean {
    return this.initialConjunction(cube, Math.max(this.least, cube.processes)) !== null;
  }

  /** A satisfiable conjunction of the cube with init over this many processes, everything read from there; or null. */
  initialConjunction(cube: EventCube, processes: number): Int32Array | null {
    if (cube.behind.some((row) => row !== 0)) return null;
    const { literals } = this;
    const plain = (cell: number) => (literals.tagOf(cell) === PLAIN ? cell : literals.retag(cell, PLAIN));
    const conjunction = new Conjunction(literals);
    for (const literal of cube.literals) if (!conjunction.add(literals.mapCells(literal, plain))) return null;
    const initial = conjunction.finish();
    if (initial === null) return null;
    return this.safety.initialConjunction({ processes: cube.processes, literals: initial, universals: [] }, processes);
  }

  preImages(cube: EventCube, command: number): EventPreImage[] {
    return this.images.of(cube, this.form.commands[command] as GuardedCommand);
  }

  visited(): VisitedCubes<EventCube> {
    const index = new VisitedEvents(this.literals, this.naming.absolute !== null);
    return {
      add: (node) => index.add(node),
      remove: (node) => index.remove(node),
      nodes: () => index.nodes(),
      cover: (cube) => this.cover(cube, index),
      coveredBy: (cube) => index.coveredBy(cube),
    };
  }

  /** Universal guards are asked of the processes at hand only, as in the paper. */
  refine(_transitions: Iterable<number>): boolean {
    return false;
  }

  private cover(cube: EventCube, visited: VisitedEvents): readonly SearchNode<EventCube>[] | null {
    const one = visited.covering(cube);
    if (one !== null) return [one];
    const open = visited.open(cube, OPEN_LITERALS, OPEN_INSTANCES);
    // One instance that lacks a mask can't contain the cube; one that lacks an inequality may, by arithmetic.
    const masks = (instance: OpenInstance) => instance.missing.some((l) => this.literals.kind[l] === Kind.mask);
    if (open.length === 0 || (open.length === 1 && masks(open[0] as OpenInstance))) return null;
    this.counts.fullTests++;
    const clauses = open.map((o) => o.missing);
    if (!this.entailment.refutes(cube.literals, clauses, FULL_TEST_BUDGET)) return null;
    this.counts.fullFixpoints++;
    return open.map((o) => o.node);
  }

  /**
   * The cubes of an `unsafe` or `invariant` declaration. A universal condition is asked of the processes it names only,
   * which makes an unsafe cube larger: a trace is replayed anyway.
   */
  private cubesOf(command: StateCommand, allProcesses: boolean, anyMoment: boolean): EventCube[] {
    const { instance, cubes } = this.images;
    const out: EventCube[] = [];
    const processes = this.naming.absolute ?? command.arity;
    if (processes > this.naming.most) {
      if (!allProcesses) this.capped = true;
      return out;
    }
    const keepAll = allProcesses || this.naming.absolute !== null;
    const named = Array.from({ length: processes }, (_, p) => p);
    const conjunction = new Conjunction(this.literals);
    instance.viewTag = 0;
    for (const slots of declaredTuples(this.naming, command.arity)) {
      for (const [slot, p] of slots.entries()) instance.environment[slot] = p;
      conjunction.reset();
      if (!command.literals.every((t) => conjunction.add(instance.literal(t)))) continue;
      const guard = instantiateGuard(instance, command.universals, named, false);
      if (guard === null) continue;
      const choose = (k: number): void => {
        const item = guard.items[k];
        if (item === undefined) {
          const literals = conjunction.finish();
          if (literals === null) return;
          const draft = anyMoment ? this.apart(literals, processes) : this.together(literals, processes);
          out.push(cubes.normal(draft, keepAll).cube);
          return;
        }
        for (const alternative of item) {
          const mark = conjunction.mark();
          if (alternative.every((l) => conjunction.add(l))) choose(k + 1);
          conjunction.undo(mark);
        }
      };
      choose(0);
    }
    return out;
  }

  /** All views are one event, after every read of any process. */
  private together(literals: Int32Array, processes: number): EventCube {
    const views = pendingIn(this.literals, literals) !== 0;
    const reads: number[] = new Array(processes).fill(views ? 1 : 0);
    const none: number[] = new Array(processes).fill(0);
    return {
      processes,
      literals,
      threads: views ? [EVERYBODY] : [],
      order: { events: views ? [0] : [], reads, writes: none, cells: new Map() },
      behind: none,
    };
  }

  /** The views of each process are an event of its own. */
  private apart(conjunction: Int32Array, processes: number): EventCube {
    const { literals } = this;
    const threads: number[] = [];
    for (const literal of conjunction) {
      for (const cell of cellsOf(literals, literal)) {
        if (literals.tagOf(cell) === PLAIN) continue;
        const reader = literals.readerOf(cell);
        if (!threads.includes(reader)) threads.push(reader);
      }
    }
    threads.sort((a, b) => a - b);
    const image = (cell: number): number =>
      literals.tagOf(cell) === PLAIN ? cell : literals.retag(cell, threads.indexOf(literals.readerOf(cell)));
    const reads = Array.from({ length: processes }, (_, p) => (threads.includes(p) ? 1 << threads.indexOf(p) : 0));
    const none: number[] = new Array(processes).fill(0);
    return {
      processes,
      literals: conjunction.map((l) => literals.mapCells(l, image)).sort(),
      threads,
      order: { events: threads.map(() => 0), reads, writes: none, cells: new Map() },
      behind: none,
    };
  }
}
