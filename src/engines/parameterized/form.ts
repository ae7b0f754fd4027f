/**
 * What the search needs to know of cubes: a *form* of cube.
 *
 * The loop (search.ts) is the same whatever a cube looks like. A form says five things about its cubes: which are unsafe,
 * which meet init, what leads to them, which contain which, how large they are (`CubeForm`). There are three: plain cubes
 * for sequential consistency (plain/), view cubes and event cubes for TSO (views/, events/). Each folder has the same
 * files:
 *
 *   cube.ts        what a cube says, and its normal form (a plain cube is just a Cube)
 *   pre-image.ts   one step back
 *   embed.ts       when one cube contains another
 *   form.ts        the parts put together
 *   describe.ts    a cube in the words of the model
 *   weaken.ts      weaker cubes, for guesses (not for event cubes)
 *   approach.ts    what the engine needs besides
 *   as-views.ts    as view cubes, for certificates (for event cubes only)
 *
 * `Form` is what they have in common: unsafe states and assumptions become cubes, init is met or not (safety.ts), and
 * containment is tested first in single visited cubes, then in unions of them (visited.ts).
 */
import type { Literals } from '../../logic/literals.js';
import type { GuardedCommand, NormalForm, StateCommand } from '../../models/array-system/normal-form.js';
import type { Cube } from './cube.js';
import type { Embedding } from './embed.js';
import type { SearchNode } from './node.js';
import type { PreImage, PreImages } from './pre-image.js';
import { Safety } from './safety.js';
import { declaredTuples } from './slots.js';
import { Union } from './union.js';
import type { UniversalPart } from './universal.js';
import { Visited } from './visited.js';
import { descend } from './weakest.js';

export interface CubeForm<C> {
  /** How many guarded commands there are to step back through. */
  readonly commands: number;
  unsafe(): { readonly cube: C; readonly property: number }[];
  /** What the model's `invariant` declarations exclude. Leaving some out is sound. */
  assumed(): C[];
  /** Must be exact, or err on the side of yes. */
  meetsInitial(cube: C): boolean;
  /** Must contain every predecessor through the command that is not in the cube itself. */
  preImages(cube: C, command: number): PreImage<C>[];
  /** A new, empty set of visited cubes. */
  visited(): VisitedCubes<C>;
  size(cube: C): { readonly processes: number; readonly literals: number };
  /** A pre-image was left out because it needs more processes than the limit; to be reset at each start. */
  capped: boolean;
}

export interface VisitedCubes<C> {
  add(node: SearchNode<C>): void;
  remove(node: SearchNode<C>): void;
  nodes(): Iterable<SearchNode<C>>;
  /** Visited cubes whose union contains this one, or null when that could not be shown. */
  cover(cube: C): readonly SearchNode<C>[] | null;
  /** Visited cubes contained in this one; any subset of them will do. */
  coveredBy(cube: C): readonly SearchNode<C>[];
}

/** One conjunction of an `unsafe` or `invariant` declaration, to be made a cube. */
export interface Declared {
  readonly processes: number;
  readonly literals: Int32Array;
  /** What is said of processes without a name. */
  readonly parts: readonly UniversalPart[];
  /** Processes stay, whether they are mentioned or not. */
  readonly keepAll: boolean;
  /** Views are of any moment still to come for their reader, not of one moment for all. */
  readonly anyMoment: boolean;
}

export abstract class Form<C extends Cube> implements CubeForm<C> {
  readonly commands: number;
  readonly safety: Safety;
  protected readonly literals: Literals;
  private readonly form: NormalForm;
  private readonly images: PreImages<C>;
  private readonly embedding: Embedding<C>;
  private readonly union: Union;
  private readonly anyMoment: boolean;
  /** Transitions whose universal guards are kept precisely. */
  private readonly precise = new Set<number>();
  private refinements = 0;

  /** `anyMoment`: so are the views in unsafe conditions, see `Declared`. */
  constructor(form: NormalForm, images: PreImages<C>, embedding: Embedding<C>, anyMoment: boolean) {
    this.form = form;
    this.images = images;
    this.embedding = embedding;
    this.anyMoment = anyMoment;
    this.literals = images.literals;
    this.commands = form.commands.length;
    this.safety = new Safety(images.literals, images.instance, form);
    this.union = new Union(images.literals);
  }

  /** Whether cubes of this form can have universal parts. */
  protected abstract readonly keepsUniversals: boolean;

  /** The tag of the views in a declaration. */
  protected abstract viewTag(anyMoment: boolean): number;

  protected abstract cubeOf(declared: Declared): C;

  /** A satisfiable conjunction of the cube with init over this many processes, or null. */
  abstract initialConjunction(cube: C, processes: number): Int32Array | null;

  counts(): Record<string, number> {
    return { ...this.union.counts, ...(this.keepsUniversals ? { refinements: this.refinements } : {}) };
  }

  /** An instance of fixed size has no more processes: nothing is left out then. */
  get capped(): boolean {
    const { processes } = this.form.system;
    return this.images.capped && (processes === null || this.images.naming.most < processes);
  }

  set capped(value: boolean) {
    this.images.capped = value;
  }

  size(cube: C): { processes: number; literals: number } {
    return { processes: cube.processes, literals: cube.literals.length };
  }

  unsafe(): { cube: C; property: number }[] {
    return this.form.unsafe.flatMap((u) =>
      this.cubesOf(u, false, this.anyMoment).map((cube) => ({ cube, property: u.property })),
    );
  }

  /**
   * An assumption must not exclude more than it says: it keeps the processes it is about, mentioned or not, and is left
   * out when it has a universal condition that can't be instantiated on all processes there are. What it says of views is
   * taken to be said of every moment still to come for the reader, not only of the present one; `anyMoment` asks for a
   * proof of just that.
   */
  assumed(): C[] {
    const { absolute } = this.images.naming;
    const usable = this.form.invariants.filter((i) => absolute !== null || i.universals.length === 0);
    return usable.flatMap((i) => this.cubesOf(i, true, true));
  }

  /** The cubes of the model's lemmas, which are hints; `proved`: a search from them ends. */
  lemmas(): { cube: C; proved: boolean }[] {
    const { lemmas = [] } = this.form.system;
    return this.form.lemmas.flatMap((lemma) =>
      this.cubesOf(lemma, false, this.anyMoment).map((cube) => ({
        cube,
        proved: lemmas[lemma.property]?.proved ?? false,
      })),
    );
  }

  /** An instance has at least one process, or as many as were asked for. */
  meetsInitial(cube: C): boolean {
    return this.initialConjunction(cube, Math.max(this.form.system.processes ?? 1, cube.processes)) !== null;
  }

  /** The cubes of a condition that is to be proved unreachable beside the unsafe ones. */
  lemma(command: StateCommand): C[] {
    return this.cubesOf(command, false, this.anyMoment);
  }

  /** A cube that says this of memory and local cells, and nothing else. */
  plain(literals: Int32Array, processes: number): C {
    const { keepAll } = this.images.naming;
    return this.cubeOf({ processes, literals, parts: [], keepAll, anyMoment: false });
  }

  preImages(cube: C, command: number): PreImage<C>[] {
    const guarded = this.form.commands[command] as GuardedCommand;
    return this.images.of(cube, guarded, this.precise.has(guarded.transition));
  }

  visited(): VisitedCubes<C> {
    return new Visited(this.embedding, this.union);
  }

  /** Some of these universal guards could be kept precisely and are not. */
  canRefine(transitions: Iterable<number>): boolean {
    return this.keepsUniversals && [...transitions].some((t) => !this.precise.has(t));
  }

  /** Keeps these universal guards precisely from now on; false when that is so already, or can't be. */
  refine(transitions: Iterable<number>): boolean {
    if (!this.keepsUniversals) return false;
    const before = this.precise.size;
    for (const t of transitions) this.precise.add(t);
    if (this.precise.size === before) return false;
    this.refinements++;
    return true;
  }

  /** The cubes of an `unsafe` or `invariant` declaration. */
  private cubesOf(command: StateCommand, assumed: boolean, anyMoment: boolean): C[] {
    const { instance, naming, context } = this.images;
    const out: C[] = [];
    const processes = naming.absolute ?? command.arity;
    if (processes > naming.most) {
      if (!assumed) this.capped = true;
      return out;
    }
    instance.viewTag = this.viewTag(anyMoment);
    for (const slots of declaredTuples(naming, command.arity)) {
      instance.place(slots);
      const guard = this.images.guard(command, processes, this.keepsUniversals && naming.absolute === null);
      if (guard === null) continue;
      const keepAll = assumed || naming.keepAll;
      descend(context, guard.items, 0, () => {
        const literals = context.finish();
        if (literals !== null) out.push(this.cubeOf({ processes, literals, parts: guard.parts, keepAll, anyMoment }));
      });
    }
    return out;
  }
}
