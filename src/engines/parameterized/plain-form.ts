/**
 * Plain cubes: conjunctions of literals, the form of cube under sequential consistency.
 *
 * Here the parts meet: unsafe states and assumptions become cubes, pre-images are computed (pre-image.ts), init is met or
 * not (safety.ts), and containment is tested first in single visited cubes through an index, then in unions of them
 * (visited.ts, entails.ts).
 */
import { Conjunction } from '../../logic/conjunction.js';
import { Entailment } from '../../logic/entails.js';
import { Kind, type Literals } from '../../logic/literals.js';
import type { GuardedCommand, NormalForm, StateCommand } from '../../models/array-system/normal-form.js';
import { type Cube, compact } from './cube.js';
import type { CubeForm, SearchNode, VisitedCubes } from './form.js';
import { type PreImage, PreImages } from './pre-image.js';
import { Safety } from './safety.js';
import { declaredTuples, type Naming } from './slots.js';
import { instantiateGuard } from './universal.js';
import { type OpenInstance, Visited } from './visited.js';

const OPEN_LITERALS = 2;
const OPEN_INSTANCES = 400;
const FULL_TEST_BUDGET = 60;

export class PlainForm implements CubeForm<Cube> {
  readonly commands: number;
  readonly counts = { fullTests: 0, fullFixpoints: 0, refinements: 0 };
  readonly safety: Safety;
  private readonly images: PreImages;
  private readonly form: NormalForm;
  private readonly literals: Literals;
  private readonly naming: Naming;
  private readonly entailment: Entailment;
  /** Transitions whose universal guards are kept precisely. */
  private readonly precise = new Set<number>();
  /** Processes of the instance when it is fixed, else 1: initial states have at least these. */
  private readonly least: number;

  constructor(form: NormalForm, literals: Literals, naming: Naming) {
    this.form = form;
    this.literals = literals;
    this.naming = naming;
    this.least = form.system.processes ?? 1;
    this.commands = form.commands.length;
    this.images = new PreImages(literals, naming);
    this.safety = new Safety(literals, this.images.instance, form.init);
    this.entailment = new Entailment(literals, new Conjunction(literals));
  }

  /** An instance of fixed size has no more processes: nothing is left out then. */
  get capped(): boolean {
    const { processes } = this.form.system;
    return this.images.capped && (processes === null || this.naming.most < processes);
  }

  set capped(value: boolean) {
    this.images.capped = value;
  }

  size(cube: Cube): { processes: number; literals: number } {
    return { processes: cube.processes, literals: cube.literals.length };
  }

  unsafe(): { cube: Cube; property: number }[] {
    return this.form.unsafe.flatMap((u) => this.cubesOf(u).map((cube) => ({ cube, property: u.property })));
  }

  /**
   * An assumption must not exclude more than it says: it keeps the processes it is about, mentioned or not, and is left
   * out when it has a universal condition that can't be instantiated on all processes there are.
   */
  assumed(): Cube[] {
    const usable = this.form.invariants.filter((i) => this.naming.absolute !== null || i.universals.length === 0);
    return usable.flatMap((i) => this.cubesOf(i, true));
  }

  meetsInitial(cube: Cube): boolean {
    return this.safety.initialConjunction(cube, Math.max(this.least, cube.processes)) !== null;
  }

  preImages(cube: Cube, command: number): PreImage[] {
    const guarded = this.form.commands[command] as GuardedCommand;
    return this.images.of(cube, guarded, this.precise.has(guarded.transition));
  }

  visited(): VisitedCubes<Cube> {
    const index = new Visited(this.literals, this.naming.absolute !== null);
    return {
      add: (node) => index.add(node),
      remove: (node) => index.remove(node),
      nodes: () => index.nodes(),
      cover: (cube) => this.cover(cube, index),
      coveredBy: (cube) => index.coveredBy(cube),
    };
  }

  /** Keeps these universal guards precisely from now on; false when that is so already. */
  refine(transitions: Iterable<number>): boolean {
    const before = this.precise.size;
    for (const t of transitions) this.precise.add(t);
    if (this.precise.size === before) return false;
    this.counts.refinements++;
    return true;
  }

  private cover(cube: Cube, visited: Visited): readonly SearchNode<Cube>[] | null {
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

  /** The cubes of an `unsafe` or `invariant` declaration; a universal condition is kept as a universal part. */
  private cubesOf(command: StateCommand, allProcesses = false): Cube[] {
    const { instance } = this.images;
    const out: Cube[] = [];
    const processes = this.naming.absolute ?? command.arity;
    if (processes > this.naming.most) {
      if (!allProcesses) this.capped = true;
      return out;
    }
    const named = Array.from({ length: processes }, (_, p) => p);
    const conjunction = new Conjunction(this.literals);
    for (const slots of declaredTuples(this.naming, command.arity)) {
      for (const [slot, p] of slots.entries()) instance.environment[slot] = p;
      conjunction.reset();
      if (!command.literals.every((t) => conjunction.add(instance.literal(t)))) continue;
      const guard = instantiateGuard(instance, command.universals, named, this.naming.absolute === null);
      if (guard === null) continue;
      const keepAll = allProcesses || this.naming.absolute !== null || guard.parts.length > 0;
      const choose = (k: number): void => {
        const item = guard.items[k];
        if (item === undefined) {
          const literals = conjunction.finish();
          if (literals === null) return;
          const compacted = compact(this.literals, literals, processes, keepAll);
          out.push({ processes: compacted.processes, literals: compacted.literals, universals: guard.parts });
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
}
