/** Weaker plain cubes, for guesses: a few of their literals, and for cubes with universal parts uniform ones. */
import { Facts } from '../../../logic/facts.js';
import { Kind, type Literal, type Literals, MAX_PROCESSES } from '../../../logic/literals.js';
import type { ArraySystem } from '../../../models/array-system/model.js';
import { Approximation, type Weaker } from '../approximation.js';
import { type Cube, compact } from '../cube.js';
import type { ExploredInstance } from '../explored-instance.js';
import type { SearchNode } from '../node.js';
import { injections } from '../slots.js';
import { outside } from '../universal.js';

export class PlainApproximation extends Approximation<Cube> {
  private readonly badUniform = new Set<string>();

  constructor(literals: Literals, system: ArraySystem, explored: readonly ExploredInstance[], fixed: boolean) {
    super(literals, system, weakerPlain(literals), explored, fixed);
  }

  protected override remember(cube: Cube): void {
    if (cube.universals.length === 0) super.remember(cube);
    else this.badUniform.add(uniformKey(cube));
  }

  override allows(cube: Cube): boolean {
    return cube.universals.length > 0 || super.allows(cube);
  }

  override guess(node: SearchNode<Cube>): Cube | null {
    const { cube } = node;
    if (this.instances.length === 0) return null;
    if (cube.universals.length > 0 && !this.literals.absolute) {
      const uniform = this.uniformGuess(cube);
      if (uniform !== null) return uniform;
    }
    // Leaving out the universal parts of a cube makes it weaker too: then all its literals may stay.
    return this.guessFrom(cube, cube.universals.length === 0);
  }

  /**
   * A cube with universal parts says something exact of all processes, and stepping back counts them one by one without
   * end. Its uniform weakening forgets who is who: a few literals without process, and for all processes one mask that
   * fits those in the cube and those outside.
   */
  private uniformGuess(cube: Cube): Cube | null {
    const { literals } = this;
    const scalars = Array.from(cube.literals).filter(
      (l) => literals.processes[l] === 0 && this.instances.every((i) => i.knows(l)),
    );
    const masks = uniformMasks(literals, cube).filter((l) => this.instances.every((i) => i.knows(l)));
    if (masks.length === 0) return null;
    const bodies = masks.length === 1 ? [masks] : [...masks.map((m) => [m]), masks];
    const contexts: Literal[][] = [[], ...scalars.map((l) => [l])];
    for (let i = 0; i < scalars.length; i++) {
      for (let j = i + 1; j < scalars.length; j++) contexts.push([scalars[i] as Literal, scalars[j] as Literal]);
    }
    for (const context of contexts) {
      for (const body of bodies) {
        if (this.instances.some((i) => i.meetsUniformly(context, body))) continue;
        const guess: Cube = {
          processes: 0,
          literals: Int32Array.from(context).sort(),
          universals: [{ variables: 1, body: [body] }],
        };
        if (!this.badUniform.has(uniformKey(guess))) return guess;
      }
    }
    return null;
  }
}

function weakerPlain(literals: Literals): Weaker<Cube> {
  const facts = new Facts(literals);
  return {
    seesViews: false,
    fenced: () => false,
    cubeOf(conjunction) {
      const { processes, literals: kept } = compact(
        literals,
        Int32Array.from(conjunction).sort(),
        MAX_PROCESSES,
        false,
      );
      return { processes, literals: kept, universals: [] };
    },
    weaker(cube, subset) {
      const compacted = compact(literals, Int32Array.from(subset).sort(), cube.processes, literals.absolute);
      return { processes: compacted.processes, literals: compacted.literals, universals: [] };
    },
    contains(large, small) {
      if (large.processes > small.processes) return false;
      facts.load(small.literals);
      if (literals.absolute) return large.literals.every((l) => facts.implies(l));
      return injections(large.processes, small.processes).some((names) =>
        large.literals.every((l) => facts.implies(literals.rename(l, names))),
      );
    },
  };
}

function uniformKey(cube: Cube): string {
  return `${cube.literals.join(' ')}|${cube.universals.map((u) => u.body.map((c) => c.join(' ')).join('/')).join('|')}`;
}

/** For each array of one dimension a mask on its cell at the outside process that every process of the cube fits. */
function uniformMasks(literals: Literals, cube: Cube): Literal[] {
  const somebody = outside(0);
  const cells = new Set<number>();
  for (const part of cube.universals) {
    if (part.variables > 1) return [];
    for (const conjunct of part.body) {
      for (const l of conjunct) {
        if (literals.kind[l] === Kind.mask && literals.processes[l] === 1 << somebody)
          cells.add(literals.left[l] as number);
      }
    }
  }
  const maskIn = (conjunct: ArrayLike<Literal>, cell: number): number => {
    let mask = literals.symbolOf(cell).full;
    for (let i = 0; i < conjunct.length; i++) {
      const l = conjunct[i] as Literal;
      if (literals.kind[l] === Kind.mask && literals.left[l] === cell) mask &= literals.right[l] as number;
    }
    return mask;
  };
  const out: Literal[] = [];
  const names: number[] = [];
  for (const cell of cells) {
    if (literals.symbolOf(cell).arity !== 1) continue;
    let mask = literals.symbolOf(cell).full;
    for (const part of cube.universals) {
      let union = 0;
      for (const conjunct of part.body) union |= maskIn(conjunct, cell);
      mask &= union;
    }
    for (let p = 0; p < cube.processes; p++) {
      names[somebody] = p;
      mask |= maskIn(cube.literals, literals.renameCell(cell, names));
    }
    const literal = literals.mask(cell, mask);
    if (literal >= 0) out.push(literal);
  }
  return out;
}
