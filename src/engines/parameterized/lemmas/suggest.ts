/**
 * What a search that did not close leaves to people: what grows in it, and conditions that may be the lemma it lacks.
 *
 * A search that does not close visits cubes with more and more processes, or with larger and larger numbers. A lemma that
 * ends it excludes such cubes and is about fewer processes than they are. So each of the widest cubes is cut down to what it
 * says of one or two of its processes; what no explored state satisfies is a candidate, and then everything is left out of it
 * that need not be there for that. The candidates from the vocabulary of the model (candidates.ts) come along. First come
 * those that contain the most of the widest cubes, then those that say little.
 *
 * Nothing is proved here: explored states are those of two or three processes, and may be a sample.
 */
import { Kind, type Literal, type Literals, PLAIN } from '../../../logic/literals.js';
import type { ArraySystem } from '../../../models/array-system/model.js';
import type { Stuck } from '../../engine.js';
import type { Approach, Guide } from '../approach.js';
import { type Cube, cellsOf, compact } from '../cube.js';
import type { SearchNode } from '../node.js';
import { propertyOf } from '../plain/describe.js';
import { Candidates } from './candidates.js';

/** Cubes that candidates are judged by, and those that they are made of: it must not take long. */
const WIDEST = 30;
const CUT = 8;
/** Cells that most of them speak of. */
const COMMON = 0.5;
const MOST_CELLS = 6;
const MOST_CANDIDATES = 60;

interface Growth<C> {
  /** How many processes cubes speak of, ascending. */
  readonly processes: readonly number[];
  /** Symbols that most of the widest speak of. */
  readonly symbols: readonly number[];
  readonly widest: C;
}

/** A search that did not close. */
interface OpenSearch<C extends Cube> {
  readonly nodes: readonly SearchNode<C>[];
  readonly approach: Approach<C>;
  /** What was explored; null if nothing was. */
  readonly guide: Guide<C> | null;
  readonly system: ArraySystem;
  readonly literals: Literals;
}

/** Null if no cubes were visited. */
export function stuckWith<C extends Cube>(search: OpenSearch<C>, most: number): Stuck | null {
  const { nodes, approach, guide, system, literals } = search;
  const growth = growthOf(nodes, literals);
  if (growth === null) return null;
  const { property, viewed, shown } = approach.describe(growth.widest);
  const cube = viewed ?? property;
  const found = most === 0 || guide === null ? [] : suggestions(search, guide, most);
  return {
    processes: growth.processes,
    cells: growth.symbols.flatMap((symbol) => system.symbols[symbol] ?? []),
    widest: cube === null ? null : { cube, shown },
    lemmas: found.map((each) => propertyOf(system, literals, each, null)),
  };
}

/** Null if there are no cubes. */
function growthOf<C extends Cube>(nodes: readonly SearchNode<C>[], literals: Literals): Growth<C> | null {
  const wide = widestOf(nodes);
  const [first] = wide;
  if (first === undefined) return null;
  const counts = new Map<number, number>();
  for (const { cube } of wide) {
    const symbols = new Set(
      [...cube.literals].flatMap((l) => cellsOf(literals, l).map((c) => literals.symbolOf(c).base)),
    );
    for (const symbol of symbols) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count >= COMMON * wide.length).sort(([, a], [, b]) => b - a);
  const processes = [...new Set(nodes.map(({ cube }) => cube.processes))].sort((a, b) => a - b);
  return { processes, symbols: common.slice(0, MOST_CELLS).map(([symbol]) => symbol), widest: first.cube };
}

/** The most processes first, then the latest. */
function widestOf<C extends Cube>(nodes: readonly SearchNode<C>[]): readonly SearchNode<C>[] {
  return [...nodes].sort((a, b) => b.cube.processes - a.cube.processes || b.id - a.id).slice(0, WIDEST);
}

/** The most promising first. */
function suggestions<C extends Cube>(search: OpenSearch<C>, guide: Guide<C>, most: number): C[] {
  const { nodes, system, literals } = search;
  const { form } = search.approach;
  if (literals.absolute) return [];
  const wide = widestOf(nodes).map(({ cube }) => cube);
  const found = new Map<string, C>();
  const tried = new Set<string>();
  const propose = (conjunction: readonly Literal[]): void => {
    const key = conjunction.join(' ');
    if (conjunction.length === 0 || found.size >= MOST_CANDIDATES || tried.has(key)) return;
    tried.add(key);
    if (conjunction.some(isFarFetched) || !guide.unreached(conjunction)) return;
    const few = fewest(conjunction, guide);
    const processes = 1 + Math.max(-1, ...few.map((l) => 31 - Math.clz32(literals.processes[l] as number)));
    const narrow = compact(literals, Int32Array.from(few), processes, false);
    const cube = guide.cubeOf([...narrow.literals]);
    if (!form.meetsInitial(cube)) found.set(cube.literals.join(' '), cube);
  };
  // In small instances all numbers are near to each other.
  const isFarFetched = (literal: Literal): boolean => {
    if (literals.kind[literal] !== Kind.linear) return false;
    const { variables, constant } = literals.constraintOf(literal);
    return variables.length > 1 && (constant > 1n || constant < -1n);
  };
  const isPlain = (literal: Literal) => cellsOf(literals, literal).every((cell) => literals.tagOf(cell) === PLAIN);
  for (const { processes, literals: all } of wide.slice(0, CUT)) {
    const plain = [...all].filter(isPlain);
    for (let p = 0; p < processes; p++) {
      for (let q = p; q < processes; q++) {
        const others = ~((1 << p) | (1 << q));
        propose(plain.filter((l) => ((literals.processes[l] as number) & others) === 0));
      }
    }
  }
  const candidates = new Candidates(literals, system, false, (c) => !guide.unreached(c));
  for (const conjunction of candidates.any ? candidates.widest() : []) propose(conjunction);
  const score = (candidate: C): number => {
    const index = form.visited();
    index.add({ ...ALONE, cube: candidate });
    return wide.filter((cube) => cube.processes > candidate.processes && index.cover(cube) !== null).length;
  };
  const ranked = [...found.values()]
    .map((cube) => ({ cube, score: score(cube) }))
    .sort(
      (a, b) =>
        b.score - a.score || a.cube.processes - b.cube.processes || a.cube.literals.length - b.cube.literals.length,
    );
  // What another one says already is no suggestion of its own.
  const index = form.visited();
  const out: C[] = [];
  for (const { cube } of ranked) {
    if (out.length >= most || index.cover(cube) !== null) continue;
    index.add({ ...ALONE, cube });
    out.push(cube);
  }
  return out;
}

const ALONE = {
  id: -1,
  depth: 0,
  parent: null,
  step: null,
  property: null,
  approximates: null,
  assumed: false,
  deleted: false,
} as const;

/** Without literals that need not be there for it to be unreached. */
function fewest<C>(conjunction: readonly Literal[], guide: Guide<C>): readonly Literal[] {
  let kept = conjunction;
  for (const literal of conjunction) {
    const fewer = kept.filter((l) => l !== literal);
    if (fewer.length > 0 && guide.unreached(fewer)) kept = fewer;
  }
  return kept;
}
