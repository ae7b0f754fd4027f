/**
 * Hash-consed cells and literals: everything a cube can say, as small integers.
 *
 * A *cell* is a state symbol applied to named processes (`PC[#1]`); a *literal* is one constraint on cells:
 *
 *   mask     an enumerated cell lies in a set of constructors, written as a bit mask: `=`, `<>` and any union of values
 *   equal, distinct              two cells of one enumerated or abstract sort, or two terms of sort proc
 *   less, atMost                 two terms of sort proc (cells or named processes)
 *   linear                       a linear constraint over numeric cells (linear.ts)
 *
 * Equal cells and literals have equal numbers, so conjunctions are sorted lists of integers. Processes are named
 * 0, 1, 2...; different names are different processes. Terms of sort proc are coded as integers: a cell is its number,
 * process p is -(p+1). Enumerations with more than 31 constructors are handled as integers with bounds.
 *
 * A *viewed* cell is a cell as some process sees it, at a moment that a tag tells apart: what `i@X` returns. It is a cell
 * of its own, whose first argument is the reader; renaming processes renames readers too. What the tags mean is up to the
 * form of cube.
 */
import { type LinearConstraint, linearConstraint, negation } from './linear.js';
import type { Rational } from './rational.js';
import type { Operator, Sort } from './sorts.js';

/** What literals are about: the state symbols of a model, by their positions. */
interface Vocabulary {
  readonly symbols: readonly {
    readonly name: string;
    readonly arity: number;
    readonly sort: Sort;
    readonly constant?: boolean;
  }[];
}

export const TRUE = -1;
export const FALSE = -2;
/** A literal's number, or TRUE or FALSE. */
export type Literal = number;

export const Kind = { mask: 0, equal: 1, distinct: 2, less: 3, atMost: 4, linear: 5 } as const;

/** Processes in one cube: their names must fit a bit mask. */
export const MAX_PROCESSES = 30;

type SortKind = 'enum' | 'abstract' | 'proc' | 'int' | 'real';

/** A numeric term: what an arithmetic cell is assigned. */
export interface LinearTerm {
  readonly summands: readonly { readonly variable: number; readonly coefficient: Rational }[];
  readonly constant: Rational;
}

/** What the table needs to know about a symbol: the model's, and the choices that pre-images introduce. */
export interface SymbolInfo {
  readonly name: string;
  readonly arity: number;
  readonly sort: Sort;
  readonly kind: SortKind;
  /** Values of an enumeration: bits 0 to size-1; for a wide enumeration the integers 0 to size-1; otherwise 0. */
  readonly size: number;
  readonly full: number;
  /** The symbol this one views, itself for an ordinary symbol; and the tag of the view, or PLAIN. */
  readonly base: number;
  readonly tag: number;
}

/** The tag of ordinary cells. */
export const PLAIN = -1;

const STRIDE = 32;
const OPERATOR: readonly (Operator | null)[] = [null, '=', '<>', '<', '<=', null];

export class Literals {
  readonly symbols: SymbolInfo[] = [];
  /** With process constants in the model names are absolute: process p is `#(p+1)` and names are ordered. */
  readonly absolute: boolean;

  // Cells: symbol and arguments, flat.
  readonly cellSymbol: number[] = [];
  private readonly cellStart: number[] = [];
  private readonly cellArguments: number[] = [];
  /** Bit p is set when process p is an argument. */
  readonly cellProcesses: number[] = [];
  private readonly dense: Int32Array[] = [];
  private readonly sparse = new Map<number, number>();
  private tries = 0;

  // Literals.
  readonly kind: number[] = [];
  readonly left: number[] = [];
  readonly right: number[] = [];
  readonly processes: number[] = [];
  /** A few bits that say which symbols occur: a literal implied by others only mentions symbols of theirs. */
  readonly signature: number[] = [];
  readonly constraints: LinearConstraint[] = [];
  private readonly constraintNumbers = new Map<string, number>();
  private table = new Int32Array(1 << 12).fill(-1);
  private readonly choices = new Map<string, number[]>();
  private readonly views: number[][] = [];
  private readonly renamedLinear = new Map<number, Literal>();
  private readonly negations: Literal[] = [];

  constructor(system: Vocabulary, absolute: boolean) {
    this.absolute = absolute;
    for (const symbol of system.symbols) this.declare(symbol.name, symbol.arity, symbol.sort);
    // The first of several equal cells stands for all of them: constants, which steps leave alone, are the best ones.
    for (const [index, { constant = false, arity, sort }] of system.symbols.entries()) {
      if (constant && arity === 0 && sort.kind === 'proc') this.cell(index, []);
    }
  }

  private declare(name: string, arity: number, sort: Sort, base = this.symbols.length, tag = PLAIN): number {
    const wide = sort.kind === 'enum' && sort.constructors.length > 31;
    const size = sort.kind === 'enum' ? sort.constructors.length : 0;
    this.symbols.push({
      name,
      arity,
      sort,
      kind: wide ? 'int' : sort.kind,
      size,
      full: wide || size === 0 ? 0 : size === 31 ? 0x7fffffff : (1 << size) - 1,
      base,
      tag,
    });
    this.dense.push(
      new Int32Array(arity === 0 ? 1 : arity === 1 ? STRIDE : arity === 2 ? STRIDE * STRIDE : 0).fill(-1),
    );
    return this.symbols.length - 1;
  }

  /** The k-th cell standing for a value chosen without constraint, of the given sort. */
  choice(sort: Sort, k: number): number {
    const key = sort.kind === 'enum' || sort.kind === 'abstract' ? `${sort.kind} ${sort.name}` : sort.kind;
    let cells = this.choices.get(key);
    if (cells === undefined) {
      cells = [];
      this.choices.set(key, cells);
    }
    while (cells.length <= k) cells.push(this.cell(this.declare(`?${key}${cells.length}`, 0, sort), []));
    return cells[k] as number;
  }

  /** The symbol whose cells are those of `symbol` as seen by their first argument, at the moment of this tag. */
  view(symbol: number, tag: number): number {
    let views = this.views[symbol];
    if (views === undefined) {
      views = [];
      this.views[symbol] = views;
    }
    let view = views[tag];
    if (view === undefined) {
      const { name, arity, sort } = this.symbols[symbol] as SymbolInfo;
      view = this.declare(`${name}@${tag}`, arity + 1, sort, symbol, tag);
      views[tag] = view;
    }
    return view;
  }

  // ---- cells

  cell(symbol: number, args: ArrayLike<number>): number {
    const dense = this.dense[symbol] as Int32Array;
    if (dense.length > 0) {
      const at =
        args.length === 0
          ? 0
          : args.length === 1
            ? (args[0] as number)
            : (args[0] as number) * STRIDE + (args[1] as number);
      const known = dense[at] as number;
      if (known >= 0) return known;
      const cell = this.newCell(symbol, args);
      dense[at] = cell;
      return cell;
    }
    // Three dimensions and more: a trie of pairs (node, argument), nodes numbered from 1 after the symbols.
    let node = symbol;
    for (let i = 0; i < args.length; i++) {
      const key = node * STRIDE + (args[i] as number);
      let next = this.sparse.get(key);
      if (next === undefined) {
        next = i === args.length - 1 ? this.newCell(symbol, args) : 1_000_000 + this.tries++;
        this.sparse.set(key, next);
      }
      node = next;
    }
    return node;
  }

  private newCell(symbol: number, args: ArrayLike<number>): number {
    const cell = this.cellSymbol.length;
    this.cellSymbol.push(symbol);
    this.cellStart.push(this.cellArguments.length);
    let processes = 0;
    for (let i = 0; i < args.length; i++) {
      this.cellArguments.push(args[i] as number);
      processes |= 1 << (args[i] as number);
    }
    this.cellProcesses.push(processes);
    return cell;
  }

  cellCount(): number {
    return this.cellSymbol.length;
  }

  argumentsOf(cell: number): number[] {
    const start = this.cellStart[cell] as number;
    return this.cellArguments.slice(start, start + this.symbolOf(cell).arity);
  }

  /** The arguments without the reader of a viewed cell. */
  indicesOf(cell: number): number[] {
    const args = this.argumentsOf(cell);
    return this.symbolOf(cell).tag === PLAIN ? args : args.slice(1);
  }

  /** The tag of a viewed cell, PLAIN for an ordinary one. */
  tagOf(cell: number): number {
    return this.symbolOf(cell).tag;
  }

  readerOf(cell: number): number {
    return this.cellArguments[this.cellStart[cell] as number] as number;
  }

  /** The viewed cell at the moment of another tag; with PLAIN the cell that is viewed. */
  retag(cell: number, tag: number): number {
    const { base } = this.symbolOf(cell);
    if (tag === PLAIN) return this.cell(base, this.indicesOf(cell));
    return this.cell(this.view(base, tag), this.argumentsOf(cell));
  }

  symbolOf(cell: number): SymbolInfo {
    return this.symbols[this.cellSymbol[cell] as number] as SymbolInfo;
  }

  renameCell(cell: number, names: ArrayLike<number>): number {
    if (this.cellProcesses[cell] === 0) return cell;
    const symbol = this.cellSymbol[cell] as number;
    const dense = this.dense[symbol] as Int32Array;
    const start = this.cellStart[cell] as number;
    const first = names[this.cellArguments[start] as number] as number;
    if (dense.length === STRIDE) {
      const known = dense[first] as number;
      return known >= 0 ? known : this.cell(symbol, [first]);
    }
    if (dense.length === STRIDE * STRIDE) {
      const second = names[this.cellArguments[start + 1] as number] as number;
      const known = dense[first * STRIDE + second] as number;
      return known >= 0 ? known : this.cell(symbol, [first, second]);
    }
    return this.cell(
      symbol,
      this.argumentsOf(cell).map((p) => names[p] as number),
    );
  }

  // ---- literals

  private intern(kind: number, left: number, right: number): Literal {
    let hash = Math.imul(kind + 31, 0x9e3779b1) ^ Math.imul(left, 0x85ebca6b) ^ Math.imul(right, 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash ^= hash >>> 13;
    let mask = this.table.length - 1;
    let at = hash & mask;
    for (;;) {
      const known = this.table[at] as number;
      if (known < 0) break;
      if (this.kind[known] === kind && this.left[known] === left && this.right[known] === right) return known;
      at = (at + 1) & mask;
    }
    const literal = this.kind.length;
    this.kind.push(kind);
    this.left.push(left);
    this.right.push(right);
    this.describe(kind, left, right);
    this.table[at] = literal;
    if (literal * 2 > this.table.length) {
      const old = this.table;
      this.table = new Int32Array(old.length * 2).fill(-1);
      mask = this.table.length - 1;
      // Rehash by re-interning the numbers already given.
      for (let l = 0; l <= literal; l++) {
        let h = Math.imul((this.kind[l] as number) + 31, 0x9e3779b1) ^ Math.imul(this.left[l] as number, 0x85ebca6b);
        h ^= Math.imul(this.right[l] as number, 0xc2b2ae35);
        h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
        h ^= h >>> 13;
        let slot = h & mask;
        while ((this.table[slot] as number) >= 0) slot = (slot + 1) & mask;
        this.table[slot] = l;
      }
    }
    return literal;
  }

  private describe(kind: number, left: number, right: number): void {
    let processes = 0;
    let signature = 0;
    const note = (term: number) => {
      if (term < 0) processes |= 1 << (-term - 1);
      else {
        processes |= this.cellProcesses[term] as number;
        signature |= 1 << (this.symbolOf(term).base & 31);
      }
    };
    if (kind === Kind.linear) for (const cell of (this.constraints[left] as LinearConstraint).variables) note(cell);
    else {
      note(left);
      if (kind !== Kind.mask) note(right);
    }
    this.processes.push(processes);
    this.signature.push(signature);
  }

  /** `cell` lies in `mask`. */
  mask(cell: number, mask: number): Literal {
    const full = this.symbolOf(cell).full;
    const within = mask & full;
    return within === full ? TRUE : within === 0 ? FALSE : this.intern(Kind.mask, cell, within);
  }

  /** Two cells of one enumerated or abstract sort, or two terms of sort proc. */
  relation(operator: Operator, left: number, right: number): Literal {
    if (left === right) return operator === '=' || operator === '<=' ? TRUE : FALSE;
    if (left < 0 && right < 0) {
      if (operator === '=') return FALSE;
      if (operator === '<>') return TRUE;
      if (this.absolute) return left > right ? TRUE : FALSE;
      return this.intern(Kind.less, left, right);
    }
    switch (operator) {
      case '=':
        return left < right ? this.intern(Kind.equal, left, right) : this.intern(Kind.equal, right, left);
      case '<>':
        return left < right ? this.intern(Kind.distinct, left, right) : this.intern(Kind.distinct, right, left);
      case '<':
        return this.intern(Kind.less, left, right);
      case '<=':
        return this.intern(Kind.atMost, left, right);
    }
  }

  linear(constraint: LinearConstraint | boolean): Literal {
    if (typeof constraint === 'boolean') return constraint ? TRUE : FALSE;
    const key = `${constraint.variables.join(' ')}|${constraint.coefficients.join(' ')}${constraint.relation}${constraint.constant}`;
    let number = this.constraintNumbers.get(key);
    if (number === undefined) {
      number = this.constraints.length;
      this.constraints.push(constraint);
      this.constraintNumbers.set(key, number);
    }
    return this.intern(Kind.linear, number, 0);
  }

  /** left operator right, for numeric terms; `operator` never `<>` reversed. */
  compareLinear(operator: Operator, left: LinearTerm, right: LinearTerm, integer: boolean): Literal {
    const summands = [
      ...left.summands,
      ...right.summands.map((s) => ({ variable: s.variable, coefficient: negated(s.coefficient) })),
    ];
    const constant = {
      numerator:
        right.constant.numerator * left.constant.denominator - left.constant.numerator * right.constant.denominator,
      denominator: right.constant.denominator * left.constant.denominator,
    };
    return this.linear(linearConstraint(summands, operator, constant, integer));
  }

  /** Of a relation between two terms. */
  operatorOf(literal: Literal): Operator {
    return OPERATOR[this.kind[literal] as number] as Operator;
  }

  constraintOf(literal: Literal): LinearConstraint {
    return this.constraints[this.left[literal] as number] as LinearConstraint;
  }

  isInteger = (cell: number): boolean => this.symbolOf(cell).kind === 'int';

  rename(literal: Literal, names: ArrayLike<number>): Literal {
    if (literal < 0 || this.processes[literal] === 0) return literal;
    const left = this.left[literal] as number;
    const kind = this.kind[literal] as number;
    if (kind === Kind.mask) return this.intern(Kind.mask, this.renameCell(left, names), this.right[literal] as number);
    if (kind === Kind.linear) return this.renameLinear(literal, names);
    const a = this.renameTerm(left, names);
    const b = this.renameTerm(this.right[literal] as number, names);
    return this.relation(this.operatorOf(literal), a, b);
  }

  /** The literal with cells in place of cells, and processes as they are. */
  mapCells(literal: Literal, image: (cell: number) => number): Literal {
    if (literal < 0) return literal;
    const left = this.left[literal] as number;
    const kind = this.kind[literal] as number;
    if (kind === Kind.linear) return this.substitute(literal, this.constraintOf(literal), image);
    if (kind === Kind.mask) {
      const cell = image(left);
      return cell === left ? literal : this.intern(Kind.mask, cell, this.right[literal] as number);
    }
    const right = this.right[literal] as number;
    const a = left < 0 ? left : image(left);
    const b = right < 0 ? right : image(right);
    return a === left && b === right ? literal : this.relation(this.operatorOf(literal), a, b);
  }

  /** Linear constraints are costly to build: renamings are remembered, by the images of the processes involved. */
  private renameLinear(literal: Literal, names: ArrayLike<number>): Literal {
    let key = literal;
    let involved = 0;
    for (let left = this.processes[literal] as number; left !== 0; left &= left - 1) {
      key = key * STRIDE + (names[31 - Math.clz32(left & -left)] as number);
      involved++;
    }
    const compute = () => this.substitute(literal, this.constraintOf(literal), (cell) => this.renameCell(cell, names));
    if (involved > 4) return compute();
    // Without their number the images of a literal's processes could be mistaken for another literal's.
    key = key * 4 + involved - 1;
    let renamed = this.renamedLinear.get(key);
    if (renamed === undefined) {
      renamed = compute();
      this.renamedLinear.set(key, renamed);
    }
    return renamed;
  }

  /** The complement; every kind of literal is closed under it. */
  negate(literal: Literal): Literal {
    const left = this.left[literal] as number;
    const right = this.right[literal] as number;
    switch (this.kind[literal]) {
      case Kind.mask:
        return this.mask(left, ~right);
      case Kind.equal:
        return this.relation('<>', left, right);
      case Kind.distinct:
        return this.relation('=', left, right);
      case Kind.less:
        return this.relation('<=', right, left);
      case Kind.atMost:
        return this.relation('<', right, left);
      default: {
        const known = this.negations[literal];
        if (known !== undefined) return known;
        const constraint = this.constraintOf(literal);
        const negated = this.linear(negation(constraint, this.isInteger(constraint.variables[0] as number)));
        this.negations[literal] = negated;
        return negated;
      }
    }
  }

  renameTerm(term: number, names: ArrayLike<number>): number {
    return term < 0 ? -(names[-term - 1] as number) - 1 : this.renameCell(term, names);
  }

  /** Cells for cells in a linear literal. */
  private substitute(literal: Literal, constraint: LinearConstraint, image: (cell: number) => number): Literal {
    let same = true;
    const summands = constraint.variables.map((cell, i) => {
      const variable = image(cell);
      if (variable !== cell) same = false;
      return { variable, coefficient: { numerator: constraint.coefficients[i] as bigint, denominator: 1n } };
    });
    if (same) return literal;
    const integer = this.isInteger(constraint.variables[0] as number);
    return this.linear(
      linearConstraint(summands, constraint.relation, { numerator: constraint.constant, denominator: 1n }, integer),
    );
  }
}

function negated(r: Rational): Rational {
  return { numerator: -r.numerator, denominator: r.denominator };
}
