/**
 * Pre-images of a cube by a guarded command (section 3.1 of the Cubicle-W paper).
 *
 * Every injective choice of processes for the command's parameters is tried: processes of the cube, and new ones in a
 * canonical order. For each, the guard, the universal guards on the processes at hand (universal.ts) and the weakest
 * precondition of the cube's literals (weakest.ts) are put together. A command that changes nothing the cube speaks of is
 * skipped: its pre-image is contained in the cube.
 */
import { Conjunction } from '../../logic/conjunction.js';
import type { Literal, Literals } from '../../logic/literals.js';
import type { GuardedCommand } from '../../models/array-system/normal-form.js';
import { type Cube, compact } from './cube.js';
import type { BackwardStep } from './form.js';
import { Instantiation } from './instantiate.js';
import { mergeAlternatives } from './merge.js';
import { eachChoice, type Naming } from './slots.js';
import { admit, instantiateGuard, MAX_DISJUNCTS, prune, type UniversalPart, withinProduct } from './universal.js';
import { cellsOf, type UpdateOf, WeakestPrecondition } from './weakest.js';

export interface PreImage {
  readonly cube: Cube;
  readonly step: BackwardStep;
}

/** Combinations of what universal parts say of processes that join, in one step back. */
export const MAX_PRODUCT = 128;
export const MAX_EXCEPTED = 2;

export class PreImages {
  private readonly literals: Literals;
  private readonly naming: Naming;
  readonly instance: Instantiation;
  private readonly weakest: WeakestPrecondition;
  private readonly context: Conjunction;
  private readonly scratch: Conjunction;
  /** Set when a pre-image was dropped because it needs more processes than `naming.most`. */
  capped = false;

  constructor(literals: Literals, naming: Naming) {
    this.literals = literals;
    this.naming = naming;
    this.instance = new Instantiation(literals);
    this.weakest = new WeakestPrecondition(this.instance);
    this.context = new Conjunction(literals);
    this.scratch = new Conjunction(literals);
  }

  /** All pre-images; `precise` keeps the command's universal guards for processes that join later. */
  of(cube: Cube, command: GuardedCommand, precise: boolean): PreImage[] {
    if (!this.concerns(cube, command)) return [];
    const out: PreImage[] = [];
    const capped = eachChoice(this.naming, cube.processes, command.arity, (slots, fresh) =>
      this.step(cube, command, slots, fresh, precise, out),
    );
    this.capped ||= capped;
    return out;
  }

  /** Pre-image along one choice of processes: for replay, which knows them. Universal guards may be left out. */
  along(cube: Cube, command: GuardedCommand, slots: readonly number[], universals: boolean): PreImage[] {
    const out: PreImage[] = [];
    this.step(cube, universals ? command : { ...command, universals: [] }, slots, 0, false, out, true);
    return out;
  }

  private concerns(cube: Cube, command: GuardedCommand): boolean {
    const touches = (l: Literal) =>
      cellsOf(this.literals, l).some((cell) => command.updates.has(this.literals.cellSymbol[cell] as number));
    return cube.literals.some(touches) || cube.universals.some((u) => u.body.some((c) => c.some(touches)));
  }

  private step(
    cube: Cube,
    command: GuardedCommand,
    slots: readonly number[],
    fresh: number,
    precise: boolean,
    out: PreImage[],
    evenIfUntouched = false,
  ): void {
    const { literals, instance, context } = this;
    const base = this.naming.absolute ?? cube.processes;
    const processes = base + fresh;
    const named = Array.from({ length: processes }, (_, p) => p);
    for (const [slot, p] of slots.entries()) instance.environment[slot] = p;
    context.reset();
    for (const template of command.literals) if (!context.add(instance.literal(template))) return;
    const guard = instantiateGuard(instance, command.universals, named, precise && processes < this.naming.most);
    if (guard === null) return;
    const admitted = cube.universals.length === 0 ? null : admit(literals, cube.universals, named.slice(base));
    if (cube.universals.length > 0 && admitted === null) return;
    const parts = prune([
      ...guard.parts,
      ...(admitted === null
        ? []
        : preconditionOfParts(literals, this.weakest, this.scratch, admitted.parts, this.updatesOf(command))),
    ]);
    const keepAll = this.naming.absolute !== null || parts.length > 0;
    const leaf = () => {
      const conjunction = context.finish();
      if (conjunction === null) return;
      // Processes that are only named to be excepted from the universal parts must not pile up: give the parts up then.
      const given =
        keepAll && this.naming.absolute === null && unmentioned(literals, conjunction, processes) > MAX_EXCEPTED;
      const {
        literals: renamed,
        processes: count,
        names,
      } = compact(literals, conjunction, processes, keepAll && !given);
      out.push({
        cube: { processes: count, literals: renamed, universals: given ? [] : parts },
        step: { command, slots: [...slots], names },
      });
    };
    const along = (post: ArrayLike<Literal>): void => {
      if (this.weakest.enumerate(post, this.updatesOf(command), context, guard.items, leaf)) return;
      if (parts.length > 0 || cube.universals.length > 0 || evenIfUntouched) {
        this.weakest.untouched(post, context, guard.items, leaf);
      }
    };
    if (admitted === null || admitted.items.length === 0) along(cube.literals);
    else {
      const chosen = withinProduct(admitted.items, MAX_PRODUCT);
      combine([...cube.literals], chosen, 0, (post) => {
        const normal = this.normal(post);
        if (normal !== null) along(normal);
      });
    }
  }

  private updatesOf(command: GuardedCommand): UpdateOf {
    return (cell) => command.updates.get(this.literals.cellSymbol[cell] as number);
  }

  private normal(conjunct: readonly Literal[]): Int32Array | null {
    this.scratch.reset();
    return conjunct.every((l) => this.scratch.add(l)) ? this.scratch.finish() : null;
  }
}

/** What the parts demand before the updates; those that grow too large or true are left out, which only weakens. */
export function preconditionOfParts(
  literals: Literals,
  weakest: WeakestPrecondition,
  scratch: Conjunction,
  parts: readonly UniversalPart[],
  updateOf: UpdateOf,
): UniversalPart[] {
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

export function unmentioned(literals: Literals, conjunction: Int32Array, processes: number): number {
  let used = 0;
  for (const l of conjunction) used |= literals.processes[l] as number;
  let count = 0;
  for (let p = 0; p < processes; p++) if (!(used & (1 << p))) count++;
  return count;
}

function combine(conjunct: Literal[], items: readonly Literal[][][], k: number, visit: (all: Literal[]) => void): void {
  const item = items[k];
  if (item === undefined) return visit(conjunct);
  for (const alternative of item) combine([...conjunct, ...alternative], items, k + 1, visit);
}
