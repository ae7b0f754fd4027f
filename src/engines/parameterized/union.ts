/**
 * Containment in a union of visited cubes: the second half of the fixpoint test.
 *
 * Where no single visited cube contains a cube, instances of several may, each but for one or two literals. The cube lies
 * in their union iff it can't be that in each instance one of the missing literals fails (entails.ts).
 */
import { Conjunction } from '../../logic/conjunction.js';
import { Entailment } from '../../logic/entails.js';
import { Kind, type Literal, type Literals } from '../../logic/literals.js';
import type { Cube } from './cube.js';

export class Union {
  readonly counts = { fullTests: 0, fullFixpoints: 0 };
  private readonly literals: Literals;
  private readonly entailment: Entailment;

  constructor(literals: Literals) {
    this.literals = literals;
    this.entailment = new Entailment(literals, new Conjunction(literals));
  }

  /** Whether the instances, each of which lacks some literals, contain the cube together. */
  contains(cube: Cube, instances: readonly { readonly missing: readonly Literal[] }[], tries: number): boolean {
    const [only] = instances;
    if (only === undefined) return false;
    // One instance that lacks a mask can't contain the cube; one that lacks an inequality may, by arithmetic.
    if (instances.length === 1 && only.missing.some((l) => this.literals.kind[l] === Kind.mask)) return false;
    this.counts.fullTests++;
    const clauses = instances.map((instance) => instance.missing);
    if (!this.entailment.refutes(cube.literals, clauses, tries)) return false;
    this.counts.fullFixpoints++;
    return true;
  }
}
