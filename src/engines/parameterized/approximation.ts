/**
 * Approximation with backtracking, guided by finite instances (what Cubicle calls BRAB).
 *
 * Before a cube is expanded, look for a weaker one (a few of its literals) that no explored state of a small instance
 * satisfies under any renaming, and search from that instead. Nothing here has to be right: a guess that an initial state
 * reaches is refuted by the search itself, remembered with every cube on the way to it, and never made again in a form
 * those cubes imply.
 *
 * For each literal and renaming one bit set over the explored states is kept; a guess is an intersection that stays
 * empty. Guesses with fewer processes come first, then fewer literals.
 */
import { Conjunction } from '../../logic/conjunction.js';
import { Facts } from '../../logic/facts.js';
import { Kind, type Literal, type Literals } from '../../logic/literals.js';
import { type Cube, compact } from './cube.js';
import type { SearchNode } from './form.js';
import { injections } from './forward/compile.js';
import type { Exploration } from './forward/explore.js';
import { BIAS, byteOf, OPEN } from './forward/layout.js';
import type { Guesser } from './search.js';
import { outside } from './universal.js';
import { Weakening } from './weaken.js';

const LARGE = 2n ** 40n;
const MOST_LITERALS = 3;
/** Only this many literals of a cube take part in guesses of two and three. */
const WIDTH = 16;

export class Approximation implements Guesser<Cube> {
  private readonly literals: Literals;
  /** Explorations without numbers, and those that follow numbers as far as they fit: a sample. */
  private readonly instances: readonly Instance[];
  private readonly numeric: readonly Instance[];
  private readonly absolute: boolean;
  /** The number of processes is given, and the instances have it. */
  private readonly fixed: boolean;
  private readonly bad: Cube[] = [];
  private readonly badUniform = new Set<string>();
  private readonly facts: Facts;
  private readonly weakening: Weakening;

  constructor(
    literals: Literals,
    explorations: readonly Exploration[],
    absolute: boolean,
    isConstant: (cell: number) => boolean,
    fixed: boolean,
  ) {
    this.literals = literals;
    this.absolute = absolute;
    this.fixed = fixed;
    this.facts = new Facts(literals);
    this.weakening = new Weakening(literals, new Conjunction(literals), isConstant);
    const instances = explorations.filter((e) => e.count > 0).map((e) => new Instance(literals, e));
    this.instances = instances.filter((i) => !i.hasNumbers);
    this.numeric = instances.filter((i) => i.hasNumbers);
  }

  refuted(path: readonly SearchNode<Cube>[]): void {
    for (const { cube } of path) {
      if (cube.universals.length === 0) this.bad.push(cube);
      else this.badUniform.add(uniformKey(cube));
    }
  }

  guess(node: SearchNode<Cube>): Cube | null {
    const { cube } = node;
    if (this.instances.length === 0) return null;
    if (cube.universals.length > 0 && !this.absolute) {
      const uniform = this.uniformGuess(cube);
      if (uniform !== null) return uniform;
    }
    // Numbers are taken from samples; everything else from explorations that do not store them.
    const usable = Array.from(cube.literals)
      .flatMap((l) => (this.numeric.length === 0 ? [l] : this.weakening.formsOf(cube.literals, l)))
      .filter((l) => this.judges([l]).length > 0);
    // A guess about k processes needs an instance with a further one: what the others do matters.
    const largest = Math.max(...this.instances.map((i) => i.processes));
    const most = this.fixed ? largest : largest - 1;
    // Leaving out the universal parts of a cube makes it weaker too: then all its literals may stay.
    const proper = cube.universals.length > 0 ? null : cube.literals;
    for (const subset of subsets(this.literals, usable, proper, most)) {
      if (this.isReached(subset)) continue;
      const guess = this.cubeOf(subset, cube.processes);
      if (!this.isBad(guess)) return guess;
    }
    return this.greedyGuess(cube, most);
  }

  /**
   * When no few literals will do: all of them, and then one after the other left out as long as no explored state
   * satisfies the rest. First whole processes, since a cube about fewer processes says more.
   */
  private greedyGuess(cube: Cube, most: number): Cube | null {
    const { literals } = this;
    let kept = Array.from(cube.literals).filter((l) => this.judges([l]).length > 0 && literals.kind[l] !== Kind.linear);
    if (kept.length <= MOST_LITERALS || this.isReached(kept)) return null;
    const drop = (unwanted: (literal: Literal) => boolean): void => {
      const rest = kept.filter((l) => !unwanted(l));
      if (rest.length === kept.length || rest.length === 0 || this.isReached(rest)) return;
      if (!this.isBad(this.cubeOf(rest, cube.processes))) kept = rest;
    };
    for (let p = cube.processes - 1; p >= 0; p--) drop((l) => ((literals.processes[l] as number) & (1 << p)) !== 0);
    for (const literal of [...kept].reverse()) drop((l) => l === literal);
    const guess = this.cubeOf(kept, cube.processes);
    if (guess.processes > most || guess.literals.length >= cube.literals.length || this.isBad(guess)) return null;
    return guess;
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

  private cubeOf(subset: readonly Literal[], processes: number): Cube {
    const compacted = compact(this.literals, Int32Array.from(subset).sort(), processes, this.absolute);
    return { processes: compacted.processes, literals: compacted.literals, universals: [] };
  }

  /** The explorations that can tell whether the literals are satisfied: sampled ones only if there are numbers. */
  private judges(subset: readonly Literal[]): readonly Instance[] {
    const numbers = subset.some((l) => this.literals.kind[l] === Kind.linear);
    const instances = numbers ? this.numeric : this.instances;
    return instances.every((i) => subset.every((l) => i.knows(l))) ? instances : [];
  }

  /** Some explored state satisfies the literals for some choice of processes. */
  private isReached(subset: readonly Literal[]): boolean {
    let used = 0;
    for (const l of subset) used |= this.literals.processes[l] as number;
    const processes: number[] = [];
    for (let p = 0; p < 32; p++) if (used & (1 << p)) processes.push(p);
    return this.judges(subset).some((instance) => {
      if (processes.length > instance.processes) return false;
      if (this.absolute) return instance.meets(subset, identity);
      const names: number[] = [];
      return injections(processes.length, instance.processes).some((images) => {
        for (const [i, p] of processes.entries()) names[p] = images[i] as number;
        return instance.meets(subset, names);
      });
    });
  }

  private isBad(guess: Cube): boolean {
    return this.bad.some((bad) => {
      if (guess.processes > bad.processes) return false;
      this.facts.load(bad.literals);
      if (this.absolute) return guess.literals.every((l) => this.facts.implies(l));
      return injections(guess.processes, bad.processes).some((names) =>
        guess.literals.every((l) => this.facts.implies(this.literals.rename(l, names))),
      );
    });
  }
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

const identity = Array.from({ length: 32 }, (_, p) => p);

/** Subsets of up to three literals, fewest processes first, but for the whole cube. */
function subsets(
  literals: Literals,
  usable: readonly Literal[],
  whole: ArrayLike<Literal> | null,
  mostProcesses: number,
): Literal[][] {
  const out: { subset: Literal[]; rank: number }[] = [];
  const add = (subset: Literal[]) => {
    if (whole !== null && whole.length <= subset.length && Array.from(whole).every((l) => subset.includes(l))) return;
    let used = 0;
    for (const l of subset) used |= literals.processes[l] as number;
    let count = 0;
    for (let w = used; w !== 0; w &= w - 1) count++;
    // What is said of numbers was only sampled: such guesses come last.
    const sampled = subset.some((l) => literals.kind[l] === Kind.linear) ? 1000 : 0;
    if (count <= mostProcesses) out.push({ subset, rank: sampled + count * 8 + subset.length });
  };
  const some = usable.slice(0, WIDTH);
  for (const l of usable) add([l]);
  for (let i = 0; i < some.length; i++) {
    for (let j = i + 1; j < some.length; j++) {
      add([some[i] as Literal, some[j] as Literal]);
      if (MOST_LITERALS < 3) continue;
      for (let k = j + 1; k < some.length; k++) add([some[i] as Literal, some[j] as Literal, some[k] as Literal]);
    }
  }
  return out.sort((a, b) => a.rank - b.rank).map((o) => o.subset);
}

/** The explored states of one instance as columns of bits, made when first asked for. */
class Instance {
  readonly processes: number;
  private readonly literals: Literals;
  private readonly exploration: Exploration;
  private readonly columns = new Map<Literal, Int32Array>();

  constructor(literals: Literals, exploration: Exploration) {
    this.literals = literals;
    this.exploration = exploration;
    this.processes = exploration.layout.processes;
  }

  get hasNumbers(): boolean {
    return this.exploration.layout.mode === 'finder';
  }

  /** Whether the literal speaks only of what is stored. */
  knows(literal: Literal): boolean {
    const { kind, left, right, cellSymbol } = this.literals;
    const stored = (term: number) => {
      if (term < 0) return true;
      const offset = this.exploration.layout.offsets[cellSymbol[term] as number];
      return offset !== undefined && offset >= 0;
    };
    if (kind[literal] === Kind.linear) {
      const { variables, coefficients, constant } = this.literals.constraintOf(literal);
      return variables.every(stored) && [...coefficients, constant].every((c) => c > -LARGE && c < LARGE);
    }
    return stored(left[literal] as number) && (kind[literal] === Kind.mask || stored(right[literal] as number));
  }

  meets(subset: readonly Literal[], names: ArrayLike<number>): boolean {
    const columns: Int32Array[] = [];
    for (const l of subset) {
      const literal = this.literals.rename(l, names);
      if (literal < 0) {
        if (literal === -2) return false;
        continue;
      }
      columns.push(this.column(literal));
    }
    return this.meet(columns);
  }

  /** Some state is in all columns. */
  private meet(columns: readonly Int32Array[]): boolean {
    const words = (this.exploration.count + 31) >> 5;
    for (let i = 0; i < words; i++) {
      let word = -1;
      for (let c = 0; c < columns.length && word !== 0; c++) word &= (columns[c] as Int32Array)[i] as number;
      if (word !== 0) return true;
    }
    return false;
  }

  /** Some state satisfies the context, and the body for each of its processes. */
  meetsUniformly(context: readonly Literal[], body: readonly Literal[]): boolean {
    const columns = context.map((l) => this.column(l));
    const names: number[] = [];
    for (let p = 0; p < this.processes; p++) {
      names[outside(0)] = p;
      for (const l of body) columns.push(this.column(this.literals.rename(l, names)));
    }
    return this.meet(columns);
  }

  private column(literal: Literal): Int32Array {
    const known = this.columns.get(literal);
    if (known !== undefined) return known;
    const { count, store, layout } = this.exploration;
    const { stride } = layout;
    const { kind, left, right } = this.literals;
    const column = new Int32Array((count + 31) >> 5);
    const byte = (cell: number) =>
      byteOf(layout, this.literals.cellSymbol[cell] as number, this.literals.argumentsOf(cell));
    const test = kind[literal] as number;
    if (test === Kind.mask) {
      const mask = right[literal] as number;
      for (let id = 0, at = byte(left[literal] as number); id < count; id++, at += stride) {
        const value = store[at] as number;
        if (value === OPEN || (mask >> value) & 1) column[id >> 5]! |= 1 << (id & 31);
      }
    } else if (test === Kind.linear) {
      const { variables, coefficients, relation, constant } = this.literals.constraintOf(literal);
      const bytes = variables.map(byte);
      const factors = coefficients.map(Number);
      const bias = variables.map((cell) => (this.literals.symbolOf(cell).size > 0 ? 0 : BIAS));
      const bound = Number(constant);
      for (let id = 0, at = 0; id < count; id++, at += stride) {
        let sum = 0;
        for (let i = 0; i < bytes.length; i++) {
          sum += (factors[i] as number) * ((store[at + (bytes[i] as number)] as number) - (bias[i] as number));
        }
        const holds =
          relation === '='
            ? sum === bound
            : relation === '<>'
              ? sum !== bound
              : relation === '<'
                ? sum < bound
                : sum <= bound;
        if (holds) column[id >> 5]! |= 1 << (id & 31);
      }
    } else {
      const [a, b] = [left[literal] as number, right[literal] as number];
      const [atA, atB] = [a < 0 ? -1 : byte(a), b < 0 ? -1 : byte(b)];
      for (let id = 0; id < count; id++) {
        const x = a < 0 ? -a - 1 : (store[id * stride + atA] as number);
        const y = b < 0 ? -b - 1 : (store[id * stride + atB] as number);
        const open = (a >= 0 && x === OPEN) || (b >= 0 && y === OPEN);
        const holds = open
          ? true
          : test === Kind.equal
            ? x === y
            : test === Kind.distinct
              ? x !== y
              : test === Kind.less
                ? x < y
                : x <= y;
        if (holds) column[id >> 5]! |= 1 << (id & 31);
      }
    }
    this.columns.set(literal, column);
    return column;
  }
}
