/**
 * The names that a certificate gives to the sorts, constructors, processes and cells of a model.
 *
 * An enumeration becomes a datatype, an abstract type a declared sort, and the cell A[i,j] of a state one constant
 * `|A[z1,z2]|`. Processes and values of sort `proc` are elements of a total order. Only when some formula compares
 * them do they become reals: a quantifier-free formula that is satisfied in any total order is satisfied in the reals
 * too, as finitely many elements can be placed there in the same order. Otherwise equality is all that is ever asked,
 * and a declared sort, which may have any number of elements, is as general and far cheaper.
 */
import type { ArraySystem, EnumSort, Property, Sort, StateSymbol } from '../../models/array-system/model.js';
import { sortName } from '../../models/array-system/model.js';
import { symbol } from '../solvers/smtlib.js';
import { comparesProcesses, processesOf, symbolsOf, termsOf } from './syntax.js';

export class Vocabulary {
  /** Processes are compared by order somewhere. */
  readonly ordered: boolean;
  /**
   * No process differs from another by its name: the model has neither process constants nor comparisons of processes,
   * or has any number of processes, whose order is then unknown.
   */
  readonly interchangeable: boolean;
  readonly #sorts = new Map<Sort, string>();
  readonly #letter: string;
  #constructors: ReadonlySet<string> | null = null;

  constructor(
    readonly system: ArraySystem,
    badCubes: readonly Property[],
  ) {
    this.ordered = comparesProcesses(system, badCubes);
    const named = [...processesOf(system, badCubes)].some((process) => process.kind === 'constant');
    if (named && system.processes === null) throw new Error('process constants need a declared number of processes');
    this.interchangeable = system.processes === null || !(named || this.ordered);
    // A stranger that looks like one of the model's symbols would be taken for a cell that no transition assigns.
    for (const cell of symbolsOf(system, [])) {
      if (this.isChoice(cell)) throw new Error(`${cell.name} is not a symbol of the model`);
    }
    for (const cell of symbolsOf(system, badCubes)) {
      const rigid = cell.constant && cell.arity === 0;
      if (this.isChoice(cell) && !rigid) throw new Error(`${cell.name} is not a symbol of the model`);
      this.#name(cell.sort);
    }
    for (const { sort } of system.symbols) this.#name(sort);
    for (const term of termsOf(system, badCubes)) if (term.kind === 'constructor') this.#name(term.sort);
    const names = new Set<string>();
    for (const { name } of system.symbols) {
      if (names.has(name) || /[[\]'!]/.test(name)) throw new Error(`a certificate cannot name the symbol ${name}`);
      names.add(name);
    }
    let letter = 'z';
    while (system.symbols.some(({ name }) => name.startsWith(letter))) letter += 'z';
    this.#letter = system.processes === null ? letter : '#';
  }

  #name(sort: Sort): void {
    if ((sort.kind !== 'enum' && sort.kind !== 'abstract') || this.#sorts.has(sort)) return;
    let name = sortName(sort);
    while ([...this.#sorts.values()].includes(name)) name += '_';
    this.#sorts.set(sort, name);
  }

  #declaredName(sort: Sort): string {
    const name = this.#sorts.get(sort);
    if (name === undefined) throw new Error(`the sort ${sortName(sort)} belongs to no symbol of the model`);
    return name;
  }

  /** Declarations of sorts, to stand at the head of the text. */
  declarations(): string[] {
    const lines: string[] = [];
    for (const [sort, name] of this.#sorts) {
      if (sort.kind === 'abstract') lines.push(`(declare-sort ${this.sort(sort)} 0)`);
      if (sort.kind !== 'enum') continue;
      const constructors = sort.constructors.map((value) => `(${symbol(`${name}.${value}`)})`);
      lines.push(`(declare-datatypes ((${this.sort(sort)} 0)) ((${constructors.join(' ')})))`);
    }
    if (!this.ordered) lines.push(`(declare-sort ${this.processSort()} 0)`);
    return lines;
  }

  processSort(): string {
    return this.ordered ? 'Real' : symbol('type.proc');
  }

  sort(sort: Sort): string {
    if (sort.kind === 'int') return 'Int';
    if (sort.kind === 'real') return 'Real';
    return sort.kind === 'proc' ? this.processSort() : symbol(`type.${this.#declaredName(sort)}`);
  }

  constructorName(sort: EnumSort, value: number): string {
    const name = sort.constructors[value];
    if (name === undefined) throw new Error(`the type ${sort.name} has no value number ${value}`);
    return symbol(`${this.#declaredName(sort)}.${name}`);
  }

  /** The text is that of a constructor. */
  isConstructor(text: string): boolean {
    this.#constructors ??= new Set(
      [...this.#sorts.keys()].flatMap((sort) =>
        sort.kind === 'enum' ? sort.constructors.map((_, value) => this.constructorName(sort, value)) : [],
      ),
    );
    return this.#constructors.has(text);
  }

  /** The process at a position counted from 1: `z1` when there are any number of them, otherwise the constant `#1`. */
  process(position: number): string {
    return `${this.#letter}${position}`;
  }

  constantProcess(number: number): string {
    return `#${number}`;
  }

  /** A process beside those that an obligation is about. */
  witness(position: number | string): string {
    return `${this.#letter}!${position}`;
  }

  /**
   * Not a symbol of the model: a value that exists, in the cube that mentions it. Searches leave such values behind
   * where a step made a variable arbitrary.
   */
  isChoice(cell: StateSymbol): boolean {
    return this.system.symbols[cell.index] !== cell;
  }

  /** The name of a cell in the state before a step; a prime is added for the state after it. */
  cellName(cell: StateSymbol, processes: readonly string[]): string {
    if (this.isChoice(cell)) return `choice!${cell.index}`;
    return processes.length === 0 ? cell.name : `${cell.name}[${processes.join(',')}]`;
  }
}
