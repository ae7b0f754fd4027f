/**
 * Cases with the same end become few. Two paths that differ in what one enumerated cell can be are one with both; a cell that
 * can be anything needs no word. What is left is a list of conjunctions, each of which becomes a guarded command of the
 * search, so fewer are better.
 */
import { type EnumSort, type Formula, type StateSymbol, sortName, type Term } from '../../models/array-system/model.js';
import type { Mask, Path } from './cases.js';
import { compare, conjunction, disjunction, equal } from './formulas.js';

export interface Group<T> {
  readonly end: T;
  readonly processes: readonly string[];
  readonly formula: Formula;
}

/** `keyOf` is equal for ends that are the same. */
export function merged<T>(ways: Iterable<readonly [Path, T]>, keyOf: (end: T) => string): Group<T>[] {
  const groups = new Map<string, { end: T; paths: Path[] }>();
  for (const [path, end] of ways) {
    const key = `${keyOf(end)} ${path.processes.join(' ')}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { end, paths: [path] });
    else group.paths.push(path);
  }
  return [...groups.values()].map(({ end, paths }) => ({
    end,
    processes: paths[0]?.processes ?? [],
    formula: disjunction(mergePaths(paths).map(formulaOf)),
  }));
}

function mergePaths(paths: readonly Path[]): Path[] {
  let rest = [...paths];
  for (let changed = true; changed; ) {
    changed = false;
    const cells = new Set(rest.flatMap(({ masks }) => [...masks.keys()]));
    for (const cell of cells) {
      const next = new Map<string, Path>();
      for (const path of rest) {
        const key = `${maskKey(path, cell)}|${literalsKey(path)}`;
        const other = next.get(key);
        if (other === undefined) next.set(key, path);
        else next.set(key, union(other, path, cell));
      }
      changed ||= next.size < rest.length;
      rest = [...next.values()].map((path) => withoutFull(path, cell));
    }
  }
  return rest;
}

/** All masks but that of one cell. */
function maskKey({ masks }: Path, without: string): string {
  return [...masks]
    .filter(([cell]) => cell !== without)
    .map(([cell, { constructors }]) => `${cell}:${constructors.join()}`)
    .sort()
    .join(';');
}

function literalsKey({ literals }: Path): string {
  return literals
    .map((literal) => formulaKey(literal))
    .sort()
    .join('&');
}

export function formulaKey(formula: Formula | Term): string {
  return JSON.stringify(formula, (_, part: unknown) => {
    if (typeof part === 'bigint') return String(part);
    const isSymbol = typeof part === 'object' && part !== null && 'arity' in part;
    return isSymbol ? (part as StateSymbol).name : part;
  });
}

/** One of the two may say nothing of the cell: then it can be anything. */
function union(one: Path, other: Path, cell: string): Path {
  const [left, right] = [one.masks.get(cell), other.masks.get(cell)];
  const masks = new Map(one.masks);
  if (left === undefined || right === undefined) masks.delete(cell);
  else {
    const constructors = [...new Set([...left.constructors, ...right.constructors])].sort((a, b) => a - b);
    masks.set(cell, { ...left, constructors });
  }
  return { ...one, masks };
}

function withoutFull(path: Path, cell: string): Path {
  const mask = path.masks.get(cell);
  if (mask === undefined || mask.constructors.length < sortOf(mask).constructors.length) return path;
  const masks = new Map(path.masks);
  masks.delete(cell);
  return { ...path, masks };
}

function sortOf({ access }: Mask): EnumSort {
  const { sort } = access.symbol;
  if (sort.kind !== 'enum') throw new Error(`a mask on a cell of sort ${sortName(sort)}`);
  return sort;
}

function formulaOf({ masks, literals }: Path): Formula {
  const words = [...masks.values()].map((mask) => {
    const sort = sortOf(mask);
    const cell: Term = { kind: 'access', access: mask.access };
    const term = (value: number): Term => ({ kind: 'constructor', sort, value });
    const { constructors } = mask;
    if (2 * constructors.length <= sort.constructors.length) {
      return disjunction(constructors.map((value) => equal(cell, term(value))));
    }
    const others = [...sort.constructors.keys()].filter((value) => !constructors.includes(value));
    return conjunction(others.map((value) => compare('<>', cell, term(value))));
  });
  return conjunction([...words, ...literals]);
}
