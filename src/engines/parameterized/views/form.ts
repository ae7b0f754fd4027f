/**
 * View cubes as a form of cube: the default under TSO.
 *
 * The parts: cubes and their normal form (cube.ts), where pending reads lie about a write (resolve.ts), pre-images, and
 * containment (visited.ts). A cube meets init when everything that is still to be read can be read from the initial
 * memory: all its views are of that one, and no process has anything in its buffer.
 */
import { Conjunction } from '../../../logic/conjunction.js';
import { Entailment } from '../../../logic/entails.js';
import { Kind, type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { GuardedCommand, NormalForm, StateCommand } from '../../../models/array-system/normal-form.js';
import type { CubeForm, SearchNode, VisitedCubes } from '../form.js';
import { Safety } from '../safety.js';
import { declaredTuples, type Naming } from '../slots.js';
import { instantiateGuard } from '../universal.js';
import { JOINT, speaksOfCube, type ViewCube } from './cube.js';
import { type ViewPreImage, ViewPreImages } from './pre-image.js';
import { type OpenInstance, VisitedViews } from './visited.js';

const OPEN_LITERALS = 2;
const OPEN_INSTANCES = 400;
const FULL_TEST_BUDGET = 60;

export class ViewForm implements CubeForm<ViewCube> {
  readonly commands: number;
  readonly counts = { fullTests: 0, fullFixpoints: 0, refinements: 0 };
  readonly safety: Safety;
  private readonly images: ViewPreImages;
  private readonly form: NormalForm;
  private readonly literals: Literals;
  private readonly naming: Naming;
  private readonly entailment: Entailment;
  /** Transitions whose universal guards are kept precisely. */
  private readonly precise = new Set<number>();
  private readonly least: number;
  private readonly anyMoment: boolean;

  constructor(form: NormalForm, literals: Literals, naming: Naming, anyMoment = false) {
    this.anyMoment = anyMoment;
    this.form = form;
    this.literals = literals;
    this.naming = naming;
    this.least = form.system.processes ?? 1;
    this.commands = form.commands.length;
    this.images = new ViewPreImages(
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

  size(cube: ViewCube): { processes: number; literals: number } {
    return { processes: cube.processes, literals: cube.literals.length };
  }

  unsafe(): { cube: ViewCube; property: number }[] {
    return this.form.unsafe.flatMap((u) =>
      this.cubesOf(u, false, this.anyMoment).map((cube) => ({ cube, property: u.property })),
    );
  }

  /**
   * An assumption must not exclude more than it says: see plain-form.ts. What it says of views is taken to be said of
   * every moment still to come for the reader, not only of the present one; `anyMoment` asks for a proof of just that.
   */
  assumed(): ViewCube[] {
    const usable = this.form.invariants.filter((i) => this.naming.absolute !== null || i.universals.length === 0);
    return usable.flatMap((i) => this.cubesOf(i, true, true));
  }

  meetsInitial(cube: ViewCube): boolean {
    return this.initialConjunction(cube, Math.max(this.least, cube.processes)) !== null;
  }

  /** A satisfiable conjunction of the cube with init over this many processes, everything read from there; or null. */
  initialConjunction(cube: ViewCube, processes: number): Int32Array | null {
    if (cube.pending.some((waits) => waits !== 0)) return null;
    const { literals } = this;
    const plain = (cell: number) => (literals.tagOf(cell) === PLAIN ? cell : literals.retag(cell, PLAIN));
    const conjunction = new Conjunction(literals);
    for (const literal of cube.literals) if (!conjunction.add(literals.mapCells(literal, plain))) return null;
    const initial = conjunction.finish();
    if (initial === null) return null;
    const universals = cube.universals.map(({ variables, body }) => ({
      variables,
      body: body.map((conjunct) => conjunct.map((l) => literals.mapCells(l, plain))),
    }));
    this.images.instance.viewTag = PLAIN;
    return this.safety.initialConjunction({ processes: cube.processes, literals: initial, universals }, processes);
  }

  preImages(cube: ViewCube, command: number): ViewPreImage[] {
    const guarded = this.form.commands[command] as GuardedCommand;
    return this.images.of(cube, guarded, this.precise.has(guarded.transition));
  }

  /** Keeps these universal guards precisely from now on; false when that is so already. */
  refine(transitions: Iterable<number>): boolean {
    const before = this.precise.size;
    for (const t of transitions) this.precise.add(t);
    if (this.precise.size === before) return false;
    this.counts.refinements++;
    return true;
  }

  visited(): VisitedCubes<ViewCube> {
    const index = new VisitedViews(this.literals, this.naming.absolute !== null);
    return {
      add: (node) => index.add(node),
      remove: (node) => index.remove(node),
      nodes: () => index.nodes(),
      cover: (cube) => this.cover(cube, index),
      coveredBy: (cube) => index.coveredBy(cube),
    };
  }

  private cover(cube: ViewCube, visited: VisitedViews): readonly SearchNode<ViewCube>[] | null {
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
   * The cubes of an `unsafe` or `invariant` declaration: its views are all at the joint position, or each process's at one
   * of its own. A universal condition is kept as a universal part, but for what it says of the views of others: that is
   * asked of the processes named only, which makes an unsafe cube larger; a trace is replayed anyway.
   */
  private cubesOf(command: StateCommand, allProcesses: boolean, anyMoment: boolean): ViewCube[] {
    const { instance, cubes } = this.images;
    const out: ViewCube[] = [];
    const processes = this.naming.absolute ?? command.arity;
    if (processes > this.naming.most) {
      if (!allProcesses) this.capped = true;
      return out;
    }
    const named = Array.from({ length: processes }, (_, p) => p);
    const conjunction = new Conjunction(this.literals);
    instance.viewTag = anyMoment ? 1 : JOINT;
    for (const slots of declaredTuples(this.naming, command.arity)) {
      for (const [slot, p] of slots.entries()) instance.environment[slot] = p;
      conjunction.reset();
      if (!command.literals.every((t) => conjunction.add(instance.literal(t)))) continue;
      const guard = instantiateGuard(instance, command.universals, named, this.naming.absolute === null);
      if (guard === null) continue;
      const universals = guard.parts.filter((part) => speaksOfCube(this.literals, part, processes));
      const choose = (k: number): void => {
        const item = guard.items[k];
        if (item === undefined) {
          const literals = conjunction.finish();
          if (literals === null) return;
          const fences = new Int32Array(processes).fill(-1);
          const draft = { processes, literals, fences, pending: new Int32Array(processes), universals };
          out.push(cubes.normal(draft, allProcesses || this.naming.absolute !== null).cube);
          return;
        }
        for (const alternative of item as readonly Literal[][]) {
          const mark = conjunction.mark();
          if (alternative.every((l) => conjunction.add(l))) choose(k + 1);
          conjunction.undo(mark);
        }
      };
      choose(0);
    }
    return out;
  }
}
