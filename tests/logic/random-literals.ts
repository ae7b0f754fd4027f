/**
 * Random literals over every sort, for the tests of the built-in decision procedure.
 *
 * An *atom* is what a test writes down: cells by name, values as numbers. It is turned into a literal by the table under
 * test and into SMT-LIB text by literals-smtlib.ts, apart from each other. A *palette* is the handful of cells that the
 * atoms of one case share: without that few conjunctions would have anything to decide.
 */
import { type Literal, Literals, MAX_PROCESSES } from '../../src/logic/literals.js';
import { type Rational, rational } from '../../src/logic/rational.js';
import {
  type ArraySystem,
  BOOL,
  type EnumSort,
  INT,
  type Operator,
  PROC,
  REAL,
  type Sort,
} from '../../src/models/array-system/model.js';
import { isAll } from '../support/size.js';
import type { Random } from './arithmetic-support.js';

function enumeration(name: string, size: number): EnumSort {
  return { kind: 'enum', name, constructors: Array.from({ length: size }, (_, value) => `${name}${value}`) };
}

/** By the names the sorts have in the model; no name ends in a digit, so that a choice's name tells its sort. */
export const SORTS = {
  unit: enumeration('unit', 1),
  bool: BOOL,
  triple: enumeration('triple', 3),
  full: enumeration('full', 31),
  wide: enumeration('wide', 40),
  thing: { kind: 'abstract', name: 'thing' },
  proc: PROC,
  int: INT,
  real: REAL,
} as const satisfies Record<string, Sort>;
export type SortName = keyof typeof SORTS;
export const SORT_NAMES = Object.keys(SORTS) as SortName[];

export const sizeOf = (sort: SortName): number => {
  const declared: Sort = SORTS[sort];
  return declared.kind === 'enum' ? declared.constructors.length : 0;
};

/** Two scalars and two arrays of each dimension, for every sort. */
const SYMBOLS = SORT_NAMES.flatMap((sort) =>
  [0, 0, 1, 1, 2, 2, 3, 3].map((arity, i) => ({ name: `${sort}_${arity}${i % 2 === 0 ? 'a' : 'b'}`, sort, arity })),
);

const SYMBOLS_OF = Object.fromEntries(
  SORT_NAMES.map((sort) => [sort, SYMBOLS.flatMap((s, index) => (s.sort === sort ? [index] : []))]),
) as Record<SortName, number[]>;

export function newLiterals(absolute: boolean): Literals {
  const nothing = {
    name: null,
    parameters: [],
    formula: { kind: 'constant', value: true },
    place: { line: 1, column: 1 },
  } as const;
  const system: ArraySystem = {
    processes: null,
    symbols: SYMBOLS.map(({ name, sort, arity }, index) => ({
      name,
      index,
      constant: false,
      arity,
      sort: SORTS[sort],
      weak: false,
    })),
    init: nothing,
    invariants: [],
    unsafe: [],
    transitions: [],
    weak: false,
  };
  return new Literals(system, absolute);
}

/** Every name a process may have. */
export const PROCESSES: readonly number[] = Array.from({ length: MAX_PROCESSES }, (_, p) => p);

/** A cell of the model, or the `choice`-th free value of its sort. */
export interface Cell {
  readonly kind: 'cell';
  readonly sort: SortName;
  readonly symbol: number;
  readonly args: readonly number[];
  readonly choice: number | null;
}
export type ProcessTerm = { readonly kind: 'process'; readonly process: number };
export interface Sum {
  readonly summands: readonly { readonly cell: Cell; readonly coefficient: Rational }[];
  readonly constant: Rational;
}

export type Atom =
  | { readonly kind: 'member'; readonly cell: Cell; readonly values: readonly number[] }
  | {
      readonly kind: 'relation';
      readonly operator: Operator;
      readonly left: Cell | ProcessTerm;
      readonly right: Cell | ProcessTerm;
    }
  | {
      readonly kind: 'sum';
      readonly operator: Operator;
      readonly integer: boolean;
      readonly left: Sum;
      readonly right: Sum;
    };

export function cellNumber(literals: Literals, cell: Cell): number {
  return cell.choice === null ? literals.cell(cell.symbol, cell.args) : literals.choice(SORTS[cell.sort], cell.choice);
}

/** The literal for an atom, through the constructors that the engines use. */
export function build(literals: Literals, atom: Atom): Literal {
  const term = (t: Cell | ProcessTerm) => (t.kind === 'process' ? -t.process - 1 : cellNumber(literals, t));
  const sum = ({ summands, constant }: Sum) => ({
    summands: summands.map((s) => ({ variable: cellNumber(literals, s.cell), coefficient: s.coefficient })),
    constant,
  });
  switch (atom.kind) {
    case 'member':
      return literals.mask(
        cellNumber(literals, atom.cell),
        atom.values.reduce((mask, value) => mask | (1 << value), 0),
      );
    case 'relation':
      return literals.relation(atom.operator, term(atom.left), term(atom.right));
    case 'sum':
      return literals.compareLinear(atom.operator, sum(atom.left), sum(atom.right), atom.integer);
  }
}

export interface Palette {
  readonly processes: readonly number[];
  readonly cells: ReadonlyMap<SortName, readonly Cell[]>;
  readonly bounds: boolean;
}

export interface PaletteShape {
  /** Sorts to draw from; those named twice are drawn more often. */
  readonly sorts?: readonly SortName[];
  readonly mostSorts?: number;
  readonly mostCells?: number;
  /** Process names are drawn from 0 to this; three of them. */
  readonly highestProcess?: number;
  /** Also a free value of each sort. */
  readonly choices?: boolean;
  /** Numbers are only bounded, alone and by each other, with small constants: many bounds then meet. */
  readonly bounds?: boolean;
}

const USUAL: readonly SortName[] = [
  ...SORT_NAMES,
  'bool',
  'triple',
  'proc',
  'proc',
  'int',
  'int',
  'real',
  'triple',
  'thing',
];

export function randomCell(r: Random, sort: SortName, processes: readonly number[]): Cell {
  const symbol = r.pick(SYMBOLS_OF[sort]);
  const args = Array.from({ length: SYMBOLS[symbol]?.arity ?? 0 }, () => r.pick(processes));
  return { kind: 'cell', sort, symbol, args, choice: null };
}

export function randomPalette(r: Random, shape: PaletteShape = {}): Palette {
  const { sorts = USUAL, mostSorts = 3, mostCells = 5, highestProcess = r.below(8) === 0 ? 29 : 3 } = shape;
  const processes = Array.from({ length: 3 }, () => r.between(0, highestProcess));
  const cells = new Map<SortName, Cell[]>();
  for (let count = r.below(2) === 0 ? 1 : r.between(1, mostSorts); count > 0; count--) {
    const sort = r.pick(sorts);
    const own = Array.from({ length: r.between(2, mostCells) }, () => randomCell(r, sort, processes));
    if (shape.choices) own.push({ kind: 'cell', sort, symbol: -1, args: [], choice: r.below(2) });
    cells.set(sort, own);
  }
  return { processes, cells, bounds: shape.bounds ?? false };
}

const EQUALITY: readonly Operator[] = ['=', '<>'];
const ORDER: readonly Operator[] = ['=', '<>', '<', '<=', '<='];

/** Two cells, seldom the same one. */
function pair(r: Random, cells: readonly Cell[]): { left: Cell; right: Cell } {
  const left = r.pick(cells);
  const others = cells.filter((cell) => cell !== left);
  return { left, right: r.pick(others.length === 0 || r.below(16) === 0 ? cells : others) };
}

export function randomAtom(r: Random, palette: Palette): Atom {
  const [sort, cells] = r.pick([...palette.cells]);
  switch (sort) {
    case 'thing':
      return { kind: 'relation', operator: r.pick(EQUALITY), ...pair(r, cells) };
    case 'proc': {
      const named = (): ProcessTerm => ({ kind: 'process', process: r.pick(palette.processes) });
      const { left, right } = pair(r, cells);
      const [first, second] = r.pick([
        [left, right],
        [left, right],
        [left, named()],
        [named(), right],
        [named(), named()],
      ]);
      return {
        kind: 'relation',
        operator: r.pick(ORDER),
        left: first as Cell | ProcessTerm,
        right: second as Cell | ProcessTerm,
      };
    }
    case 'int':
    case 'real':
    case 'wide':
      return palette.bounds ? randomBound(r, sort, cells) : randomSum(r, sort, cells);
    default:
      if (r.below(2) === 0) return { kind: 'relation', operator: r.pick(EQUALITY), ...pair(r, cells) };
      return { kind: 'member', cell: r.pick(cells), values: randomValues(r, sizeOf(sort)) };
  }
}

/** One value, all but one, or any set of them; rarely all or none. */
function randomValues(r: Random, size: number): number[] {
  const all = Array.from({ length: size }, (_, value) => value);
  // Of many constructors a few at both ends are used most, or values would hardly ever meet.
  const one = r.below(2) === 0 ? r.below(Math.min(size, 3)) : size - 1 - r.below(Math.min(size, 2));
  switch (r.below(4)) {
    case 0:
      return [one];
    case 1:
      return all.filter((value) => value !== one);
    default: {
      const within = all.filter(() => r.below(2) === 0);
      return (within.length === 0 || within.length === size) && r.below(4) > 0 ? [one] : within;
    }
  }
}

function randomBound(r: Random, sort: 'int' | 'real' | 'wide', cells: readonly Cell[]): Atom {
  const integer = sort !== 'real';
  const operator = r.pick(['<=', '<=', '<=', '<', '=', '<>'] as const);
  const { left, right } = pair(r, cells);
  const one = (cell: Cell) => [{ cell, coefficient: rational(1) }];
  const [first, second] = r.pick([
    [one(left), one(right)],
    [one(left), []],
    [[], one(right)],
  ]) as [Sum['summands'], Sum['summands']];
  return {
    kind: 'sum',
    operator,
    integer,
    left: { summands: first, constant: rational(0) },
    right: { summands: second, constant: rational(r.between(-1, 1), integer ? 1 : r.pick([1, 1, 2])) },
  };
}

function randomSum(r: Random, sort: 'int' | 'real' | 'wide', cells: readonly Cell[]): Atom {
  const side = (summands: Sum['summands'], constant: Rational = rational(0)): Sum => ({ summands, constant });
  const times = (cell: Cell, coefficient = rational(1)) => ({ cell, coefficient });
  const integer = sort !== 'real';
  const fraction = (most: number) => rational(r.between(-most, most), integer ? 1 : r.pick([1, 1, 2, 3]));
  const operator = r.pick(sort === 'wide' && r.below(4) > 0 ? EQUALITY : ORDER);
  const two = pair(r, cells);
  const left = side([times(two.left)]);
  if (sort === 'wide' && r.below(3) > 0) {
    const value = r.pick([-1, 0, 1, 2, 20, 38, 39, 40]);
    return { kind: 'sum', operator, integer, left, right: side([], rational(value)) };
  }
  switch (r.below(6)) {
    case 0:
      return { kind: 'sum', operator, integer, left, right: side([], fraction(4)) };
    case 1:
      return { kind: 'sum', operator, integer, left: side([], fraction(4)), right: left };
    case 2:
    case 3:
      return { kind: 'sum', operator, integer, left, right: side([times(two.right)], fraction(3)) };
    default: {
      const sum = (most: number) => Array.from({ length: r.between(0, most) }, () => times(r.pick(cells), fraction(3)));
      return { kind: 'sum', operator, integer, left: side(sum(3), fraction(6)), right: side(sum(1), fraction(2)) };
    }
  }
}

export function randomAtoms(r: Random, palette: Palette, least: number, most: number): Atom[] {
  return Array.from({ length: r.between(least, most) }, () => randomAtom(r, palette));
}

/**
 * New names for processes, half of the time the old ones. The search renames normal forms, which need not be in normal
 * form any more then; what is asked about them must be answered all the same. Absolute names stay.
 */
export function randomNames(r: Random, literals: Literals): readonly number[] {
  return literals.absolute || r.below(2) === 0 ? PROCESSES : shuffled(r, PROCESSES);
}

export function renamed(literals: Literals, normal: Int32Array, names: readonly number[]): Int32Array {
  return normal.map((l) => literals.rename(l, names)).sort();
}

export function shuffled<T>(r: Random, list: readonly T[]): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = r.below(i + 1);
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}

/** Remarks on how complete an incomplete answer was: only printed in the longest runs. */
export function remark(text: string): void {
  if (isAll) console.log(text);
}

export const SEED = 1;
