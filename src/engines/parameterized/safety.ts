/**
 * The safety test: does a cube meet an initial state?
 *
 * An initial state of exactly the cube's processes (one, if the cube names none) is the easiest to find: init speaks of
 * all tuples, so further processes only add to it. The instances of init that are plain conjunctions are kept as one set of
 * facts for each number of processes; the disjunctive ones are chosen together, all tuples at once, by search. Exact, but for
 * a census, of which the processes at hand give the least number.
 */
import { Conjunction } from '../../logic/conjunction.js';
import { Kind, type Literal, type Literals, PLAIN } from '../../logic/literals.js';
import { rational } from '../../logic/rational.js';
import type { Census } from '../../models/array-system/model.js';
import type { NormalForm, Universal } from '../../models/array-system/normal-form.js';
import type { Cube } from './cube.js';
import type { Instantiation } from './instantiate.js';
import { admit, mapParts } from './universal.js';

interface InitialStates {
  readonly possible: boolean;
  readonly facts: readonly Literal[];
  readonly masks: ReadonlyMap<number, number>;
  readonly choices: readonly Literal[][][];
}

export class Safety {
  private readonly literals: Literals;
  private readonly instance: Instantiation;
  private readonly init: readonly Universal[];
  private readonly census: readonly Census[];
  private readonly conjunction: Conjunction;
  private readonly known = new Map<number, InitialStates>();

  constructor(literals: Literals, instance: Instantiation, { init, system }: Pick<NormalForm, 'init' | 'system'>) {
    this.literals = literals;
    this.instance = instance;
    this.init = init;
    this.census = system.census ?? [];
    this.conjunction = new Conjunction(literals);
  }

  private initialStates(processes: number): InitialStates {
    const known = this.known.get(processes);
    if (known !== undefined) return known;
    const named = Array.from({ length: processes }, (_, p) => p);
    const facts = new Set<Literal>();
    const choices: Literal[][][] = [];
    let possible = true;
    for (const universal of this.init) {
      this.instance.assignments(universal, named, () => {
        const body = this.instance.disjunction(universal.body);
        if (body.length === 0) possible = false;
        else if (body.length === 1) for (const literal of body[0] as Literal[]) facts.add(literal);
        else choices.push(body);
      });
    }
    const masks = new Map<number, number>();
    for (const literal of facts) {
      if (this.literals.kind[literal] !== Kind.mask) continue;
      const cell = this.literals.left[literal] as number;
      const mask = (masks.get(cell) ?? -1) & (this.literals.right[literal] as number);
      if (mask === 0) possible = false;
      masks.set(cell, mask);
    }
    const states = { possible, facts: [...facts], masks, choices };
    this.known.set(processes, states);
    return states;
  }

  /** A satisfiable conjunction of the cube with init over this many processes, or null. */
  initialConjunction(cube: Cube, processes: number): Int32Array | null {
    const init = this.initialStates(processes);
    if (!init.possible) return null;
    const { kind, left, right } = this.literals;
    for (const literal of cube.literals) {
      if (kind[literal] !== Kind.mask) continue;
      const mask = init.masks.get(left[literal] as number);
      if (mask !== undefined && (mask & (right[literal] as number)) === 0) return null;
    }
    const extra = Array.from({ length: processes - cube.processes }, (_, i) => cube.processes + i);
    const admitted = cube.universals.length === 0 ? null : admit(this.literals, cube.universals, extra);
    if (cube.universals.length > 0 && admitted === null) return null;
    this.conjunction.reset();
    for (const literal of cube.literals) if (!this.conjunction.add(literal)) return null;
    for (const literal of init.facts) if (!this.conjunction.add(literal)) return null;
    return this.choose([...(admitted?.items ?? []), ...init.choices], 0, processes);
  }

  /** The same for a cube that speaks of views: everything that is still to be read is read from the initial memory. */
  initialReads({ processes, literals: given, universals }: Cube, most: number): Int32Array | null {
    const { literals } = this;
    const plain = (cell: number) => (literals.tagOf(cell) === PLAIN ? cell : literals.retag(cell, PLAIN));
    const image = (literal: Literal) => literals.mapCells(literal, plain);
    const conjunction = new Conjunction(literals);
    for (const literal of given) if (!conjunction.add(image(literal))) return null;
    const initial = conjunction.finish();
    if (initial === null) return null;
    this.instance.viewTag = PLAIN;
    return this.initialConjunction({ processes, literals: initial, universals: mapParts(universals, image) }, most);
  }

  private choose(choices: readonly Literal[][][], k: number, processes: number): Int32Array | null {
    const choice = choices[k];
    if (choice === undefined) {
      return this.census.every((each) => this.conjunction.add(this.atLeast(each, processes)))
        ? this.conjunction.finish()
        : null;
    }
    for (const alternative of choice) {
      const mark = this.conjunction.mark();
      if (alternative.every((literal) => this.conjunction.add(literal))) {
        const found = this.choose(choices, k + 1, processes);
        if (found !== null) return found;
      }
      this.conjunction.undo(mark);
    }
    return null;
  }

  /** The census counts those of the processes that the conjunction has in it, and perhaps others. */
  private atLeast({ symbol, array }: Census, processes: number): Literal {
    const { literals, conjunction } = this;
    let counted = 0;
    for (let p = 0; p < processes; p++) {
      const mark = conjunction.mark();
      if (!conjunction.add(literals.mask(literals.cell(array.index, [p]), 1))) counted++;
      conjunction.undo(mark);
    }
    const least = { summands: [], constant: rational(counted) };
    const number = {
      summands: [{ variable: literals.cell(symbol.index, []), coefficient: rational(1) }],
      constant: rational(0),
    };
    return literals.compareLinear('<=', least, number, true);
  }
}
