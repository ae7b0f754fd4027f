/**
 * Pre-images of a cube by a guarded command (section 3.1 of the Cubicle-W paper): what all forms of cube share.
 *
 * Every injective choice of processes for the command's parameters is tried: processes of the cube, and new ones in a
 * canonical order. The guard and the universal guards on the processes at hand (universal.ts) are the context in which the
 * weakest precondition of the cube's literals is taken (weakest.ts). What the step means for reads that are still pending
 * is up to the form.
 */
import { Conjunction } from '../../logic/conjunction.js';
import type { Literal, Literals } from '../../logic/literals.js';
import type { Command, GuardedCommand, TemplateUpdate } from '../../models/array-system/normal-form.js';
import { sizeOf } from './bits.js';
import { type Cube, cellsOf, processesOf } from './cube.js';
import { Instantiation } from './instantiate.js';
import { mergeAlternatives } from './merge.js';
import type { BackwardStep } from './node.js';
import { eachChoice, first, type Naming } from './slots.js';
import { type Instances, instantiateGuard, MAX_DISJUNCTS, type UniversalPart } from './universal.js';
import { type UpdateOf, WeakestPrecondition } from './weakest.js';

export interface PreImage<C> {
  readonly cube: C;
  readonly step: BackwardStep;
}

/** Combinations of what universal parts say of processes that join, in one step back. */
export const MAX_PRODUCT = 128;
const MAX_EXCEPTED = 2;

export abstract class PreImages<C extends Cube> {
  readonly literals: Literals;
  readonly naming: Naming;
  readonly instance: Instantiation;
  /** The precondition under construction. */
  readonly context: Conjunction;
  /** Set when a pre-image was dropped because it needs more processes than `naming.most`. */
  capped = false;
  protected readonly weakest: WeakestPrecondition;
  protected readonly scratch: Conjunction;

  constructor(literals: Literals, naming: Naming) {
    this.literals = literals;
    this.naming = naming;
    this.instance = new Instantiation(literals);
    this.context = new Conjunction(literals);
    this.weakest = new WeakestPrecondition(this.instance);
    this.scratch = new Conjunction(literals);
  }

  /** All pre-images; `precise` keeps the command's universal guards for processes that join later. */
  abstract of(cube: C, command: GuardedCommand, precise: boolean): PreImage<C>[];

  /**
   * Begins a new context with the guard of a command, whose processes are in the slots of the instance. Returns what its
   * universal guards say of the other processes (and, when precise, of those without a name); null when it is false.
   */
  guard(command: Command, processes: number, precise: boolean): Instances | null {
    const { context, instance } = this;
    context.reset();
    for (const template of command.literals) if (!context.add(instance.literal(template))) return null;
    return instantiateGuard(instance, command.universals, first(processes), precise);
  }

  /** Calls `visit` for each choice of processes, which are in the slots then, with the number of processes there are. */
  protected eachChoice(
    cube: C,
    command: GuardedCommand,
    visit: (slots: readonly number[], processes: number) => void,
  ): void {
    const base = this.naming.absolute ?? cube.processes;
    const capped = eachChoice(this.naming, cube.processes, command.arity, (slots, fresh) => {
      this.instance.place(slots);
      visit(slots, base + fresh);
    });
    this.capped ||= capped;
  }

  /** The cells among these literals, plain or viewed, whose symbols the command updates. */
  protected updatedCells(conjunction: Iterable<Literal>, command: GuardedCommand): number[] {
    const { literals } = this;
    const updated = new Set<number>();
    for (const literal of conjunction) {
      for (const cell of cellsOf(literals, literal)) {
        if (command.updates.has(literals.symbolOf(cell).base)) updated.add(cell);
      }
    }
    return [...updated];
  }

  /** Whether the command, with the processes in its slots, may change one of these cells, whose symbols it updates. */
  protected mayChange(cells: readonly number[], command: GuardedCommand): boolean {
    return cells.some((cell) => {
      const update = command.updates.get(this.literals.symbolOf(cell).base) as TemplateUpdate;
      return this.instance.mayHit(update, cell);
    });
  }

  /** The conjunct in normal form; null when it contradicts itself. */
  protected normal(conjunct: ArrayLike<Literal>): Int32Array | null {
    const { scratch } = this;
    scratch.reset();
    for (let i = 0; i < conjunct.length; i++) if (!scratch.add(conjunct[i] as Literal)) return null;
    return scratch.finish();
  }

  /** What universal parts demand before the updates. Parts that grow too large or true are left out: weaker. */
  protected preconditionOfParts(parts: readonly UniversalPart[], updateOf: UpdateOf): UniversalPart[] {
    const { scratch, weakest, literals } = this;
    const out: UniversalPart[] = [];
    for (const part of parts) {
      const body: Literal[][] = [];
      for (const conjunct of part.body) {
        scratch.reset();
        const leaf = () => {
          const conjunction = scratch.finish();
          if (conjunction !== null) body.push([...conjunction]);
        };
        if (!weakest.enumerate(conjunct, updateOf, scratch, [], leaf)) body.push([...conjunct]);
      }
      const merged = mergeAlternatives(literals, body);
      if (merged.length > MAX_DISJUNCTS || merged.some((c) => c.length === 0)) continue;
      out.push({ variables: part.variables, body: merged });
    }
    return out;
  }

  /** Processes that are named only to be excepted from the universal parts must not pile up: gives the parts up then. */
  protected affordable(
    parts: readonly UniversalPart[],
    conjunction: Int32Array,
    processes: number,
  ): readonly UniversalPart[] {
    if (parts.length === 0 || this.naming.absolute !== null) return parts;
    const used = processesOf(this.literals, conjunction);
    return processes - sizeOf(used & ((1 << processes) - 1)) > MAX_EXCEPTED ? [] : parts;
  }
}

/** Whether the command has weak symbols among its targets. */
export function writesWeak(command: GuardedCommand, symbols: readonly { readonly weak: boolean }[]): boolean {
  for (const symbol of command.updates.keys()) if (symbols[symbol]?.weak) return true;
  return false;
}
