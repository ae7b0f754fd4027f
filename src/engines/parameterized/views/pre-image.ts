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
import {
  BINDER_SLOT,
  type GuardedCommand,
  type TemplateLiteral,
  type TemplateUpdate,
} from '../../../models/array-system/normal-form.js';
import type { BackwardStep } from '../form.js';
import { Instantiation } from '../instantiate.js';
import { eachChoice, type Naming } from '../slots.js';
import { instantiateGuard } from '../universal.js';
import { cellsOf, type UpdateOf, WeakestPrecondition } from '../weakest.js';
import { type Draft, MOST_GROUPS, type ViewCube, ViewCubes } from './cube.js';
import { type Cut, eachCut, isAfter, mayHit } from './resolve.js';

export interface ViewPreImage {
  readonly cube: ViewCube;
  readonly step: BackwardStep;
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

  of(cube: ViewCube, command: GuardedCommand): ViewPreImage[] {
    const touches = (cell: number) => command.updates.has(this.literals.symbolOf(cell).base);
    const wanted = cube.pending.some((waits) => waits !== 0) && this.writesWeak(command);
    if (!wanted && !cube.literals.some((l) => cellsOf(this.literals, l).some(touches))) return [];
    const out: ViewPreImage[] = [];
    const capped = eachChoice(this.naming, cube.processes, command.arity, (slots, fresh) =>
      this.step(cube, command, slots, fresh, out),
    );
    this.capped ||= capped;
    return out;
  }

  private step(
    cube: ViewCube,
    command: GuardedCommand,
    slots: readonly number[],
    fresh: number,
    out: ViewPreImage[],
  ): void {
    const { instance, context } = this;
    if (command.atomic && command.barrier === 'pending') return; // Atomic steps need an empty buffer.
    for (const [slot, p] of slots.entries()) instance.environment[slot] = p;
    const actor = instance.process(command.actor as number);
    const groups = cube.chains[actor] ?? 0;
    instance.viewTag = command.atomic ? PLAIN : groups + 1;
    context.reset();
    for (const template of command.literals) if (!context.add(instance.literal(template))) return;
    const processes = (this.naming.absolute ?? cube.processes) + fresh;
    const named = Array.from({ length: processes }, (_, p) => p);
    const guard = instantiateGuard(instance, command.universals, named, false);
    if (guard === null) return;
    const updates = new Map([...command.updates].filter(([symbol]) => this.weak[symbol]));
    const waits = cube.pending[actor] ?? 0;
    const taken = (post: Int32Array, updateOf: UpdateOf, pending: Int32Array): void => {
      const fences = this.extended(cube.fences, processes, -1);
      if (command.atomic) fences[actor] = -1;
      else if (command.barrier === 'empty') fences[actor] = groups + 1;
      else if (command.barrier === 'pending' && groups < MOST_GROUPS) {
        pending[actor] = (pending[actor] as number) | (1 << (groups + 1));
      }
      const leaf = () => {
        const literals = context.finish();
        if (literals !== null) out.push(this.image({ processes, literals, fences, pending }, command, slots));
      };
      if (this.weakest.enumerate(post, updateOf, context, guard.items, leaf)) return;
      if (waits !== 0 && updates.size > 0) this.weakest.untouched(post, context, guard.items, leaf);
    };
    const fence = cube.fences[actor] ?? -1;
    if (updates.size === 0) {
      taken(cube.literals, this.localUpdates(command), this.extended(cube.pending, processes, 0));
      return;
    }
    eachCut(instance, cube, { actor, updates, atomic: command.atomic, fenced: true }, (cut) => {
      // A group that lies after all writes of its process is not behind any of them.
      if (waits & ((2 << (cut.cuts[actor] ?? 0)) - 1)) return;
      const post = this.resolved(cube.literals, cut, actor, updates);
      if (post === null) return;
      const pending = this.extended(cube.pending, processes, 0);
      pending[actor] = 0;
      taken(post, this.updatesFor(command, actor), pending);
    });
    // A write that may hit no cell at all is no write then: it obliges nobody to anything.
    if (!command.atomic && (fence >= 0 || waits !== 0) && ![...updates.values()].some(surelyWrites)) {
      taken(cube.literals, this.localUpdates(command), this.extended(cube.pending, processes, 0));
    }
  }

  private writesWeak(command: GuardedCommand): boolean {
    for (const symbol of command.updates.keys()) if (this.weak[symbol]) return true;
    return false;
  }

  private image(draft: Draft, command: GuardedCommand, slots: readonly number[]): ViewPreImage {
    const { cube, names } = this.cubes.normal(draft, this.naming.absolute !== null);
    return { cube, step: { command, slots: [...slots], names } };
  }

  private extended(words: Int32Array, processes: number, empty: number): Int32Array {
    const out = new Int32Array(processes).fill(empty);
    out.set(words);
    return out;
  }

  /** The cube right after the write, once it is known who reads after it; null when that can't be. */
  private resolved(
    conjunction: Int32Array,
    cut: Cut,
    actor: number,
    updates: ReadonlyMap<number, TemplateUpdate>,
  ): Int32Array | null {
    const { literals, instance } = this;
    const image = (cell: number): number => {
      const tag = literals.tagOf(cell);
      if (tag === PLAIN) return cell;
      const reader = literals.readerOf(cell);
      if (isAfter(cut, reader, tag)) return literals.retag(cell, PLAIN);
      if (reader !== actor) return cell;
      const update = updates.get(literals.symbolOf(cell).base);
      if (update === undefined || update.kind === 'case' || !mayHit(instance, update, literals, cell)) return cell;
      return literals.retag(cell, PLAIN);
    };
    const moved = conjunction.map((l) => literals.mapCells(l, image));
    if (moved.every((l, i) => l === conjunction[i])) return conjunction;
    this.scratch.reset();
    for (const literal of moved) if (!this.scratch.add(literal as Literal)) return null;
    return this.scratch.finish();
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

/** Some cell is written whatever the state: a `case` has a default, or a switch that only asks for one cell. */
function surelyWrites(update: TemplateUpdate): boolean {
  if (update.kind !== 'case' || update.otherwise !== 'unchanged') return true;
  return update.switches.some((s) => s.condition.some(namesOneCell));
}

/** Each literal equates a binder of its own with a process that is given. */
function namesOneCell(conjunct: readonly TemplateLiteral[]): boolean {
  const binders = new Set<number>();
  return conjunct.every((l) => {
    if (l.kind !== 'relation' || l.operator !== '=') return false;
    if (l.left.kind !== 'process' || l.right.kind !== 'process') return false;
    const [given, binder] = [Math.min(l.left.slot, l.right.slot), Math.max(l.left.slot, l.right.slot)];
    if (given >= BINDER_SLOT || binder < BINDER_SLOT || binders.has(binder)) return false;
    binders.add(binder);
    return true;
  });
}
