/**
 * Where the cells of a small instance live: one byte each.
 *
 * Only symbols that can influence a guard or an unsafe condition are stored. Domains are cut to what fits a byte and a
 * short enumeration: processes of the instance (and one value that is none of them, when init needs it), two data of an
 * abstract sort, integers from -128 to 127. In the *oracle* numbers are not stored at all and conditions on them may go
 * either way, since a sample of an unbounded range makes bad guesses; in the *finder*, which looks for violations, they
 * are followed as far as they fit. The *outline* leaves out data of abstract sorts, too. Whatever is cut makes the exploration incomplete, never wrong: it only guides, or its
 * finds are replayed.
 */
import type { StateSymbol } from '../../../models/array-system/model.js';
import type { NormalForm, TemplateLiteral, TemplateTerm } from '../../../models/array-system/normal-form.js';

export type Mode = 'outline' | 'oracle' | 'finder';

export const DATA = 2;
/** Integers are stored with this added. */
export const BIAS = 128;
/** The byte of a cell that init says nothing about and nobody has looked at yet: any value, chosen when it is read. */
export const OPEN = 255;

export interface Layout {
  readonly form: NormalForm;
  readonly processes: number;
  readonly mode: Mode;
  /** For each symbol the byte of its first cell, or -1 when it is not stored. */
  readonly offsets: readonly number[];
  readonly cells: readonly { readonly symbol: number; readonly indices: readonly number[] }[];
  /** Something that matters is not stored: conditions on it count as possible. */
  readonly omits: boolean;
  /** Bytes of a state, a multiple of four. */
  readonly stride: number;
}

export function layout(form: NormalForm, processes: number, mode: Mode): Layout {
  const { symbols } = form.system;
  const relevant = relevantSymbols(form);
  const offsets = symbols.map(() => -1);
  const cells: { symbol: number; indices: number[] }[] = [];
  let omits = false;
  // Arrays first: comparing two images of a state under renaming of processes then ends early.
  for (const arrays of [true, false]) {
    for (const symbol of symbols) {
      if (symbol.arity > 0 !== arrays || !relevant.has(symbol.index)) continue;
      if (
        (mode !== 'finder' && isNumber(symbol)) ||
        (mode === 'outline' && symbol.sort.kind === 'abstract') ||
        (symbol.sort.kind === 'enum' && symbol.sort.constructors.length > 255)
      ) {
        omits = true;
        continue;
      }
      offsets[symbol.index] = cells.length;
      const count = processes ** symbol.arity;
      for (let row = 0; row < count; row++) {
        const indices: number[] = [];
        for (let d = symbol.arity - 1, r = row; d >= 0; d--, r = Math.floor(r / processes)) indices[d] = r % processes;
        cells.push({ symbol: symbol.index, indices });
      }
    }
  }
  return { form, processes, mode, offsets, cells, omits, stride: (cells.length + 3) & ~3 };
}

export function isNumeric({ form }: Layout, symbol: number): boolean {
  return isNumber(form.system.symbols[symbol] as StateSymbol);
}

export function isNumber({ sort }: StateSymbol): boolean {
  return sort.kind === 'int' || sort.kind === 'real';
}

/** Data of an abstract sort matter. */
export function hasData(form: NormalForm): boolean {
  return form.system.symbols.some(({ sort }) => sort.kind === 'abstract');
}

/** How many values a cell of the symbol can have, if it is no number; `nobodies`: values of sort proc that are no process. */
export function valuesOf({ form, processes }: Layout, symbol: number, nobodies: number): number {
  const { sort } = form.system.symbols[symbol] as StateSymbol;
  if (sort.kind === 'enum') return sort.constructors.length;
  return sort.kind === 'abstract' ? DATA : processes + nobodies;
}

/** The byte of a cell, or -1. */
export function byteOf(layout: Layout, symbol: number, indices: readonly number[]): number {
  const offset = layout.offsets[symbol] as number;
  if (offset < 0) return -1;
  let row = 0;
  for (const index of indices) row = row * layout.processes + index;
  return offset + row;
}

function symbolsOfTerm(t: TemplateTerm): number[] {
  if (t.kind === 'cell') return [t.cell.symbol];
  return t.kind === 'sum' ? t.summands.map((s) => s.cell.symbol) : [];
}

function symbolsOf(l: TemplateLiteral): number[] {
  if (l.kind === 'mask') return [l.cell.symbol];
  return l.kind === 'sum' ? symbolsOfTerm(l.sum) : [...symbolsOfTerm(l.left), ...symbolsOfTerm(l.right)];
}

/**
 * Symbols read by a guard, a condition or an unsafe state, those whose values flow into them, those that init compares such a
 * symbol with, or that tell which case of init it is in (without them processes could begin in cases that exclude each other),
 * and those that a census is taken of.
 */
function relevantSymbols(form: NormalForm): Set<number> {
  const relevant = new Set<number>();
  const term = (t: TemplateTerm) => {
    for (const symbol of symbolsOfTerm(t)) relevant.add(symbol);
  };
  const literal = (l: TemplateLiteral) => {
    for (const symbol of symbolsOf(l)) relevant.add(symbol);
  };
  for (const command of [...form.commands, ...form.unsafe, ...form.invariants]) {
    command.literals.forEach(literal);
    for (const u of command.universals) for (const c of u.body) c.forEach(literal);
  }
  const related = form.init.flatMap(({ body }) =>
    body.length < 2 ? body.flatMap((c) => c.map(symbolsOf)) : [body.flatMap((c) => c.flatMap(symbolsOf))],
  );
  for (let size = -1; size !== relevant.size; ) {
    size = relevant.size;
    for (const { symbol, array } of form.system.census ?? []) if (relevant.has(symbol.index)) relevant.add(array.index);
    for (const command of form.commands) {
      for (const [symbol, update] of command.updates) {
        if (!relevant.has(symbol) || update.kind === 'havoc') continue;
        if (update.kind === 'assign') term(update.value);
        else {
          for (const s of update.switches) {
            for (const c of s.condition) c.forEach(literal);
            term(s.value);
          }
          if (typeof update.otherwise !== 'string') term(update.otherwise);
        }
      }
    }
    for (const together of related) {
      if (together.some((symbol) => relevant.has(symbol))) for (const symbol of together) relevant.add(symbol);
    }
  }
  return relevant;
}
