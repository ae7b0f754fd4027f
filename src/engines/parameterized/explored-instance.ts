/**
 * The explored states of one instance as columns of bits: for each literal the states that satisfy it, made when first
 * asked for. Whether some state satisfies a conjunction is then a question of a few words.
 */
import { FALSE, Kind, type Literal, type Literals, PLAIN, TRUE } from '../../logic/literals.js';
import type { Operator } from '../../logic/sorts.js';
import { cellsOf } from './cube.js';
import type { Exploration } from './forward/explore.js';
import { BIAS, byteOf, OPEN } from './forward/layout.js';
import type { ViewMachine } from './forward/view-machine.js';
import { outside } from './universal.js';

const LARGE = 2n ** 40n;
/** Values of places are digits of this base. */
const DIGIT = 32;

export class ExploredInstance {
  readonly processes: number;
  protected readonly literals: Literals;
  protected readonly exploration: Exploration;
  private readonly machine: ViewMachine | null;
  protected readonly columns = new Map<number, Int32Array>();
  /** Of a literal, with what its readers see late, the states that satisfy it. */
  private readonly moments = new Map<string, Int32Array>();
  /** Of a cell with few values, by its byte, the states with each of them. */
  private readonly places = new Map<number, readonly Int32Array[]>();

  /** With a view machine: its states were explored, and viewed cells are looked up in them. */
  constructor(literals: Literals, exploration: Exploration, machine: ViewMachine | null) {
    this.literals = literals;
    this.exploration = exploration;
    this.machine = machine;
    this.processes = exploration.layout.processes;
  }

  get hasNumbers(): boolean {
    return this.exploration.layout.mode === 'finder';
  }

  /** Its states are of random walks: there are others, and it only tells what is reached. */
  get isSample(): boolean {
    return this.exploration.isSample;
  }

  /** Whether the value of the cell is stored. */
  stores(cell: number): boolean {
    return this.bytes(cell).every((byte) => byte >= 0);
  }

  /** Whether the literal speaks only of what is stored. */
  knows(literal: Literal): boolean {
    const { literals } = this;
    if (!cellsOf(literals, literal).every((cell) => this.stores(cell))) return false;
    if (literals.kind[literal] !== Kind.linear) return true;
    const { coefficients, constant } = literals.constraintOf(literal);
    return [...coefficients, constant].every((c) => c > -LARGE && c < LARGE);
  }

  /**
   * Adds the values of these cells, as digits, in all states that satisfy the literals under this naming. What a process
   * sees is of one moment in each group of reads: up to some group it lags, and from then on it sees the present.
   */
  addValues(subset: readonly Literal[], cells: readonly number[], names: ArrayLike<number>, into: Set<number>): void {
    const { literals } = this;
    const renamed = subset.map((l) => literals.rename(l, names)).filter((l) => l !== TRUE);
    if (renamed.includes(FALSE)) return;
    const tags = new Map<number, number[]>();
    for (const cell of renamed.flatMap((l) => cellsOf(literals, l))) {
      const tag = literals.tagOf(cell);
      if (tag === PLAIN) continue;
      const known = tags.get(literals.readerOf(cell)) ?? [];
      if (!known.includes(tag)) tags.set(literals.readerOf(cell), [...known, tag]);
    }
    const renamedCells = cells.map((cell) => literals.renameCell(cell, names));
    const readers = [...tags.keys()];
    /** Of each reader the least group in which it lags; groups with higher numbers are earlier. */
    const lagging = new Map<number, number>();
    const choose = (k: number): void => {
      const reader = readers[k];
      if (reader === undefined) {
        this.addValuesAt(
          renamed,
          renamedCells,
          (cell) => literals.tagOf(cell) >= (lagging.get(literals.readerOf(cell)) as number),
          into,
        );
        return;
      }
      for (const least of [...(tags.get(reader) as number[]), Number.POSITIVE_INFINITY]) {
        lagging.set(reader, least);
        choose(k + 1);
      }
    };
    choose(0);
  }

  private addValuesAt(
    renamed: readonly Literal[],
    cells: readonly number[],
    lags: (viewed: number) => boolean,
    into: Set<number>,
  ): void {
    const { literals } = this;
    const { count } = this.exploration;
    const columns = renamed.map((literal) => {
      const mentioned = cellsOf(literals, literal);
      const late = mentioned.map((cell) => literals.tagOf(cell) !== PLAIN && lags(cell));
      const key = `${literal} ${late.map(Number).join('')}`;
      let column = this.moments.get(key);
      if (column === undefined) {
        column = new Int32Array((count + 31) >> 5);
        const place = (cell: number) => this.bytes(cell)[late[mentioned.indexOf(cell)] ? 1 : 0] as number;
        this.fill(column, literal, place, []);
        this.moments.set(key, column);
      }
      return column;
    });
    this.addPlaces(meetOf(columns, count), cells, 0, 0, into);
  }

  /** The values of the cells from the k-th on, in some state of the column; `code` has those of the cells before. */
  private addPlaces(column: Int32Array, cells: readonly number[], k: number, code: number, into: Set<number>): void {
    const cell = cells[k];
    if (cell === undefined) {
      if (column.some((word) => word !== 0)) into.add(code);
      return;
    }
    const isLast = k === cells.length - 1;
    for (const [value, states] of this.placesOf(cell).entries()) {
      const further = code + value * DIGIT ** k;
      if (isLast && into.has(further)) continue;
      if (!meets(column, states)) continue;
      if (isLast) into.add(further);
      else this.addPlaces(meetOf([column, states], this.exploration.count), cells, k + 1, further, into);
    }
  }

  /** For each value of a cell the states in which it has that value, or may be given it. */
  private placesOf(cell: number): readonly Int32Array[] {
    const byte = this.bytes(cell)[0] as number;
    const known = this.places.get(byte);
    if (known !== undefined) return known;
    const { count, store, layout } = this.exploration;
    const columns = Array.from({ length: this.literals.symbolOf(cell).size }, () => new Int32Array((count + 31) >> 5));
    for (let id = 0, at = byte; id < count; id++, at += layout.stride) {
      const value = store[at] as number;
      const given = value === OPEN ? columns : [columns[value] as Int32Array];
      for (const column of given) column[id >> 5]! |= 1 << (id & 31);
    }
    this.places.set(byte, columns);
    return columns;
  }

  /** Some state satisfies the literals under this naming; `fenced` says which views lie after the reader's own writes. */
  meets(subset: readonly Literal[], names: ArrayLike<number>, fenced: (literal: Literal) => boolean): boolean {
    const columns: Int32Array[] = [];
    for (const l of subset) {
      const literal = this.literals.rename(l, names);
      if (literal < 0) {
        if (literal === -2) return false;
        continue;
      }
      columns.push(this.column(literal, fenced(l)));
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
    const columns = context.map((l) => this.column(l, false));
    const names: number[] = [];
    for (let p = 0; p < this.processes; p++) {
      names[outside(0)] = p;
      for (const l of body) columns.push(this.column(this.literals.rename(l, names), false));
    }
    return this.meet(columns);
  }

  /** Where the value of a cell may stand: a pending read sees what its process sees, or what memory holds by then. */
  private bytes(cell: number): number[] {
    const { literals } = this;
    const { layout } = this.exploration;
    const { base, tag } = literals.symbolOf(cell);
    const offset = layout.offsets[base];
    if (offset === undefined || offset < 0) return [-1];
    const plain = byteOf(layout, base, literals.indicesOf(cell));
    if (tag === PLAIN) return [plain];
    const view = this.machine?.views.get(base);
    return view === undefined ? [-1] : [plain, byteOf(layout, view, literals.argumentsOf(cell))];
  }

  /** The states that satisfy the literal, each viewed cell taken from one of the places where it may stand. */
  protected column(literal: Literal, fenced: boolean): Int32Array {
    const key = literal * 2 + (fenced ? 1 : 0);
    const known = this.columns.get(key);
    if (known !== undefined) return known;
    const column = new Int32Array((this.exploration.count + 31) >> 5);
    const cells = cellsOf(this.literals, literal);
    const places = new Map<number, number>();
    const caughtUp: number[] = [];
    const choose = (k: number): void => {
      const cell = cells[k];
      if (cell === undefined) {
        if (!this.inOrder(cells, places)) return;
        this.fill(column, literal, (c) => places.get(c) as number, caughtUp);
        return;
      }
      for (const [i, byte] of this.bytes(cell).entries()) {
        places.set(cell, byte);
        // After a fence a view counts only once it has caught up with the reader's own writes.
        const behind = fenced && i > 0;
        if (behind) caughtUp.push(this.behindByte(this.literals.readerOf(cell)));
        choose(k + 1);
        if (behind) caughtUp.pop();
      }
    };
    choose(0);
    this.columns.set(key, column);
    return column;
  }

  /** A process that reads the present in one group does so in later ones, which have lower numbers. */
  private inOrder(cells: readonly number[], places: ReadonlyMap<number, number>): boolean {
    const { literals } = this;
    const present = (cell: number) => places.get(cell) === this.bytes(cell)[0];
    return cells.every(
      (a) =>
        literals.tagOf(a) === PLAIN ||
        !present(a) ||
        cells.every(
          (b) =>
            literals.tagOf(b) === PLAIN ||
            literals.readerOf(a) !== literals.readerOf(b) ||
            literals.tagOf(b) >= literals.tagOf(a) ||
            present(b),
        ),
    );
  }

  private behindByte(reader: number): number {
    return byteOf(this.exploration.layout, (this.machine as ViewMachine).behind, [reader]);
  }

  private fill(
    column: Int32Array,
    literal: Literal,
    byte: (cell: number) => number,
    caughtUp: readonly number[],
  ): void {
    const { count, store, layout } = this.exploration;
    const { stride } = layout;
    const { kind, left, right } = this.literals;
    const add = (id: number): void => {
      for (const b of caughtUp) if (b >= 0 && store[id * stride + b] === 1) return;
      column[id >> 5]! |= 1 << (id & 31);
    };
    const test = kind[literal] as number;
    if (test === Kind.mask) {
      const mask = right[literal] as number;
      for (let id = 0, at = byte(left[literal] as number); id < count; id++, at += stride) {
        const value = store[at] as number;
        if (value === OPEN || (mask >> value) & 1) add(id);
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
        if (related(relation, sum, bound)) add(id);
      }
    } else {
      const operator = this.literals.operatorOf(literal);
      const [a, b] = [left[literal] as number, right[literal] as number];
      const [atA, atB] = [a < 0 ? -1 : byte(a), b < 0 ? -1 : byte(b)];
      for (let id = 0; id < count; id++) {
        const x = a < 0 ? -a - 1 : (store[id * stride + atA] as number);
        const y = b < 0 ? -b - 1 : (store[id * stride + atB] as number);
        const open = (a >= 0 && x === OPEN) || (b >= 0 && y === OPEN);
        if (open || related(operator, x, y)) add(id);
      }
    }
  }
}

/** The states that are in all columns. */
function meetOf(columns: readonly Int32Array[], count: number): Int32Array {
  const out = new Int32Array((count + 31) >> 5).fill(-1);
  if (count & 31) out[out.length - 1] = (1 << (count & 31)) - 1;
  for (const column of columns) for (let i = 0; i < out.length; i++) out[i]! &= column[i] as number;
  return out;
}

function meets(one: Int32Array, other: Int32Array): boolean {
  for (let i = 0; i < one.length; i++) if (((one[i] as number) & (other[i] as number)) !== 0) return true;
  return false;
}

function related(operator: Operator, x: number, y: number): boolean {
  switch (operator) {
    case '=':
      return x === y;
    case '<>':
      return x !== y;
    case '<':
      return x < y;
    case '<=':
      return x <= y;
  }
}
