/**
 * Families of configurations, for programs whose integers grow without end. A family is the text of a configuration as the interpreter
 * writes it, where a value may be
 *
 *   5          this number
 *   a, a+3     a parameter, or as much more: any integer, the same one wherever the letter stands
 *   <a+1, <5   any integer that is less
 *   _          anything
 *
 * and its members are the configurations that come out. A number is a family's only member's, so a configuration is a family.
 *
 * The judge looks at one *specimen* of each: the member whose numbers tell which parameters they come from (`terms.ts`). A configuration
 * with terms for values stands for many, too; `find` tells a listed family that has all of these as members. For that each letter must
 * be one term wherever it stands, numbers must be the same, and what must be less must be so for all parameters.
 */
import { type Configuration, configurationKey } from '../../memory/operational/program/machine.js';
import {
  type Ceilings,
  difference,
  isSmall,
  MOST_PARAMETERS,
  NO_CEILINGS,
  numberOf,
  type Term,
  termOf,
} from './terms.js';

/** A member that stands for all. */
export interface Specimen {
  readonly configuration: Configuration;
  readonly ceilings: Ceilings;
}

/** What is said of a value. `letter`: null for none. `less`: the value is less than that. */
type Said = 'anything' | { readonly letter: string | null; readonly offset: number; readonly less: boolean };

/** Families that differ in numbers alone. */
interface Pattern {
  readonly values: readonly Said[];
  /** Of each letter, where it stands first. */
  readonly firsts: ReadonlyMap<string, number>;
  /** By their numbers and differences. */
  readonly rows: Map<string, number>;
}

const VALUE = /^(?:(?<less><)?(?:(?<letter>[a-z]\d*)(?<more>[+-]\d{1,10})?|(?<number>-?\d{1,10}))|_)$/;

function readValue(text: string): Said | null {
  const groups = VALUE.exec(text)?.groups;
  if (groups === undefined) return null;
  const { less, letter, more, number } = groups;
  if (letter === undefined && number === undefined) return 'anything';
  const offset = Number(number ?? more ?? 0) + 0;
  return isSmall(offset) ? { letter: letter ?? null, offset, less: less !== undefined } : null;
}

/** The text without its values, and these; a listed text may be anything. */
function taken(text: string, threads: number): { readonly frame: string; readonly values: readonly string[] } {
  const values: string[] = [];
  const take = (value: string): string => {
    values.push(value);
    return '?';
  };
  const parts = text.split('|').map((part, position) => {
    if (position === 1) return part;
    if (position < 2 + threads) return part === '' ? '' : part.split(';').map(take).join(';');
    return part.replaceAll(/=([^ ,;@]*)/g, (_, value: string) => `=${take(value)}`);
  });
  return { frame: parts.join('|'), values };
}

/** The same with other values, in the order of the text. */
export function withValues<V, W>(
  { memory, locations, locals, buffers }: Configuration<V>,
  change: (value: V, position: number) => W,
): Configuration<W> {
  let position = 0;
  const other = (value: V): W => change(value, position++);
  return {
    memory: memory.map(other),
    locations,
    locals: locals.map((own) => own.map(other)),
    buffers: buffers.map((buffer) =>
      buffer.map(({ batches, ...queue }) => ({
        ...queue,
        batches: batches.map((batch) => batch.map(({ place, value }) => ({ place, value: other(value) }))),
      })),
    ),
  };
}

export class Families {
  /** By the text without values. */
  private readonly patterns = new Map<string, Map<string, Pattern>>();
  private readonly values = new Map<number, readonly Said[]>();

  /** Rows that are no families are none: nothing is found there. */
  constructor(
    private readonly threads: number,
    rows: Iterable<readonly [number, string]>,
  ) {
    for (const [number, text] of rows) this.list(number, text);
  }

  /** The number of a family with all these members; -1 where none is found. */
  find({ configuration, ceilings }: Specimen): number {
    const terms: Term[] = [];
    const frame = configurationKey(
      withValues(configuration, (value) => {
        terms.push(termOf(value));
        return '?';
      }),
    );
    for (const pattern of this.patterns.get(frame)?.values() ?? []) {
      const key = keyOf(pattern, terms, ceilings);
      const row = key === null ? undefined : pattern.rows.get(key);
      if (row !== undefined) return row;
    }
    return -1;
  }

  /** Of a family that was found for the configuration. */
  specimen(family: number, configuration: Configuration): Specimen | null {
    const values = this.values.get(family);
    if (values === undefined) throw new Error('only what is listed is found');
    const letters = [...new Set(values.flatMap((said) => (said === 'anything' ? [] : (said.letter ?? []))))];
    const termAt = (letter: string | null, offset: number): Term => ({
      parameter: letter === null ? 0 : letters.indexOf(letter) + 1,
      offset,
    });
    const ceilings = new Map<number, Term>();
    let [free, limited] = [letters.length, 0];
    const member = withValues(configuration, (_, position) => {
      const said = values[position] as Said;
      if (said === 'anything') return numberOf({ parameter: ++free, offset: 0 });
      if (!said.less) return numberOf(termAt(said.letter, said.offset));
      ceilings.set(--limited, termAt(said.letter, said.offset - 1));
      return numberOf({ parameter: limited, offset: 0 });
    });
    return Math.max(free, -limited) < MOST_PARAMETERS ? { configuration: member, ceilings } : null;
  }

  private list(number: number, text: string): void {
    const { frame, values: texts } = taken(text, this.threads);
    const values: Said[] = [];
    for (const each of texts) {
      const said = readValue(each);
      if (said === null) return;
      values.push(said);
    }
    const firsts = new Map<string, number>();
    for (const [position, said] of values.entries()) {
      if (said === 'anything' || said.less || said.letter === null || firsts.has(said.letter)) continue;
      firsts.set(said.letter, position);
    }
    // Of a letter that only limits nothing would be known.
    const isLoose = (said: Said): boolean => said !== 'anything' && said.letter !== null && !firsts.has(said.letter);
    if (values.some(isLoose)) return;
    const known = this.patterns.get(frame) ?? new Map<string, Pattern>();
    this.patterns.set(frame, known);
    const name = nameOf(values, firsts);
    const pattern = known.get(name) ?? { values, firsts, rows: new Map<string, number>() };
    known.set(name, pattern);
    const terms = values.map((said): Term => {
      if (said === 'anything' || said.less) return { parameter: 0, offset: 0 };
      return { parameter: said.letter === null ? 0 : (firsts.get(said.letter) as number) + 1, offset: said.offset };
    });
    const key = keyOf({ ...pattern, values, firsts }, terms, null);
    if (key === null || pattern.rows.has(key)) return;
    pattern.rows.set(key, number);
    this.values.set(number, values);
  }
}

/** What families that differ in numbers alone have in common; letters are told by where they stand first. */
function nameOf(values: readonly Said[], firsts: Pattern['firsts']): string {
  return values
    .map((said) => {
      if (said === 'anything') return '_';
      const { letter, offset, less } = said;
      const first = letter === null ? null : (firsts.get(letter) as number);
      if (!less) return first === null ? '#' : `${first}`;
      return `<${first ?? ''}+${offset - (first === null ? 0 : offsetAt(values, first))}`;
    })
    .join(';');
}

function offsetAt(values: readonly Said[], position: number): number {
  const said = values[position];
  return said === undefined || said === 'anything' ? 0 : said.offset;
}

/**
 * What tells the families of a pattern apart: their numbers, and how far the values of a letter are from the first of them. Null where
 * the terms are not of the pattern. Without ceilings (null) what must be less is not looked at.
 */
function keyOf({ values, firsts }: Pattern, terms: readonly Term[], ceilings: Ceilings | null): string | null {
  const key: number[] = [];
  for (const [position, said] of values.entries()) {
    if (said === 'anything') continue;
    const term = terms[position] as Term;
    const first = said.letter === null ? null : (firsts.get(said.letter) as number);
    const base = first === null ? { parameter: 0, offset: 0 } : (terms[first] as Term);
    if (said.less) {
      const offset = base.offset + said.offset - (first === null ? 0 : offsetAt(values, first));
      if (ceilings !== null && difference(term, { ...base, offset }, ceilings).most >= 0) return null;
      continue;
    }
    if (term.parameter !== base.parameter) return null;
    key.push(term.offset - base.offset);
  }
  return key.join(';');
}

/** A configuration that stands for itself alone. */
export function alone(configuration: Configuration): Specimen {
  return { configuration, ceilings: NO_CEILINGS };
}
