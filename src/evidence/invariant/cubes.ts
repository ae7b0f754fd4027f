/**
 * Cubes as sets of bits, and which cubes a step can lead to.
 *
 * Of a state in a cube, all literals of the cube are known; after a step, those on predicates that the step does not change,
 * and those on predicates that it settles. A cube with the opposite of a known literal is not where the step leads, and may
 * be left out of the question; a literal that is known need not be asked. Both only say what a solver would find out by
 * itself, since the step keeps the first predicates and the definitions of the second are `true` and `false`; it is done
 * here because then the solver has less to read.
 */
import { conjunction, disjunction, FALSE, negation, TRUE } from '../solvers/smtlib.js';
import type { CertificateCube } from './certificate.js';
import type { PredicatesAfter } from './predicate.js';

/** A bit for each predicate: those that hold, and those that do not. */
interface Bits {
  readonly holds: Int32Array;
  readonly fails: Int32Array;
}

export interface Cube extends Bits {
  readonly literals: CertificateCube;
}

export function makeCube(literals: CertificateCube, predicates: number): Cube {
  const bits = emptyBits(predicates);
  for (const literal of literals) set(literal % 2 === 0 ? bits.holds : bits.fails, literal >> 1);
  return { ...bits, literals };
}

function emptyBits(predicates: number): Bits {
  const words = (predicates + 31) >> 5;
  return { holds: new Int32Array(words), fails: new Int32Array(words) };
}

function set(words: Int32Array, bit: number): void {
  words[bit >> 5] = (words[bit >> 5] as number) | (1 << (bit & 31));
}

function has(words: Int32Array, bit: number): boolean {
  return ((words[bit >> 5] as number) & (1 << (bit & 31))) !== 0;
}

/** What cubes say after a step. */
export class Successors {
  readonly #texts: readonly (string | null)[];
  readonly #kept: Int32Array;
  readonly #settled: Bits;

  constructor({ texts }: PredicatesAfter) {
    this.#texts = texts;
    const predicates = texts.length;
    this.#kept = emptyBits(predicates).holds;
    this.#settled = emptyBits(predicates);
    for (const [p, text] of texts.entries()) {
      if (text === null) set(this.#kept, p);
      if (text === TRUE) set(this.#settled.holds, p);
      if (text === FALSE) set(this.#settled.fails, p);
    }
  }

  /** That the state after the step is in one of the targets, where the state before it is in one of the cubes. */
  reach(cubes: readonly Cube[], targets: readonly Cube[]): string {
    const known = cubes.map((cube) => this.#knownAfter(cube));
    const always = intersection(known, this.#texts.length);
    const open = targets.filter((target) => known.some((bits) => !contradict(bits, target)));
    const isAsked = (literal: number) => !has(literal % 2 === 0 ? always.holds : always.fails, literal >> 1);
    return union(
      open.map(({ literals }) => literals.filter(isAsked)),
      (p) => this.#texts[p] ?? `p${p}`,
    );
  }

  #knownAfter({ holds, fails }: Bits): Bits {
    return {
      holds: holds.map((word, w) => (word & (this.#kept[w] as number)) | (this.#settled.holds[w] as number)),
      fails: fails.map((word, w) => (word & (this.#kept[w] as number)) | (this.#settled.fails[w] as number)),
    };
  }
}

/** In every one of them. */
function intersection(all: readonly Bits[], predicates: number): Bits {
  const [first, ...others] = all;
  if (first === undefined) return emptyBits(predicates);
  return others.reduce(
    (common, bits) => ({
      holds: common.holds.map((word, w) => word & (bits.holds[w] as number)),
      fails: common.fails.map((word, w) => word & (bits.fails[w] as number)),
    }),
    first,
  );
}

function contradict(one: Bits, other: Bits): boolean {
  for (let w = 0; w < one.holds.length; w++) {
    if (((one.holds[w] as number) & (other.fails[w] as number)) !== 0) return true;
    if (((one.fails[w] as number) & (other.holds[w] as number)) !== 0) return true;
  }
  return false;
}

/**
 * One of the cubes. They are taken apart by one predicate after the other, `(or (and p a) (and (not p) b) c)`, and what
 * is the same on both sides is said once: the distributive law, which makes the text of many cubes short.
 */
export function union(cubes: readonly CertificateCube[], name = (p: number) => `p${p}`): string {
  return taken(
    cubes.map((cube) => [...new Set(cube)].sort((a, b) => a - b)),
    0,
    name,
  );
}

/** The literals of a cube rise, and all before `from` are equal. */
function taken(cubes: readonly CertificateCube[], from: number, name: (p: number) => string): string {
  if (cubes.some(({ length }) => length === from)) return TRUE;
  const first = cubes.reduce((least, cube) => Math.min(least, (cube[from] as number) >> 1), Number.POSITIVE_INFINITY);
  if (!Number.isFinite(first)) return FALSE;
  const [holds, fails, silent]: [CertificateCube[], CertificateCube[], CertificateCube[]] = [[], [], []];
  for (const cube of cubes) {
    const literal = cube[from] as number;
    (literal === 2 * first ? holds : literal === 2 * first + 1 ? fails : silent).push(cube);
  }
  const [one, other] = [taken(holds, from + 1, name), taken(fails, from + 1, name)];
  const both =
    one === other ? one : disjunction([conjunction([name(first), one]), conjunction([negation(name(first)), other])]);
  return disjunction([both, taken(silent, from, name)]);
}
