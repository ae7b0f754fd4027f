/**
 * Pre-images of an event cube by a guarded command (section 4.2 of the Cubicle-W paper).
 *
 * For each choice of processes, of the locations written and of the pending reads that read from them (satisfy.ts), the
 * values read are replaced by the values written, local cells are taken back through the updates as under sequential
 * consistency, both by one weakest precondition (weakest.ts), and the new events are put before the old ones in ghb
 * (relations.ts). The reads of the command are a new pending event as far as their values matter. All reads that are
 * satisfied by one write of a location get the same value, so their cells are made one before the precondition is taken:
 * values that do not agree are noticed there, also where the value written is arbitrary.
 *
 * Whether a command is atomic is a matter of its text, whatever its reads and writes have to do with the cube. A command
 * that changes no value the cube speaks of is skipped: the edges of its events only ask for more, so its pre-image lies in
 * the cube.
 */
import { type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { StateSymbol } from '../../../models/array-system/model.js';
import type { GuardedCommand, NormalForm } from '../../../models/array-system/normal-form.js';
import { cellsOf } from '../cube.js';
import { type PreImage, PreImages, writesWeak } from '../pre-image.js';
import { first, type Naming } from '../slots.js';
import type { UpdateOf } from '../weakest.js';
import { type EventCube, EventCubes, lastOf, MOST_EVENTS, pendingIn } from './cube.js';
import { draws, readCells } from './read-cells.js';
import { Ghb } from './relations.js';
import { eachSatisfaction, Writes, type Writing } from './satisfy.js';
import { Strangers } from './strangers.js';

/** One command with processes in its slots, on one cube. */
interface Occasion {
  readonly cube: EventCube;
  readonly command: GuardedCommand;
  readonly slots: readonly number[];
  readonly processes: number;
  readonly actor: number;
  /** What the guard says of all processes, for those there are. */
  readonly items: readonly Literal[][][];
  /** The actor must have written what is still in its buffer later on. */
  readonly owes: boolean;
}

/** A choice of what is written and who reads it. */
interface Choice extends Writing {
  readonly satisfied: number;
  readonly unsatisfied: number;
  /** The actor owes a write, and this is one. */
  readonly pays: boolean;
}

export class EventPreImages extends PreImages<EventCube> {
  private readonly cubes: EventCubes;
  private readonly symbols: readonly StateSymbol[];
  private readonly writes: Writes;
  private readonly strangers: Strangers;
  private readonly draws: boolean;

  constructor(literals: Literals, naming: Naming, form: NormalForm) {
    super(literals, naming);
    this.cubes = new EventCubes(literals);
    this.symbols = form.system.symbols;
    this.writes = new Writes(this.instance, this.symbols);
    this.strangers = new Strangers(literals);
    this.draws = draws(form);
  }

  override of(cube: EventCube, command: GuardedCommand): PreImage<EventCube>[] {
    const out: PreImage<EventCube>[] = [];
    if (command.atomic && command.barrier === 'pending') return out; // An atomic step needs an empty buffer.
    const cells = this.updatedCells(cube.literals, command);
    if (cells.length === 0 && cube.behind.every((row) => row === 0)) return out;
    this.eachChoice(cube, command, (slots, processes) => {
      const wider = this.joined(cube, processes);
      const actor = this.instance.process(command.actor as number);
      const owes = (cube.behind[actor] ?? 0) !== 0;
      if (!owes && !this.mayChange(cells, command)) return;
      if (owes && command.atomic) return; // After an atomic step there is nothing in the buffer.
      this.instance.viewTag = cube.threads.length;
      const guard = this.guard(command, processes, false);
      if (guard === null) return;
      const occasion = { cube: wider, command, slots: [...slots], processes, actor, items: guard.items, owes };
      // Whether an atomic step wrote decides what its own reads may still read from.
      const all = owes || command.atomic;
      this.writes.eachWriting(wider, command, actor, processes, all, (writing) =>
        this.satisfactions(occasion, writing, out),
      );
    });
    return out;
  }

  /** The cube, as far as it speaks of processes that take part in a step. */
  private joined(cube: EventCube, processes: number): EventCube {
    const { order } = cube;
    if (cube.processes >= processes || order.cells.size === 0) return cube;
    const joining = first(processes).slice(cube.processes);
    return { ...cube, order: { ...order, cells: this.strangers.joined(order.cells, joining) } };
  }

  /** The choices of reads that read from the write. */
  private satisfactions(occasion: Occasion, writing: Writing, out: PreImage<EventCube>[]): void {
    const { cube, command, processes, actor } = occasion;
    const { written } = writing;
    const pays = occasion.owes && (written.size > 0 || writing.elsewhere);
    if (occasion.owes && !pays && command.barrier === 'empty') return; // Nor is there behind a fence.
    const ghb = new Ghb(cube.order, processes, lastOf(cube.threads));
    const concerned = written.size === 0 ? 0 : this.concerned(cube, written, actor);
    const base = ghb.after({ process: actor, kind: this.kindOf(command), reads: [], writes: [...written] });
    const feasible = new Map<number, boolean>();
    const several = (concerned & (concerned - 1)) !== 0;
    const possible = (event: number): boolean => {
      if (!several) return true; // There is only one to try.
      let known = feasible.get(event);
      if (known === undefined) {
        known = false;
        this.preconditions(occasion, { ...writing, satisfied: 1 << event, unsatisfied: 0, pays }, () => {
          known ||= this.context.finish() !== null;
        });
        feasible.set(event, known);
      }
      return known;
    };
    eachSatisfaction(cube.order.events, concerned, base & concerned, possible, (satisfied) => {
      const choice = { ...writing, satisfied, unsatisfied: concerned & ~satisfied, pays };
      this.preconditions(occasion, choice, () => {
        const literals = this.context.finish();
        if (literals === null) return;
        const image = this.image(occasion, choice, literals);
        if (image !== null) out.push(image);
      });
    });
  }

  private kindOf(command: GuardedCommand): 'read' | 'write' | 'atomic' {
    return command.atomic ? 'atomic' : writesWeak(command, this.symbols) ? 'write' : 'read';
  }

  /** Events of other processes with a pending read of a written location. */
  private concerned(cube: EventCube, written: ReadonlySet<number>, actor: number): number {
    const { literals } = this;
    let out = 0;
    for (const literal of cube.literals) {
      for (const cell of cellsOf(literals, literal)) {
        const tag = literals.tagOf(cell);
        if (tag === PLAIN || literals.readerOf(cell) === actor || out & (1 << tag)) continue;
        if (written.has(literals.retag(cell, PLAIN))) out |= 1 << tag;
      }
    }
    return out;
  }

  /** Calls `leaf` with the context extended by each disjunct of the precondition, when these events read from the write. */
  private preconditions(occasion: Occasion, choice: Choice, leaf: () => void): void {
    const { literals, weakest, context } = this;
    const { cube, command, actor } = occasion;
    const { written, satisfied } = choice;
    const reads = (cell: number): boolean => {
      const tag = literals.tagOf(cell);
      if (literals.readerOf(cell) !== actor && !(satisfied & (1 << tag))) return false;
      return written.has(literals.retag(cell, PLAIN));
    };
    const updateOf: UpdateOf = (cell) => {
      const { base, tag } = literals.symbolOf(cell);
      const update = command.updates.get(base);
      return update === undefined || tag === PLAIN || reads(cell) ? update : undefined;
    };
    const post = written.size === 0 ? cube.literals : this.unified(cube.literals, reads);
    if (post === null) return;
    const items = [...occasion.items, ...choice.items];
    if (weakest.enumerate(post, updateOf, context, items, leaf)) return;
    // Reads that get the same value from the write may have nothing more to say: that they agree is settled.
    if (choice.pays || post !== cube.literals) weakest.untouched(post, context, items, leaf);
  }

  /** The reads of one location that read from the write, made one. */
  private unified(conjunction: Int32Array, reads: (cell: number) => boolean): Int32Array | null {
    const { literals } = this;
    const first = new Map<number, number>();
    const image = (cell: number): number => {
      if (literals.tagOf(cell) === PLAIN || !reads(cell)) return cell;
      const location = literals.retag(cell, PLAIN);
      const known = first.get(location);
      if (known !== undefined) return known;
      first.set(location, cell);
      return cell;
    };
    let changed = false;
    const moved = conjunction.map((l) => {
      const to = literals.mapCells(l, image);
      changed ||= to !== l;
      return to;
    });
    return changed ? this.normal(moved) : conjunction;
  }

  private image(
    { cube, command, slots, processes, actor }: Occasion,
    { written, strange, satisfied, unsatisfied, pays }: Choice,
    conjunction: Int32Array,
  ): PreImage<EventCube> | null {
    const { literals } = this;
    const added = cube.threads.length;
    const about = (l: Literal) => cellsOf(literals, l).filter((cell) => literals.tagOf(cell) === added);
    let kept = conjunction;
    if (added === MOST_EVENTS) kept = conjunction.filter((l) => about(l).length === 0);
    const waits = command.barrier === 'pending' && added < MOST_EVENTS;
    const event = waits ? 1 << added : pendingIn(literals, kept) & (1 << added);
    const mentioned = event === 0 ? [] : [...kept].flatMap(about).map((cell) => literals.retag(cell, PLAIN));
    const reads = this.draws ? [...mentioned, ...readCells(this.instance, literals, command)] : mentioned;
    const behind = Array.from({ length: processes }, (_, p) => cube.behind[p] ?? 0);
    // The write that is owed reaches memory after those reads; one that may not happen after all just pays.
    const ahead = pays && written.size > 0 ? (behind[actor] as number) : 0;
    const ghb = new Ghb(cube.order, processes, lastOf(cube.threads));
    ghb.events.push(0);
    const kind = this.kindOf(command);
    const fenced = command.barrier === 'empty';
    const step = { process: actor, kind, fenced, reads, writes: [...written], strange: [...strange], satisfied };
    const own = kind === 'write' ? 0 : event;
    if (!ghb.add({ ...step, event: own, unsatisfied: unsatisfied | ahead })) return null;
    // When a write is issued is a moment of its own: it reaches memory later.
    if (own !== event) ghb.add({ ...step, kind: 'read', event, writes: [], strange: [], satisfied: 0, unsatisfied: 0 });
    if (pays) behind[actor] = 0;
    if (waits) behind[actor] = (behind[actor] as number) | event;
    const draft: EventCube = {
      processes,
      literals: kept,
      universals: [],
      threads: [...cube.threads, actor],
      order: ghb,
      behind,
    };
    const { cube: normal, names } = this.cubes.normal(draft, this.naming.keepAll);
    return { cube: normal, step: { command, slots, names } };
  }
}
