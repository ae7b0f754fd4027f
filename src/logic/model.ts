/**
 * A model of a satisfiable conjunction in normal form: a value for every cell it mentions, and a position in the order for
 * every process it names. Used to turn a symbolic trace into a concrete one, never in a search.
 */
import { solve } from './arithmetic.js';
import { bounds, colourable } from './conjunction.js';
import { Kind, type Literal, type Literals } from './literals.js';
import { add, compare, type Rational, rational } from './rational.js';

export interface Model {
  /** Constructor of an enumerated cell; number of the class of equal cells for an abstract one. */
  readonly enumerated: ReadonlyMap<number, number>;
  readonly abstract: ReadonlyMap<number, number>;
  readonly numbers: ReadonlyMap<number, Rational>;
  /** Positions of terms of sort proc: cells by number, named process p under -(p+1). */
  readonly positions: ReadonlyMap<number, Rational>;
}

const lowestBit = (mask: number): number => 31 - Math.clz32(mask & -mask);

export function modelOf(literals: Literals, conjunction: ArrayLike<Literal>, processes: number): Model {
  const masks = new Map<number, number>();
  const relations: Literal[] = [];
  const abstractEqual: Literal[] = [];
  const abstractCells = new Set<number>();
  const ordered: Literal[] = [];
  const constraints = [];
  for (let i = 0; i < conjunction.length; i++) {
    const literal = conjunction[i] as Literal;
    const kind = literals.kind[literal] as number;
    const left = literals.left[literal] as number;
    const right = literals.right[literal] as number;
    if (kind === Kind.mask) masks.set(left, right);
    else if (kind === Kind.linear) constraints.push(literals.constraintOf(literal));
    else {
      const cell = Math.max(left, right);
      const sort = cell < 0 ? 'proc' : literals.symbolOf(cell).kind;
      if (sort === 'enum') relations.push(literal);
      else if (sort === 'abstract') {
        abstractCells.add(left).add(right);
        if (kind === Kind.equal) abstractEqual.push(literal);
      } else ordered.push(literal);
    }
  }
  const enumerated = new Map<number, number>();
  const colours = relations.length === 0 ? new Map<number, number>() : colourable(literals, relations, masks);
  if (colours === null) throw new Error('a conjunction without a model was taken for satisfiable');
  for (const [cell, bit] of colours) enumerated.set(cell, lowestBit(bit));
  for (const [cell, mask] of masks) if (!enumerated.has(cell)) enumerated.set(cell, lowestBit(mask));
  const numbers = solve([...constraints, ...bounds(literals, constraints)], literals.isInteger);
  if (numbers === null) throw new Error('a conjunction without a numeric model was taken for satisfiable');
  return {
    enumerated,
    abstract: classesOf(literals, abstractCells, abstractEqual),
    numbers,
    positions: positionsOf(literals, ordered, processes),
  };
}

function classesOf(
  literals: Literals,
  cells: ReadonlySet<number>,
  equalities: readonly Literal[],
): Map<number, number> {
  const values = new Map([...cells].map((cell, i) => [cell, i]));
  for (let changed = true; changed; ) {
    changed = false;
    for (const l of equalities) {
      const low = Math.min(
        values.get(literals.left[l] as number) as number,
        values.get(literals.right[l] as number) as number,
      );
      for (const cell of [literals.left[l] as number, literals.right[l] as number]) {
        if (values.get(cell) !== low) {
          values.set(cell, low);
          changed = true;
        }
      }
    }
  }
  return values;
}

/** A topological order of the terms, each class of equal ones at a position of its own. */
function positionsOf(literals: Literals, ordered: readonly Literal[], processes: number): Map<number, Rational> {
  const terms = new Set<number>();
  for (let p = 0; p < processes; p++) terms.add(-p - 1);
  for (const l of ordered) terms.add(literals.left[l] as number).add(literals.right[l] as number);
  const root = new Map([...terms].map((t) => [t, t]));
  const find = (t: number): number => {
    const up = root.get(t) as number;
    return up === t ? t : find(up);
  };
  for (const l of ordered) {
    if (literals.kind[l] !== Kind.equal) continue;
    const [a, b] = [find(literals.left[l] as number), find(literals.right[l] as number)];
    root.set(Math.max(a, b), Math.min(a, b));
  }
  const below = ordered
    .filter((l) => literals.kind[l] === Kind.less || literals.kind[l] === Kind.atMost)
    .map((l) => [find(literals.left[l] as number), find(literals.right[l] as number)] as const);
  if (literals.absolute) for (let p = 0; p + 1 < processes; p++) below.push([-p - 1, -p - 2]);
  const positions = new Map<number, Rational>();
  const pending = new Set([...terms].map(find));
  let next = rational(1);
  while (pending.size > 0) {
    // Processes first where there is a choice, so that they are numbered 1, 2, 3... when nothing is said of the order.
    const ready = [...pending].filter((t) => !below.some(([a, b]) => b === t && a !== t && pending.has(a)));
    const term = ready.sort((a, b) => (a < 0 && b < 0 ? b - a : a - b))[0];
    if (term === undefined) throw new Error('a cyclic order was taken for satisfiable');
    positions.set(term, next);
    pending.delete(term);
    next = add(next, rational(1));
  }
  for (const t of terms) positions.set(t, positions.get(find(t)) as Rational);
  return positions;
}

/** Processes 0 to n-1 by position: `order[k]` is the process in place k. */
export function orderOfProcesses(model: Model, processes: number): number[] {
  const position = (p: number) => model.positions.get(-p - 1) as Rational;
  return Array.from({ length: processes }, (_, p) => p).sort((a, b) => compare(position(a), position(b)));
}
