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
import { Conjunction } from '../../../logic/conjunction.js';
import { type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import { BINDER_SLOT, type GuardedCommand, type TemplateUpdate } from '../../../models/array-system/normal-form.js';
import type { BackwardStep } from '../form.js';
import { Instantiation } from '../instantiate.js';
import { MAX_EXCEPTED, MAX_PRODUCT, preconditionOfParts, unmentioned } from '../pre-image.js';
import { eachChoice, type Naming } from '../slots.js';
import { admit, instantiateGuard, prune, type UniversalPart, withinProduct } from '../universal.js';
import { cellsOf, type UpdateOf, WeakestPrecondition } from '../weakest.js';
import { type Draft, literalsOf, MOST_GROUPS, speaksOfCube, type ViewCube, ViewCubes } from './cube.js';
import { type Cut, eachCut, isAfter, mayHit } from './resolve.js';

export interface ViewPreImage {
  readonly cube: ViewCube;
  readonly step: BackwardStep;
}

/** One choice of processes for a command. */
interface Step {
  readonly command: GuardedCommand;
  readonly slots: readonly number[];
  readonly actor: number;
  /** Its universal guards for the processes at hand, and for those outside. */
  readonly guard: readonly Literal[][][];
  readonly parts: readonly UniversalPart[];
}

export class ViewPreImages {
  readonly instance: Instantiation;
  readonly cubes: ViewCubes;
  /** Set when a pre-image was dropped because it needs more processes than `naming.most`. */
  capped = false;
  private readonly literals: Literals;
  private readonly naming: Naming;
  private readonly weak: readonly boolean[];
  private readonly weakest: WeakestPrecondition;
  private readonly context: Conjunction;
  private readonly scratch: Conjunction;

  constructor(literals: Literals, naming: Naming, weak: readonly boolean[]) {
    this.literals = literals;
    this.naming = naming;
    this.weak = weak;
    this.instance = new Instantiation(literals);
    this.cubes = new ViewCubes(literals);
    this.weakest = new WeakestPrecondition(this.instance);
    this.context = new Conjunction(literals);
    this.scratch = new Conjunction(literals);
  }

  /** All pre-images; `precise` keeps the command's universal guards for processes that join later. */
  of(cube: ViewCube, command: GuardedCommand, precise: boolean): ViewPreImage[] {
    const touched = new Set<number>();
    const look = (l: Literal) => {
      for (const cell of cellsOf(this.literals, l)) {
        if (command.updates.has(this.literals.symbolOf(cell).base)) touched.add(cell);
      }
    };
    cube.literals.forEach(look);
    literalsOf(cube.universals).forEach(look);
    const wanted = cube.pending.some((waits) => waits !== 0) && this.writesWeak(command);
    if (!wanted && touched.size === 0) return [];
    const cells = [...touched];
    // Cells of processes that join by a universal part are not known beforehand.
    const always = wanted || cube.universals.length > 0;
    const out: ViewPreImage[] = [];
    const capped = eachChoice(this.naming, cube.processes, command.arity, (slots, fresh) => {
      for (const [slot, p] of slots.entries()) this.instance.environment[slot] = p;
      if (always || this.mayTouch(command, cells)) this.step(cube, command, slots, fresh, precise, out);
    });
    this.capped ||= capped;
    return out;
  }

  /** Whether the command, with the processes in its slots, may change one of the cells. */
  private mayTouch(command: GuardedCommand, cells: readonly number[]): boolean {
    const { literals, instance } = this;
    return cells.some((cell) => {
      const update = command.updates.get(literals.symbolOf(cell).base) as TemplateUpdate;
      return mayHit(instance, update, literals, cell);
    });
  }

  /** The processes are in the slots of the instance. */
  private step(
    given: ViewCube,
    command: GuardedCommand,
    slots: readonly number[],
    fresh: number,
    precise: boolean,
    out: ViewPreImage[],
  ): void {
    const { instance, context } = this;
    if (command.atomic && command.barrier === 'pending') return; // Atomic steps need an empty buffer.
    const actor = instance.process(command.actor as number);
    instance.viewTag = command.atomic ? PLAIN : (given.chains[actor] ?? 0) + 1;
    context.reset();
    for (const template of command.literals) if (!context.add(instance.literal(template))) return;
    const processes = (this.naming.absolute ?? given.processes) + fresh;
    const named = Array.from({ length: processes }, (_, p) => p);
    const keep = precise && processes < this.naming.most;
    const guard = instantiateGuard(instance, command.universals, named, keep);
    if (guard === null) return;
    const parts = guard.parts.filter((part) => speaksOfCube(this.literals, part, processes));
    for (const cube of this.joined(given, processes)) {
      this.stepOf(cube, { command, slots, actor, guard: guard.items, parts }, out);
    }
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
    let conjuncts: Literal[][] = [[...cube.literals]];
    for (const item of withinProduct(admitted.items, MAX_PRODUCT)) {
      conjuncts = conjuncts.flatMap((c) => item.map((alternative) => [...c, ...alternative]));
    }
    return conjuncts.flatMap((conjunct) => {
      const literals = this.normal(conjunct);
      return literals === null ? [] : [{ ...wider, literals, universals: admitted.parts }];
    });
  }

  /** The step back along one choice of processes, all of which the cube has. */
  private stepOf(cube: ViewCube, step: Step, out: ViewPreImage[]): void {
    const { instance, context } = this;
    const { command, actor } = step;
    const { processes } = cube;
    const groups = cube.chains[actor] as number;
    const waits = cube.pending[actor] as number;
    const updates = new Map([...command.updates].filter(([symbol]) => this.weak[symbol]));
    const taken = (
      post: Int32Array,
      settled: boolean,
      universals: readonly UniversalPart[],
      updateOf: UpdateOf,
      pending: Int32Array,
      guard = step.guard,
    ): void => {
      const fences = cube.fences.slice();
      if (command.atomic) fences[actor] = -1;
      else if (command.barrier === 'empty') fences[actor] = groups + 1;
      else if (command.barrier === 'pending' && groups < MOST_GROUPS) {
        pending[actor] = (pending[actor] as number) | (1 << (groups + 1));
      }
      const parts = prune([...step.parts, ...this.preconditionOfParts(universals, updateOf)]);
      const leaf = () => {
        const literals = context.finish();
        if (literals === null) return;
        out.push(this.image({ processes, literals, fences, pending, universals: parts }, command, step.slots));
      };
      if (this.weakest.enumerate(post, updateOf, context, guard, leaf)) return;
      if (settled || (waits !== 0 && updates.size > 0) || cube.universals.length > 0 || parts.length > 0) {
        this.weakest.untouched(post, context, guard, leaf);
      }
    };
    const withoutWrite = (guard: readonly Literal[][][]) => {
      const pending = cube.pending.slice();
      taken(cube.literals, false, cube.universals, this.localUpdates(command), pending, guard);
    };
    if (updates.size === 0) return withoutWrite(step.guard);
    eachCut(instance, cube, { actor, updates, atomic: command.atomic, fenced: true }, (cut) => {
      // A group that lies after all writes of its process is not behind any of them.
      if (waits & ((2 << (cut.cuts[actor] as number)) - 1)) return;
      const image = this.after(cut, actor, updates);
      const post = this.resolved(cube.literals, image);
      if (post === null) return;
      const universals = cube.universals.map(({ variables, body }) => ({
        variables,
        body: body.map((conjunct) => conjunct.map((l) => this.literals.mapCells(l, image))),
      }));
      const pending = cube.pending.slice();
      pending[actor] = 0;
      const written = waits === 0 ? null : this.written(updates.values(), processes);
      const guard = written === null ? step.guard : [...step.guard, written];
      // Two own reads of one location agree once both see this write, and may have nothing more to say then.
      taken(post, post !== cube.literals, universals, this.updatesFor(command, actor), pending, guard);
    });
    // A write that hits no cell at all is no write: it obliges nobody to anything.
    const obliges = (cube.fences[actor] as number) >= 0 || waits !== 0;
    if (command.atomic || !obliges) return;
    const missed = this.missed(updates.values(), processes);
    if (missed !== null) withoutWrite([...step.guard, ...missed]);
  }

  /** That some cell is written, which is what a pending mark waits for; null when that can't be said, or need not. */
  private written(updates: Iterable<TemplateUpdate>, processes: number): Literal[][] | null {
    const { instance } = this;
    const item: Literal[][] = [];
    for (const update of updates) {
      if (update.kind !== 'case' || update.otherwise !== 'unchanged') return null;
      const named = this.naming.absolute === null ? processes : processes - 1;
      // One index more stands for a process without a name.
      for (const indices of tuples(named + 1, update.binders)) {
        for (const [i, p] of indices.entries()) instance.environment[BINDER_SLOT + i] = p;
        for (const { condition } of update.switches) {
          for (const disjunct of instance.disjunction(condition)) {
            if (disjunct.length === 0 || indices.includes(processes)) return null;
            item.push(disjunct);
          }
        }
      }
    }
    return item;
  }

  /** That the updates write none of the cells that have names: each condition fails. Null when that can't be. */
  private missed(updates: Iterable<TemplateUpdate>, processes: number): Literal[][][] | null {
    const { instance, literals } = this;
    const items: Literal[][][] = [];
    for (const update of updates) {
      if (update.kind !== 'case' || update.otherwise !== 'unchanged') return null;
      for (const indices of tuples(processes, update.binders)) {
        for (const [i, p] of indices.entries()) instance.environment[BINDER_SLOT + i] = p;
        for (const { condition } of update.switches) {
          for (const disjunct of instance.disjunction(condition)) {
            if (disjunct.length === 0) return null;
            items.push(disjunct.map((l) => [literals.negate(l)]));
          }
        }
      }
    }
    return items;
  }

  private writesWeak(command: GuardedCommand): boolean {
    for (const symbol of command.updates.keys()) if (this.weak[symbol]) return true;
    return false;
  }

  private image(draft: Draft, command: GuardedCommand, slots: readonly number[]): ViewPreImage {
    const given = unmentioned(this.literals, draft.literals, draft.processes) > MAX_EXCEPTED;
    const universals = given && this.naming.absolute === null ? [] : draft.universals;
    const { cube, names } = this.cubes.normal({ ...draft, universals }, this.naming.absolute !== null);
    return { cube, step: { command, slots: [...slots], names } };
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
      if (update === undefined || update.kind === 'case' || !mayHit(instance, update, literals, cell)) return cell;
      return literals.retag(cell, PLAIN);
    };
  }

  /** Null when that can't be. */
  private resolved(conjunction: Int32Array, image: (cell: number) => number): Int32Array | null {
    const moved = conjunction.map((l) => this.literals.mapCells(l, image));
    return moved.every((l, i) => l === conjunction[i]) ? conjunction : this.normal([...moved]);
  }

  private normal(conjunct: readonly Literal[]): Int32Array | null {
    this.scratch.reset();
    return conjunct.every((l) => this.scratch.add(l)) ? this.scratch.finish() : null;
  }

  private preconditionOfParts(parts: readonly UniversalPart[], updateOf: UpdateOf): UniversalPart[] {
    return preconditionOfParts(this.literals, this.weakest, this.scratch, parts, updateOf);
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
      return this.weak[symbol] ? undefined : command.updates.get(symbol);
    };
  }
}

function extended(words: Int32Array, processes: number, empty: number): Int32Array {
  const out = new Int32Array(processes).fill(empty);
  out.set(words);
  return out;
}

function tuples(processes: number, length: number): number[][] {
  if (length === 0) return [[]];
  const shorter = tuples(processes, length - 1);
  return shorter.flatMap((tuple) => Array.from({ length: processes }, (_, p) => [...tuple, p]));
}
