/**
 * Universal guards, and the universal part of a cube.
 *
 * A universal guard is instantiated on the processes a pre-image has. The processes that only turn up further back were
 * there all the time, so the guard held for them too, but a cube of literals has forgotten that: the pre-image is an
 * over-approximation (a proof stands, a trace may be spurious). When replay shows a trace to be spurious the search is
 * repeated with the guards on that trace kept *precisely*: a cube then carries universal parts
 *
 *     for all distinct processes k1, k2... outside the cube: a disjunction of conjunctions of literals
 *
 * which are taken back through updates like everything else (weakest.ts) and instantiated on each process that joins
 * the cube. Nothing is lost that way: a precise cube that meets an initial state of exactly its processes is a real one.
 *
 * The outside processes of a part have names of their own, the highest ones.
 */
import type { Facts } from '../../logic/facts.js';
import { Kind, type Literal, type Literals, MAX_PROCESSES, TRUE } from '../../logic/literals.js';
import type { Universal } from '../../models/array-system/normal-form.js';
import type { Instantiation } from './instantiate.js';

export interface UniversalPart {
  /** How many outside processes it speaks of, named `outside(0)`, `outside(1)`... */
  readonly variables: number;
  readonly body: readonly Literal[][];
}

/** A part that outgrows this is dropped: weaker, hence still sound for proofs. */
export const MAX_DISJUNCTS = 64;
const MAX_PARTS = 8;

export function outside(k: number): number {
  return MAX_PROCESSES - 1 - k;
}

/** The indices of all cells of an array with an outside process; those are named in the order of their places. */
export function outsideIndices(arity: number, processes: number): number[][] {
  const out: number[][] = [];
  const extend = (indices: readonly number[], variables: number): void => {
    if (indices.length === arity) {
      if (variables > 0) out.push([...indices]);
      return;
    }
    for (let p = 0; p < processes; p++) extend([...indices, p], variables);
    for (let k = 0; k <= variables; k++) extend([...indices, outside(k)], Math.max(variables, k + 1));
  };
  extend([], 0);
  return out;
}

export interface Instances {
  /** One disjunction for each choice among the named processes. */
  readonly items: Literal[][][];
  /** What is said of processes without a name. */
  readonly parts: UniversalPart[];
}

/** A guard over the named processes (and, when precise, over those outside); null when it is false there. */
export function instantiateGuard(
  instance: Instantiation,
  universals: readonly Universal[],
  named: readonly number[],
  precise: boolean,
): Instances | null {
  const items: Literal[][][] = [];
  const parts: UniversalPart[] = [];
  let possible = true;
  for (const universal of universals) {
    const range = precise ? [...named, ...universal.variables.map((_, k) => outside(k))] : named;
    instance.assignments(universal, range, (chosen) => {
      if (!possible) return;
      let variables = 0;
      for (const p of chosen) {
        if (p < MAX_PROCESSES - universal.variables.length) continue;
        if (p < outside(variables)) return; // Outside names are used in order: the other orders say the same.
        if (p === outside(variables)) variables++;
      }
      const body = instance.disjunction(universal.body);
      if (body.length === 1 && body[0]?.length === 0) return;
      if (variables > 0) {
        if (body.length <= MAX_DISJUNCTS) parts.push({ variables, body });
      } else if (body.length === 0) possible = false;
      else items.push(body);
    });
    if (!possible) return null;
  }
  return { items, parts };
}

/** The universal parts of a cube when processes join it: instances for them, and what remains for the others. */
export function admit(
  literals: Literals,
  parts: readonly UniversalPart[],
  joining: readonly number[],
): Instances | null {
  const items: Literal[][][] = [];
  const kept: UniversalPart[] = [];
  for (const part of parts) {
    const names = Array.from({ length: MAX_PROCESSES }, (_, p) => p);
    const assign = (k: number, left: number, used: number): boolean => {
      if (k === part.variables) {
        const body = renameBody(literals, part.body, names);
        if (body === TRUE) return true;
        if (left > 0) {
          kept.push({ variables: left, body });
          return true;
        }
        if (body.length === 0) return false;
        items.push(body);
        return true;
      }
      names[outside(k)] = outside(left);
      if (!assign(k + 1, left + 1, used)) return false;
      for (const [i, p] of joining.entries()) {
        if (used & (1 << i)) continue;
        names[outside(k)] = p;
        if (!assign(k + 1, left, used | (1 << i))) return false;
      }
      return true;
    };
    if (!assign(0, 0, 0)) return null;
  }
  return { items, parts: kept };
}

/** Leaves out what another part says already, and what is too much. */
export function prune(parts: readonly UniversalPart[]): UniversalPart[] {
  const covers = (a: UniversalPart, b: UniversalPart) =>
    a.variables === b.variables &&
    a.body.every((mine) => b.body.some((theirs) => theirs.every((l) => mine.includes(l))));
  const out: UniversalPart[] = [];
  for (const part of parts) {
    if (out.some((o) => covers(o, part))) continue;
    out.splice(0, out.length, ...out.filter((o) => !covers(part, o)), part);
  }
  return out.slice(0, MAX_PARTS);
}

/**
 * The conjunct extended by one alternative of each item, in all ways. The widest items are left out when there are more
 * ways than the limit, which only weakens.
 */
export function products(conjunct: Iterable<Literal>, items: readonly Literal[][][], limit: number): Literal[][] {
  const sorted = [...items].sort((a, b) => a.length - b.length);
  let out = [[...conjunct]];
  for (const item of sorted) {
    if (out.length * item.length > limit) continue;
    out = out.flatMap((c) => item.map((alternative) => [...c, ...alternative]));
  }
  return out;
}

export function literalsOf(parts: readonly UniversalPart[]): Literal[] {
  return parts.flatMap((part) => part.body.flat());
}

/** The parts with other literals in place of theirs. */
export function mapParts(parts: readonly UniversalPart[], image: (literal: Literal) => Literal): UniversalPart[] {
  return parts.map(({ variables, body }) => ({ variables, body: body.map((conjunct) => conjunct.map(image)) }));
}

export function renameBody(
  literals: Literals,
  body: readonly Literal[][],
  names: ArrayLike<number>,
): Literal[][] | typeof TRUE {
  const out: Literal[][] = [];
  for (const conjunct of body) {
    const renamed = conjunct.map((l) => literals.rename(l, names));
    if (renamed.some((l) => l < TRUE)) continue;
    const open = renamed.filter((l) => l !== TRUE);
    if (open.length === 0) return TRUE;
    out.push(open);
  }
  return out;
}

/** What is known of a cube: facts about its processes, and its universal parts. */
export interface Known {
  readonly facts: Facts;
  readonly parts: readonly UniversalPart[];
  /** Processes of the cube that are nobody's image. */
  readonly unmatched: readonly number[];
}

/** Whether the parts of another cube follow, whose processes `names` maps into the known one. Sound, not complete. */
export function partsFollow(
  literals: Literals,
  wanted: readonly UniversalPart[],
  names: readonly number[],
  { facts, parts, unmatched }: Known,
): boolean {
  for (const part of wanted) {
    if (part.variables > 1) return false;
    const map = Array.from({ length: MAX_PROCESSES }, (_, p) => names[p] ?? p);
    for (const p of unmatched) {
      map[outside(0)] = p;
      const body = renameBody(literals, part.body, map);
      if (body !== TRUE && !body.some((conjunct) => conjunct.every((l) => facts.implies(l)))) return false;
    }
    map[outside(0)] = outside(0);
    const body = renameBody(literals, part.body, map);
    if (body === TRUE) continue;
    const covered = parts.some(
      (k) =>
        k.variables === 1 &&
        k.body.every((mine) =>
          body.some((theirs) => theirs.every((l) => gives(literals, mine, l) || facts.implies(l))),
        ),
    );
    if (!covered) return false;
  }
  return true;
}

/** Whether a conjunct contains the literal, or a smaller mask on its cell. */
function gives(literals: Literals, conjunct: readonly Literal[], literal: Literal): boolean {
  const { kind, left, right } = literals;
  return conjunct.some(
    (l) =>
      l === literal ||
      (kind[l] === Kind.mask &&
        kind[literal] === Kind.mask &&
        left[l] === left[literal] &&
        ((right[l] as number) & ~(right[literal] as number)) === 0),
  );
}
