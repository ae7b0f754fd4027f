/**
 * Pre-images of a view cube by a guarded command.
 *
 * For each choice of processes, and each way the pending groups can lie about the command's write (resolve.ts): groups
 * after the write become literals about memory, own ones before it that read what is written are forwarded the same
 * value; then memory and local cells are taken back through the updates as under sequential consistency (weakest.ts). The
 * weak reads of the command itself are a new group at the front of the actor's chain, or reads of memory when the command
 * is atomic. A fence puts everything the actor has still to read after its earlier writes.
 *
 * A command that changes nothing the cube speaks of is skipped: atomic steps and fences only ask for more. A write counts
 * as a change where the cube says that its process has something in its buffer.
 */
import { type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { ArraySystem, StateSymbol } from '../../../models/array-system/model.js';
import type { GuardedCommand, TemplateUpdate } from '../../../models/array-system/normal-form.js';
import { MAX_PRODUCT, type PreImage, PreImages, writesWeak } from '../pre-image.js';
import { type Naming, tuples } from '../slots.js';
import {
  admit,
  literalsOf,
  MAX_DISJUNCTS,
  mapParts,
  outsideIndices,
  products,
  prune,
  type UniversalPart,
} from '../universal.js';
import type { UpdateOf } from '../weakest.js';
import { MOST_GROUPS, speaksOfCube, type ViewCube, ViewCubes } from './cube.js';
import { type Cut, eachCut, isAfter } from './resolve.js';

/** Processes outside a cube that have names in one universal part. */
const MOST_OUTSIDE = 4;

/** One choice of processes for a command, all of which the cube has. */
interface Step {
  readonly cube: ViewCube;
  readonly command: GuardedCommand;
  readonly slots: readonly number[];
  readonly actor: number;
  /** Its universal guards for the processes at hand, and for those outside. */
  readonly guard: readonly Literal[][][];
  readonly parts: readonly UniversalPart[];
  /** What holds of processes outside is kept, as far as that can be. */
  readonly precise: boolean;
  /** Its updates of weak symbols. */
  readonly updates: ReadonlyMap<number, TemplateUpdate>;
}

/** What is to hold after a step, once it is known which groups lie after its write. */
interface Post {
  readonly literals: Int32Array;
  readonly universals: readonly UniversalPart[];
  readonly updateOf: UpdateOf;
  /** Groups that still lie before a write of their process. */
  readonly pending: Int32Array;
  /** What must hold before the step, besides. */
  readonly guard: readonly Literal[][][];
  /** The pre-image counts even if the updates touch nothing. */
  readonly settled: boolean;
}

export class ViewPreImages extends PreImages<ViewCube> {
  private readonly cubes: ViewCubes;
  private readonly symbols: readonly StateSymbol[];

  constructor(literals: Literals, naming: Naming, system: ArraySystem) {
    super(literals, naming);
    this.cubes = new ViewCubes(literals);
    this.symbols = system.symbols;
  }

  override of(cube: ViewCube, command: GuardedCommand, precise: boolean): PreImage<ViewCube>[] {
    const out: PreImage<ViewCube>[] = [];
    const inParts = literalsOf(cube.universals);
    const cells = this.updatedCells(inParts.length === 0 ? cube.literals : [...cube.literals, ...inParts], command);
    const wanted = cube.pending.some((waits) => waits !== 0) && writesWeak(command, this.symbols);
    if (!wanted && cells.length === 0) return out;
    // Cells of processes that join by a universal part are not known beforehand.
    const always = wanted || cube.universals.length > 0;
    const updates = new Map([...command.updates].filter(([symbol]) => this.symbols[symbol]?.weak));
    this.eachChoice(cube, command, (slots, processes) => {
      if (command.atomic && command.barrier === 'pending') return; // Atomic steps need an empty buffer.
      if (!always && !this.mayChange(cells, command)) return;
      const actor = this.instance.process(command.actor as number);
      this.instance.viewTag = command.atomic ? PLAIN : (cube.chains[actor] ?? 0) + 1;
      const outside = precise && processes < this.naming.most;
      const guard = this.guard(command, processes, outside);
      if (guard === null) return;
      const parts = guard.parts.filter((part) => speaksOfCube(this.literals, part, processes));
      for (const joined of this.joined(cube, processes)) {
        this.step({ cube: joined, command, slots, actor, guard: guard.items, parts, precise: outside, updates }, out);
      }
    });
    return out;
  }

  /** The cube with the processes that take part in the step: what its universal parts say of them is chosen. */
  private joined(cube: ViewCube, processes: number): ViewCube[] {
    if (cube.processes === processes) return [cube];
    const wider = {
      ...cube,
      processes,
      chains: extended(cube.chains, processes, 0),
      fences: extended(cube.fences, processes, -1),
      pending: extended(cube.pending, processes, 0),
    };
    if (cube.universals.length === 0) return [wider];
    const joining = Array.from({ length: processes - cube.processes }, (_, k) => cube.processes + k);
    const admitted = admit(this.literals, cube.universals, joining);
    if (admitted === null) return [];
    return products(cube.literals, admitted.items, MAX_PRODUCT).flatMap((conjunct) => {
      const literals = this.normal(conjunct);
      return literals === null ? [] : [{ ...wider, literals, universals: admitted.parts }];
    });
  }

  /** The step back, for each way the groups can lie about its write. */
  private step(step: Step, out: PreImage<ViewCube>[]): void {
    const { cube, command, actor, updates } = step;
    const waits = cube.pending[actor] as number;
    const withoutWrite = (guard: readonly Literal[][][], parts: readonly UniversalPart[]) => {
      const { literals, universals } = cube;
      const updateOf = this.localUpdates(command);
      const settled = waits !== 0 && updates.size > 0;
      const post = { literals, universals, updateOf, pending: cube.pending.slice(), guard, settled };
      this.back({ ...step, parts }, post, out);
    };
    if (updates.size === 0) return withoutWrite(step.guard, step.parts);
    eachCut(this.instance, cube, { actor, updates, atomic: command.atomic }, (cut) => {
      // A group that lies after all writes of its process is not behind any of them.
      if (waits & ((2 << (cut.cuts[actor] as number)) - 1)) return;
      const image = this.after(cut, actor, updates);
      const literals = this.resolved(cube.literals, image);
      if (literals === null) return;
      const universals = mapParts(cube.universals, (l) => this.literals.mapCells(l, image));
      const pending = cube.pending.slice();
      pending[actor] = 0;
      const written = waits === 0 ? null : this.written(updates.values(), cube.processes);
      const guard = written === null ? step.guard : [...step.guard, written];
      // Two own reads of one location agree once both see this write, and may have nothing more to say then.
      const settled = literals !== cube.literals || waits !== 0;
      const updateOf = this.updatesFor(command, actor);
      this.back(step, { literals, universals, updateOf, pending, guard, settled }, out);
    });
    // A write that hits no cell at all is no write: it obliges nobody to anything.
    const obliges = (cube.fences[actor] as number) >= 0 || waits !== 0;
    if (command.atomic || !obliges) return;
    const missed = this.missed(updates.values(), cube.processes);
    if (missed === null) return;
    const elsewhere = step.precise ? this.missedElsewhere(updates, cube.processes) : [];
    withoutWrite([...step.guard, ...missed], [...step.parts, ...elsewhere]);
  }

  /** The step back through the updates. */
  private back({ cube, command, slots, actor, parts }: Step, post: Post, out: PreImage<ViewCube>[]): void {
    const { weakest, context } = this;
    const { pending, guard, updateOf } = post;
    const groups = cube.chains[actor] as number;
    const fences = cube.fences.slice();
    if (command.atomic) fences[actor] = -1;
    else if (command.barrier === 'empty') fences[actor] = groups + 1;
    else if (command.barrier === 'pending' && groups < MOST_GROUPS) {
      pending[actor] = (pending[actor] as number) | (1 << (groups + 1));
    }
    const kept = prune([...parts, ...this.preconditionOfParts(post.universals, updateOf)]);
    const leaf = () => {
      const literals = context.finish();
      if (literals === null) return;
      const universals = this.affordable(kept, literals, cube.processes);
      const draft = { processes: cube.processes, literals, universals, fences, pending };
      const image = this.cubes.normal(draft, this.naming.keepAll);
      out.push({ cube: image.cube, step: { command, slots: [...slots], names: image.names } });
    };
    if (weakest.enumerate(post.literals, updateOf, context, guard, leaf)) return;
    if (post.settled || cube.universals.length > 0 || kept.length > 0) {
      weakest.untouched(post.literals, context, guard, leaf);
    }
  }

  /** That some cell is written, which is what a pending mark waits for; null when that can't be said, or need not. */
  private written(updates: Iterable<TemplateUpdate>, processes: number): Literal[][] | null {
    const item: Literal[][] = [];
    for (const update of updates) {
      if (update.kind !== 'case' || update.otherwise !== 'unchanged') return null;
      // One index more stands for a process without a name.
      for (const indices of tuples(update.binders, this.naming.absolute ?? processes + 1)) {
        for (const disjunct of this.instance.conditionsAt(update, indices)) {
          if (disjunct.length === 0 || indices.includes(processes)) return null;
          item.push(disjunct);
        }
      }
    }
    return item;
  }

  /** That the updates write none of the cells that have names: each condition fails. Null when that can't be. */
  private missed(updates: Iterable<TemplateUpdate>, processes: number): Literal[][][] | null {
    const items: Literal[][][] = [];
    for (const update of updates) {
      if (update.kind !== 'case' || update.otherwise !== 'unchanged') return null;
      for (const indices of tuples(update.binders, processes)) {
        for (const disjunct of this.instance.conditionsAt(update, indices)) {
          if (disjunct.length === 0) return null;
          items.push(disjunct.map((l) => [this.literals.negate(l)]));
        }
      }
    }
    return items;
  }

  /** That they write no cell of a process outside the cube either; it may be that there is none. */
  private missedElsewhere(updates: ReadonlyMap<number, TemplateUpdate>, processes: number): UniversalPart[] {
    const parts: UniversalPart[] = [];
    for (const update of updates.values()) {
      if (update.kind !== 'case' || update.binders > MOST_OUTSIDE) continue;
      for (const indices of outsideIndices(update.binders, processes)) {
        let body: Literal[][] = [[]];
        for (const disjunct of this.instance.conditionsAt(update, indices)) {
          body = body.flatMap((conjunct) => disjunct.map((l) => [...conjunct, this.literals.negate(l)]));
        }
        const variables = new Set(indices.filter((p) => p >= processes)).size;
        if (body.length <= MAX_DISJUNCTS && !body.some((c) => c.length === 0)) parts.push({ variables, body });
      }
    }
    return parts;
  }

  /** Where a cell of the cube stands right after the write, once it is known who reads after it. */
  private after(cut: Cut, actor: number, updates: ReadonlyMap<number, TemplateUpdate>): (cell: number) => number {
    const { literals, instance } = this;
    return (cell) => {
      const tag = literals.tagOf(cell);
      if (tag === PLAIN) return cell;
      const reader = literals.readerOf(cell);
      if (isAfter(cut, reader, tag)) return literals.retag(cell, PLAIN);
      if (reader !== actor) return cell;
      const update = updates.get(literals.symbolOf(cell).base);
      if (update === undefined || update.kind === 'case' || !instance.mayHit(update, cell)) return cell;
      return literals.retag(cell, PLAIN);
    };
  }

  /** Null when that can't be. */
  private resolved(conjunction: Int32Array, image: (cell: number) => number): Int32Array | null {
    const moved = conjunction.map((l) => this.literals.mapCells(l, image));
    return moved.every((l, i) => l === conjunction[i]) ? conjunction : this.normal(moved);
  }

  /** Memory and local cells are updated, and what the actor sees of its own conditional writes. */
  private updatesFor(command: GuardedCommand, actor: number): UpdateOf {
    const { literals } = this;
    return (cell) => {
      const { base, tag } = literals.symbolOf(cell);
      const update = command.updates.get(base);
      if (tag === PLAIN || update === undefined) return update;
      return update.kind === 'case' && literals.readerOf(cell) === actor ? update : undefined;
    };
  }

  private localUpdates(command: GuardedCommand): UpdateOf {
    const { literals } = this;
    return (cell) => {
      const symbol = literals.cellSymbol[cell] as number;
      return this.symbols[symbol]?.weak ? undefined : command.updates.get(symbol);
    };
  }
}

function extended(words: Int32Array, processes: number, empty: number): Int32Array {
  const out = new Int32Array(processes).fill(empty);
  out.set(words);
  return out;
}
