/**
 * A temporal proof as something to check: a ranking of the product of a program and the automata of the runs that are not wanted.
 *
 * Each pair of a configuration and a state of an automaton has a rank, and each rank has an acceptance set that it avoids. No step
 * leads to a higher rank, and no step within a rank belongs to the set that the rank avoids. A run cannot sink for ever: from some
 * moment on it stays in one rank, and never again meets the set that this rank avoids. So it is not accepted, or not fair.
 *
 * Any ranking with these two properties is a proof, whoever made it and however (`make.ts` is one way, `judge.ts` looks).
 */
import type { MemoryModel } from '../../memory/models.js';
import type { Program } from '../../models/program/model.js';
import type { Part } from './parts.js';

/** What a ranking is about. */
export interface RunsQuestion {
  readonly program: Program;
  readonly memory: MemoryModel;
  /** The machine's: null for no bound. */
  readonly bound: number | null;
  readonly perLocation: boolean;
  readonly fairThreads: boolean;
  readonly fairBuffers: boolean;
  readonly parts: readonly Part[];
}

/** Of a pair that is not listed. */
export const UNRANKED = -1;

export class Ranking {
  /** Of each part, for each rank, the name of the set that it avoids (`sets.ts`). */
  readonly avoided: readonly (readonly string[])[];
  /** States of all automata, those of the first part first. */
  readonly columns: number;
  private readonly numbers = new Map<string, number>();
  private ranks = new Int32Array(1024);

  /** `ofFamilies`: what is listed are families of configurations (`families.ts`). */
  constructor(
    avoided: readonly (readonly string[])[],
    columns: number,
    readonly ofFamilies = false,
  ) {
    this.avoided = avoided;
    this.columns = columns;
  }

  /** How many configurations are listed. */
  get count(): number {
    return this.numbers.size;
  }

  /** As the interpreter writes them (`configurationKey`). */
  get configurations(): Iterable<string> {
    return this.numbers.keys();
  }

  /** -1 when it is not listed. */
  numberOf(configuration: string): number {
    return this.numbers.get(configuration) ?? -1;
  }

  /** The number of a configuration, which is new if it was not listed. */
  add(configuration: string): number {
    const known = this.numbers.get(configuration);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(configuration, number);
    const wanted = (number + 1) * this.columns;
    if (wanted > this.ranks.length) {
      const larger = new Int32Array(Math.max(wanted, Math.ceil(1.5 * this.ranks.length)));
      larger.set(this.ranks);
      this.ranks = larger;
    }
    this.ranks.fill(UNRANKED, wanted - this.columns, wanted);
    return number;
  }

  rank(configuration: number, column: number): number {
    return this.ranks[configuration * this.columns + column] as number;
  }

  setRank(configuration: number, column: number, rank: number): void {
    this.ranks[configuration * this.columns + column] = rank;
  }
}

/** Of each part, the column of its first state. */
export function firstColumns(parts: readonly Part[]): number[] {
  let column = 0;
  return parts.map(({ automaton }) => {
    column += automaton.states;
    return column - automaton.states;
  });
}

export function columnsOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { automaton }) => sum + automaton.states, 0);
}
