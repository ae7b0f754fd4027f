/**
 * Conjunctions of literals under construction, and their normal form: the built-in decision procedure.
 *
 * `add` and `undo` are cheap and let a search try alternatives (only clashing masks are noticed there); `finish`
 * decides satisfiability exactly and returns the literals in a normal form: masks met over equal cells, known values
 * and equalities substituted, implied literals dropped. The theories share no cell, since array indices are process
 * names and never values, so each is decided on its own:
 *
 *   enumerations   masks are propagated through equalities and disequalities to a fixpoint; what remains is a colouring
 *                  problem, solved by search (rare, a few cells)
 *   abstract       union-find, then no two distinct cells in one class (an infinite set has room for the rest)
 *   proc           union-find with named processes as different constants, then a total order that is dense and without
 *                  ends: satisfiable unless a cycle of `<=` holds a `<`, or forces two distinct terms to be equal
 *   int, real      arithmetic.ts
 */
import { satisfiable } from './arithmetic.js';
import { type LinearConstraint, linearConstraint } from './linear.js';
import { FALSE, Kind, type Literal, type Literals, TRUE } from './literals.js';

export class Conjunction {
  private readonly literals: Literals;
  private masks = new Int32Array(256);
  private readonly cells: number[] = [];
  private readonly trail: number[] = [];
  readonly others: Literal[] = [];

  constructor(literals: Literals) {
    this.literals = literals;
  }

  reset(): void {
    for (const cell of this.cells) this.masks[cell] = 0;
    this.cells.length = 0;
    this.trail.length = 0;
    this.others.length = 0;
  }

  /** What is known of an enumerated cell. */
  maskOf(cell: number): number {
    const mask = cell < this.masks.length ? (this.masks[cell] as number) : 0;
    return mask === 0 ? this.literals.symbolOf(cell).full : mask;
  }

  /** False when the literal plainly contradicts what is there; the conjunction must then be undone. */
  add(literal: Literal): boolean {
    if (literal === TRUE) return true;
    if (literal === FALSE) return false;
    const { kind, left, right } = this.literals;
    if (kind[literal] !== Kind.mask) {
      if (!this.others.includes(literal)) this.others.push(literal);
      return true;
    }
    const cell = left[literal] as number;
    const now = this.maskOf(cell);
    const next = now & (right[literal] as number);
    if (next === 0) return false;
    if (next !== now) {
      if (cell >= this.masks.length) {
        const grown = new Int32Array(Math.max(this.masks.length * 2, cell + 1));
        grown.set(this.masks);
        this.masks = grown;
      }
      this.trail.push(cell, this.masks[cell] as number);
      if (this.masks[cell] === 0) this.cells.push(cell);
      this.masks[cell] = next;
    }
    return true;
  }

  /** A mark to come back to with `undo`: how many masks and other literals there are. */
  mark(): number {
    return this.trail.length * 0x100000 + this.others.length;
  }

  undo(mark: number): void {
    const trail = Math.floor(mark / 0x100000);
    while (this.trail.length > trail) {
      const mask = this.trail.pop() as number;
      const cell = this.trail.pop() as number;
      this.masks[cell] = mask;
      if (mask === 0) this.cells.pop();
    }
    this.others.length = mark % 0x100000;
  }

  /** The normal form, sorted; null when unsatisfiable. The conjunction itself stays as it was. */
  finish(): Int32Array | null {
    const { literals } = this;
    const masks = new Map<number, number>();
    for (const cell of this.cells) masks.set(cell, this.masks[cell] as number);
    const result: Literal[] = [];
    if (this.others.length > 0) {
      const enumerated: Literal[] = [];
      const abstract: Literal[] = [];
      const processes: Literal[] = [];
      const numeric: Literal[] = [];
      for (const literal of this.others) {
        if (literals.kind[literal] === Kind.linear) numeric.push(literal);
        else {
          const cell = Math.max(literals.left[literal] as number, literals.right[literal] as number);
          const kind = cell < 0 ? 'proc' : literals.symbolOf(cell).kind;
          (kind === 'enum' ? enumerated : kind === 'abstract' ? abstract : processes).push(literal);
        }
      }
      if (enumerated.length > 0 && !normaliseEnumerated(literals, enumerated, masks, result)) return null;
      if (abstract.length > 0 && !normaliseEqualities(literals, abstract, result)) return null;
      if (processes.length > 0 && !normaliseProcesses(literals, processes, result)) return null;
      if (numeric.length > 0 && !normaliseNumeric(literals, numeric, result)) return null;
    }
    for (const [cell, mask] of masks) {
      const literal = literals.mask(cell, mask);
      if (literal >= 0) result.push(literal);
    }
    return Int32Array.from(result).sort();
  }
}

const single = (mask: number): boolean => (mask & (mask - 1)) === 0;

function normaliseEnumerated(
  literals: Literals,
  relations: readonly Literal[],
  masks: Map<number, number>,
  result: Literal[],
): boolean {
  const maskOf = (cell: number) => masks.get(cell) ?? literals.symbolOf(cell).full;
  let pending = [...relations];
  for (let changed = true; changed; ) {
    changed = false;
    const kept: Literal[] = [];
    for (const literal of pending) {
      const a = literals.left[literal] as number;
      const b = literals.right[literal] as number;
      const maskA = maskOf(a);
      const maskB = maskOf(b);
      let nextA = maskA;
      let nextB = maskB;
      let done = false;
      if (literals.kind[literal] === Kind.equal) {
        nextA = nextB = maskA & maskB;
        done = single(nextA);
      } else if (single(maskA)) {
        nextB = maskB & ~maskA;
        done = true;
      } else if (single(maskB)) {
        nextA = maskA & ~maskB;
        done = true;
      } else done = (maskA & maskB) === 0;
      if (nextA === 0 || nextB === 0) return false;
      if (nextA !== maskA || nextB !== maskB) {
        masks.set(a, nextA);
        masks.set(b, nextB);
        changed = true;
      }
      if (!done) kept.push(literal);
    }
    pending = kept;
  }
  result.push(...pending);
  return pending.length === 0 || colourable(literals, pending, masks) !== null;
}

/** Values for the cells of enumerated relations, within their masks; null when there are none. Exact, by search. */
export function colourable(
  literals: Literals,
  relations: readonly Literal[],
  masks: ReadonlyMap<number, number>,
): Map<number, number> | null {
  const cells = [...new Set(relations.flatMap((l) => [literals.left[l] as number, literals.right[l] as number]))];
  const values = new Map<number, number>();
  const assign = (i: number): boolean => {
    if (i === cells.length) return true;
    const cell = cells[i] as number;
    let mask = masks.get(cell) ?? literals.symbolOf(cell).full;
    for (; mask !== 0; mask &= mask - 1) {
      values.set(cell, mask & -mask);
      const fits = relations.every((l) => {
        const a = values.get(literals.left[l] as number);
        const b = values.get(literals.right[l] as number);
        return a === undefined || b === undefined || (a === b) === (literals.kind[l] === Kind.equal);
      });
      if (fits && assign(i + 1)) return true;
    }
    values.delete(cell);
    return false;
  };
  return assign(0) ? values : null;
}

/** Classes of equal terms; the representative is the smallest code, so a named process where there is one. */
class Classes {
  private readonly parents = new Map<number, number>();

  find(term: number): number {
    let root = term;
    for (let up = this.parents.get(root); up !== undefined; up = this.parents.get(root)) root = up;
    return root;
  }

  /** False when two named processes would become equal. */
  unite(a: number, b: number): boolean {
    const low = Math.min(this.find(a), this.find(b));
    const high = Math.max(this.find(a), this.find(b));
    if (low === high) return true;
    this.parents.set(high, low);
    return high >= 0;
  }

  members(): IterableIterator<number> {
    return this.parents.keys();
  }
}

function normaliseEqualities(literals: Literals, relations: readonly Literal[], result: Literal[]): boolean {
  const classes = new Classes();
  for (const l of relations) {
    if (literals.kind[l] === Kind.equal) classes.unite(literals.left[l] as number, literals.right[l] as number);
  }
  const out = new Set<Literal>();
  for (const l of relations) {
    if (literals.kind[l] !== Kind.distinct) continue;
    const literal = literals.relation(
      '<>',
      classes.find(literals.left[l] as number),
      classes.find(literals.right[l] as number),
    );
    if (literal === FALSE) return false;
    out.add(literal);
  }
  for (const member of classes.members()) out.add(literals.relation('=', classes.find(member), member));
  result.push(...out);
  return true;
}

function normaliseProcesses(literals: Literals, relations: readonly Literal[], result: Literal[]): boolean {
  const classes = new Classes();
  for (const l of relations) {
    if (literals.kind[l] !== Kind.equal) continue;
    if (!classes.unite(literals.left[l] as number, literals.right[l] as number)) return false;
  }
  const ordered = relations.filter((l) => literals.kind[l] === Kind.less || literals.kind[l] === Kind.atMost);
  // A cycle of `<=` makes its terms equal, and equal terms may close further cycles: go on until nothing changes.
  for (let again = ordered.length > 0; again; ) {
    again = false;
    const closure = orderClosure(literals, ordered, classes);
    for (const [pair, strict] of closure.reach) {
      const [a, b] = [Math.floor(pair / closure.size), pair % closure.size];
      if (a === b) {
        if (strict) return false;
        continue;
      }
      if (!closure.reach.has(b * closure.size + a)) continue;
      if (!classes.unite(closure.terms[a] as number, closure.terms[b] as number)) return false;
      again = true;
    }
  }
  const out = new Set<Literal>();
  const less = new Set<string>();
  for (const l of ordered) {
    const a = classes.find(literals.left[l] as number);
    const b = classes.find(literals.right[l] as number);
    const apart = a < 0 && b < 0;
    if (literals.kind[l] === Kind.less || apart) {
      const literal = a === b ? (literals.kind[l] === Kind.less ? FALSE : TRUE) : literals.relation('<', a, b);
      if (literal === FALSE) return false;
      if (literal !== TRUE) out.add(literal);
      less.add(`${a} ${b}`);
    }
  }
  const unequal = new Set<string>();
  for (const l of relations) {
    if (literals.kind[l] !== Kind.distinct) continue;
    const a = classes.find(literals.left[l] as number);
    const b = classes.find(literals.right[l] as number);
    const literal = literals.relation('<>', a, b);
    if (literal === FALSE) return false;
    if (literal === TRUE || less.has(`${a} ${b}`) || less.has(`${b} ${a}`)) continue;
    unequal.add(`${a} ${b}`).add(`${b} ${a}`);
    out.add(literal);
  }
  for (const l of ordered) {
    const a = classes.find(literals.left[l] as number);
    const b = classes.find(literals.right[l] as number);
    if (literals.kind[l] !== Kind.atMost || a === b || (a < 0 && b < 0) || less.has(`${a} ${b}`)) continue;
    if (unequal.has(`${a} ${b}`)) {
      out.delete(literals.relation('<>', a, b));
      out.add(literals.relation('<', a, b));
    } else out.add(literals.relation('<=', a, b));
  }
  for (const member of classes.members()) out.add(literals.relation('=', classes.find(member), member));
  result.push(...out);
  return true;
}

/** The transitive closure of the order: which classes lie at or below which, and whether strictly. */
function orderClosure(literals: Literals, ordered: readonly Literal[], classes: Classes) {
  const terms: number[] = [];
  const number = (term: number) => {
    const root = classes.find(term);
    const at = terms.indexOf(root);
    return at >= 0 ? at : terms.push(root) - 1;
  };
  const edges = ordered.map((l) => ({
    from: number(literals.left[l] as number),
    to: number(literals.right[l] as number),
    strict: literals.kind[l] === Kind.less,
  }));
  if (literals.absolute) {
    // Absolute names are ordered; a process that no literal mentions cannot matter.
    for (const [i, a] of terms.entries()) {
      for (const [j, b] of terms.entries()) if (a < 0 && b < 0 && a > b) edges.push({ from: i, to: j, strict: true });
    }
  }
  const size = terms.length;
  const reach = new Map<number, boolean>();
  for (const { from, to, strict } of edges)
    reach.set(from * size + to, strict || (reach.get(from * size + to) ?? false));
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < size; i++) {
      const first = reach.get(i * size + k);
      if (first === undefined) continue;
      for (let j = 0; j < size; j++) {
        const second = reach.get(k * size + j);
        if (second === undefined) continue;
        const strict = first || second;
        if (strict || !reach.has(i * size + j)) reach.set(i * size + j, strict || (reach.get(i * size + j) ?? false));
      }
    }
  }
  return { terms, size, reach };
}

function normaliseNumeric(literals: Literals, relations: readonly Literal[], result: Literal[]): boolean {
  let current = [...new Set(relations)];
  // Known values first: `x = c` is substituted everywhere else. Bounds that meet may make more of them known.
  const known = new Map<number, bigint>();
  for (;;) {
    let found = false;
    for (const l of current) {
      const c = literals.constraintOf(l);
      if (c.relation !== '=' || c.variables.length !== 1 || c.coefficients[0] !== 1n) continue;
      const cell = c.variables[0] as number;
      const value = known.get(cell);
      if (value !== undefined && value !== c.constant) return false;
      if (value === undefined) {
        known.set(cell, c.constant);
        found = true;
      }
    }
    if (!found) {
      const tight = tightest(literals, current);
      if (tight.length === current.length) break;
      current = tight;
      continue;
    }
    const next = new Set<Literal>();
    for (const l of current) {
      const literal = substituteKnown(literals, l, known);
      if (literal === FALSE) return false;
      if (literal !== TRUE) next.add(literal);
    }
    current = [...next];
  }
  const constraints: LinearConstraint[] = current.map((l) => literals.constraintOf(l));
  if (constraints.length > 1 || wide(literals, constraints)) {
    if (!satisfiable([...constraints, ...bounds(literals, constraints)], literals.isInteger)) return false;
  }
  for (const [cell, value] of known) {
    const size = literals.symbolOf(cell).size;
    if (size > 0 && (value < 0n || value >= BigInt(size))) return false;
    current.push(literals.linear({ variables: [cell], coefficients: [1n], relation: '=', constant: value }));
  }
  result.push(...current);
  return true;
}

function substituteKnown(literals: Literals, literal: Literal, known: ReadonlyMap<number, bigint>): Literal {
  const c = literals.constraintOf(literal);
  if (!c.variables.some((cell) => known.has(cell))) return literal;
  let constant = c.constant;
  const summands: { variable: number; coefficient: { numerator: bigint; denominator: bigint } }[] = [];
  c.variables.forEach((variable, i) => {
    const value = known.get(variable);
    const coefficient = c.coefficients[i] as bigint;
    if (value === undefined) summands.push({ variable, coefficient: { numerator: coefficient, denominator: 1n } });
    else constant -= coefficient * value;
  });
  const integer = literals.isInteger(c.variables[0] as number);
  return literals.linear(linearConstraint(summands, c.relation, { numerator: constant, denominator: 1n }, integer));
}

/**
 * Of several upper bounds on one sum the lowest stays; a lower bound that meets it makes an equation.
 * The result is shorter unless nothing changed.
 */
function tightest(literals: Literals, current: readonly Literal[]): Literal[] {
  if (current.length < 2) return [...current];
  const upper = new Map<string, Literal>();
  const out = new Set<Literal>();
  for (const l of current) {
    const c = literals.constraintOf(l);
    if (c.relation !== '<=' && c.relation !== '<') {
      out.add(l);
      continue;
    }
    const key = `${c.variables.join(' ')}|${c.coefficients.join(' ')}`;
    const other = upper.get(key);
    if (other !== undefined) {
      const o = literals.constraintOf(other);
      if (o.constant < c.constant || (o.constant === c.constant && o.relation === '<')) continue;
    }
    upper.set(key, l);
  }
  for (const [key, l] of upper) {
    const c = literals.constraintOf(l);
    const opposite = upper.get(`${c.variables.join(' ')}|${c.coefficients.map((k) => -k).join(' ')}`);
    if (opposite !== undefined && c.relation === '<=') {
      const o = literals.constraintOf(opposite);
      if (o.relation === '<=' && o.constant === -c.constant) {
        if (key < `${o.variables.join(' ')}|${o.coefficients.join(' ')}`) {
          const summands = c.variables.map((variable, i) => ({
            variable,
            coefficient: { numerator: c.coefficients[i] as bigint, denominator: 1n },
          }));
          const integer = literals.isInteger(c.variables[0] as number);
          out.add(
            literals.linear(linearConstraint(summands, '=', { numerator: c.constant, denominator: 1n }, integer)),
          );
        }
        continue;
      }
    }
    out.add(l);
  }
  return [...out];
}

function wide(literals: Literals, constraints: readonly LinearConstraint[]): boolean {
  return constraints.some((c) => c.variables.some((cell) => literals.symbolOf(cell).size > 0));
}

/** Wide enumerations are integers between 0 and their size. */
export function bounds(literals: Literals, constraints: readonly LinearConstraint[]): LinearConstraint[] {
  const cells = new Set(constraints.flatMap((c) => c.variables).filter((cell) => literals.symbolOf(cell).size > 0));
  return [...cells].flatMap((cell): LinearConstraint[] => [
    { variables: [cell], coefficients: [-1n], relation: '<=', constant: 0n },
    { variables: [cell], coefficients: [1n], relation: '<=', constant: BigInt(literals.symbolOf(cell).size - 1) },
  ]);
}
