/**
 * Random expressions of the `.fp` language that have the right types. Numbers stay small, and mostly inside the ranges of
 * what they are given to: a program that always fails at once shows little.
 */
import type { Random } from '../random.js';

export type Kind = 'int' | 'bool' | 'colour';

export interface Variable {
  readonly name: string;
  readonly kind: Kind;
  /** Of an integer; null without bounds. */
  readonly range: readonly [number, number] | null;
  readonly size: number | null;
  readonly isShared: boolean;
  /** Of `m[i][j]`: how many there are at the second index; of `r[i].v`: the field. */
  readonly inner?: number;
  readonly field?: string;
  /** A parameter or `self` is not. */
  readonly assignable: boolean;
}

export const COLOURS = ['red', 'green', 'blue'] as const;

export class ExpressionWriter {
  protected readonly random: Random;
  /** What can be named here; grows with the declarations. */
  protected readonly variables: Variable[];
  /** Names of integer constants with their values, and threads whose instances can be counted. */
  private readonly constants: ReadonlyMap<string, number>;
  private readonly counted: readonly string[];

  constructor(
    random: Random,
    variables: Variable[],
    constants: ReadonlyMap<string, number>,
    counted: readonly string[],
  ) {
    this.random = random;
    this.variables = variables;
    this.constants = constants;
    this.counted = counted;
  }

  /** `locked`: with `cas`, `swap`, `fetch_add`. */
  of(kind: Kind, depth: number, locked: boolean): string {
    if (kind === 'int') return this.int(depth, locked);
    return kind === 'bool' ? this.bool(depth, locked) : this.colour(depth, locked);
  }

  /** A value for a variable. */
  valueFor({ kind, range }: Variable, depth: number, locked: boolean): string {
    const { random } = this;
    if (kind !== 'int') return this.of(kind, depth, locked);
    if (range === null) return random.chance(0.2) ? this.int(0, locked) : `(${this.int(depth, locked)}) % 3`;
    const [low, high] = range;
    const fitting = this.variables.filter((one) => {
      return one.kind === 'int' && one.range !== null && one.range[0] >= low && one.range[1] <= high;
    });
    switch (random.weighted({ constant: 4, variable: 3, reduced: 3, locked: 1, any: 0.4 })) {
      case 'variable':
        if (fitting.length > 0) return this.use(random.pick(fitting), depth, locked);
        return String(random.between(low, high));
      case 'reduced':
        return high > 0 && low <= 0 ? `(${this.int(depth, locked)}) % ${high + 1}` : String(random.between(low, high));
      case 'locked':
        return locked && depth > 0 ? `(${this.int(depth, locked)}) % 2` : String(random.between(low, high));
      case 'any':
        return this.int(depth, locked);
      default:
        return String(random.between(low, high));
    }
  }

  /** A variable, a cell of an array. */
  use({ name, size, inner, field }: Variable, depth: number, locked: boolean): string {
    const first = size === null ? name : `${name}[${this.index(size, depth, locked)}]`;
    if (inner !== undefined) return `${first}[${this.innerIndex(inner)}]`;
    return field === undefined ? first : `${first}.${field}`;
  }

  /** Read from memory it could be out of bounds, which is refused. */
  private innerIndex(size: number): string {
    const { random } = this;
    const locals = this.variables.filter((one) => one.kind === 'int' && !one.isShared && one.size === null);
    const small = locals.filter(({ range }) => range !== null);
    return small.length > 0 && random.chance(0.4) ? random.pick(small).name : String(random.between(0, size - 1));
  }

  private index(size: number, depth: number, locked: boolean): string {
    const { random } = this;
    const fitting = this.variables.filter((one) => {
      return one.kind === 'int' && one.size === null && one.range !== null && one.range[0] >= 0 && one.range[1] < size;
    });
    if (fitting.length > 0 && random.chance(0.5)) return random.pick(fitting).name;
    if (depth > 0 && random.chance(0.3)) return `(${this.int(depth - 1, locked)}) % ${size}`;
    if (depth > 0 && random.chance(0.07))
      return this.int(0, false).replace(/^(\d+)$/, (_, digits) => String(Number(digits) % size));
    return String(random.between(0, size - 1));
  }

  private pickOf(kind: Kind): Variable | null {
    const all = this.variables.filter((variable) => variable.kind === kind);
    const shared = all.filter(({ isShared }) => isShared);
    if (all.length === 0) return null;
    return this.random.pick(shared.length > 0 && this.random.chance(0.5) ? shared : all);
  }

  private sharedOf(kind: Kind): Variable | null {
    const all = this.variables.filter((variable) => variable.kind === kind && variable.isShared);
    return all.length === 0 ? null : this.random.pick(all);
  }

  private simple(kind: Kind, depth: number, locked: boolean): string | null {
    const chosen = this.pickOf(kind);
    if (chosen === null) return null;
    const use = this.use(chosen, depth, locked);
    return chosen.isShared && this.random.chance(0.1) ? `load_acquire(${use})` : use;
  }

  int(depth: number, locked: boolean): string {
    const { random } = this;
    const again = () => this.int(depth - 1, locked);
    const leaf = () => this.simple('int', depth, locked) ?? '1';
    if (depth <= 0) {
      switch (random.weighted({ variable: 6, number: 3, constant: 1, count: 0.5 })) {
        case 'number':
          return String(random.between(0, 2));
        case 'constant':
          return this.constants.size > 0 ? random.pick([...this.constants.keys()]) : '0';
        case 'count':
          return this.counted.length > 0 ? `count(${random.pick(this.counted)})` : '2';
        default:
          return leaf();
      }
    }
    switch (
      random.weighted({
        ...{ leaf: 5, sum: 3, product: 1, minus: 0.7, choice: 1.5, divide: 0.5, locked: locked ? 2 : 0 },
        ...{ bits: 1, shift: 0.5, flip: 0.2 },
      })
    ) {
      case 'bits':
        return `(${again()} ${random.pick(['&', '|', '^'])} ${again()})`;
      case 'shift': {
        const by = random.chance(0.7) ? random.pick(['1', '2', 'N']) : this.paren(leaf());
        return `${this.paren(again())} ${random.pick(['<<', '>>'])} ${by}`;
      }
      case 'flip':
        return `~${this.paren(again())}`;
      case 'sum':
        return `(${again()} ${random.pick(['+', '+', '-'])} ${again()})`;
      case 'product':
        return `${this.paren(again())} * ${this.paren(again())}`;
      case 'minus':
        return `-${this.paren(again())}`;
      case 'choice':
        return `(${this.bool(depth - 1, locked)} ? ${again()} : ${again()})`;
      case 'divide':
        return `${this.paren(again())} ${random.pick(['/', '%'])} ${random.chance(0.7) ? '2' : this.paren(leaf().replace(/^0$/, '1'))}`;
      case 'locked':
        return this.locked('int', depth - 1) ?? leaf();
      default:
        return leaf();
    }
  }

  private paren(text: string): string {
    return /^\w+$/.test(text) ? text : `(${text})`;
  }

  /** `swap` or `fetch_add` on a variable of a kind. */
  private locked(kind: Kind, depth: number): string | null {
    const target = this.sharedOf(kind);
    if (target === null) return null;
    const cell = this.use(target, depth, depth > 0);
    if (kind === 'int' && this.random.chance(0.4)) {
      const step = this.random.pick(['1', '1', '0', '-1', this.int(0, false)]);
      return `fetch_add(${cell}, ${step})`;
    }
    return `swap(${cell}, ${this.valueFor(target, depth, depth > 0)})`;
  }

  cas(depth: number): string | null {
    const target = this.sharedOf(this.random.pick(['int', 'int', 'bool', 'colour']));
    if (target === null) return null;
    const operand = () => this.valueFor(target, depth, depth > 0);
    return `cas(${this.use(target, depth, false)}, ${operand()}, ${operand()})`;
  }

  /** A locked instruction that stands alone. */
  instruction(): string | null {
    const depth = this.random.between(0, 1);
    return this.random.chance(0.5)
      ? this.cas(depth)
      : this.locked(this.random.pick(['int', 'int', 'bool', 'colour']), depth);
  }

  bool(depth: number, locked: boolean): string {
    const { random } = this;
    const again = () => this.bool(depth - 1, locked);
    if (depth <= 0) {
      const choice = random.weighted({ compare: 5, variable: 3, literal: 0.3, colour: 1 });
      if (choice === 'variable') return this.simple('bool', 0, locked) ?? this.comparison(0, locked);
      if (choice === 'literal') return random.pick(['true', 'false']);
      if (choice === 'colour') return this.colours(0, locked);
      return this.comparison(0, locked);
    }
    switch (
      random.weighted({
        compare: 4,
        leaf: 2,
        and: 2,
        or: 2,
        implies: 1,
        iff: 0.7,
        not: 1,
        choice: 0.6,
        cas: locked ? 1.5 : 0,
      })
    ) {
      case 'leaf':
        return this.bool(0, locked);
      case 'and':
        return `(${again()} && ${this.needed(again, locked)})`;
      case 'or':
        return `(${again()} || ${this.needed(again, locked)})`;
      case 'implies':
        return `(${again()} -> ${again()})`;
      case 'iff':
        return `(${again()} <-> ${again()})`;
      case 'not':
        return `!${this.paren(again())}`;
      case 'choice':
        return `(${again()} ? ${again()} : ${again()})`;
      case 'cas':
        return this.cas(depth - 1) ?? this.comparison(depth, locked);
      default:
        return random.chance(0.2) ? this.colours(depth, locked) : this.comparison(depth, locked);
    }
  }

  /** The right side of `&&` or `||`: something that shows when it was not needed. */
  private needed(otherwise: () => string, locked: boolean): string {
    if (locked && this.random.chance(0.3)) return this.cas(0) ?? otherwise();
    return this.random.chance(0.1) ? this.doubtful() : otherwise();
  }

  /** A condition that may fail. */
  doubtful(): string {
    const { random } = this;
    const divisor = this.simple('int', 0, false) ?? '1';
    return `(${random.pick(['1', '2', 'N'])} ${random.pick(['/', '%'])} ${this.paren(divisor)} == 1)`;
  }

  private comparison(depth: number, locked: boolean): string {
    const operator = this.random.pick(['==', '==', '!=', '<', '<=', '>', '>=']);
    return `(${this.int(depth - 1, locked)} ${operator} ${this.int(depth - 1, locked)})`;
  }

  private colours(depth: number, locked: boolean): string {
    return `(${this.colour(depth - 1, locked)} ${this.random.pick(['==', '!='])} ${this.colour(depth - 1, locked)})`;
  }

  private colour(depth: number, locked: boolean): string {
    const { random } = this;
    const chosen = this.simple('colour', depth, locked);
    if (depth > 0 && random.chance(0.2)) {
      return `(${this.bool(depth - 1, locked)} ? ${this.colour(depth - 1, locked)} : ${this.colour(depth - 1, locked)})`;
    }
    if (depth > 0 && locked && random.chance(0.15)) return this.locked('colour', depth - 1) ?? 'red';
    return chosen === null || random.chance(0.35) ? random.pick(COLOURS) : chosen;
  }
}
