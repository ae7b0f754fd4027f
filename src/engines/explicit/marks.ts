/**
 * What a search notes on its way, for warnings: which edges were ever taken, in which states a thread was stuck, and which
 * premises of properties were never true. A word of kernel memory for each edge, 0 until it is taken. A step costs one store more, to a word that mostly is in the cache.
 *
 * A stored state may stand for others (`reduce/`). They differ in dead variables, in integers of which only differences
 * matter, or in the names of interchangeable threads. In none of these cases does the set of steps that are possible differ,
 * but for the names of threads: what one of a group has done, each can do. So notes are read by group (`ofGroup`).
 */

import { templateOf } from '../../models/program/parts.js';
import type { SpecialProgram } from '../../models/program/specialise.js';
import { binary, constant, get, load, ONE, type Statement, store, when, ZERO } from './code/code.js';

export class Marks {
  /** Where the words begin, how many there are, and how many of them, the first, are of edges. */
  readonly first: number;
  readonly count: number;
  readonly edgeCount: number;
  /** By thread: of its edges, by their number in the template, and of its locations. */
  private readonly edges: readonly ReadonlyMap<number, number>[];
  private readonly locations: readonly number[];
  /** A bit for each premise of a property that was never true so far. */
  readonly premises: number;

  constructor(special: SpecialProgram, first: number) {
    this.first = first;
    let next = 0;
    const take = (): number => first + 4 * next++;
    this.edges = special.threads.map(({ edges }) => new Map(edges.map(({ number }) => [number, take()])));
    this.edgeCount = next;
    this.locations = special.threads.map((_, thread) => {
      const begin = first + 4 * next;
      next += templateOf(special.program, thread).locations.length;
      return begin;
    });
    this.premises = take();
    this.count = next;
  }

  /** Not 0 once the thread has taken the edge; null for an edge that it can never take. */
  edge(thread: number, number: number): number | null {
    return this.edges[thread]?.get(number) ?? null;
  }

  /** One more than the number of the first state in which the thread is stuck at the location; 0 when there is none. */
  stuck(thread: number, location: number): number {
    return (this.locations[thread] as number) + 4 * location;
  }

  noteEdge(thread: number, number: number): Statement {
    const address = this.edge(thread, number);
    if (address === null) throw new Error('an edge that has code has a mark');
    return store(constant(address), 0, ONE);
  }

  /** In state `id`. */
  noteStuck(thread: number, location: number): Statement {
    const address = constant(this.stuck(thread, location));
    const first = [store(address, 0, binary('+', get('id'), ONE))];
    return when(binary('==', load(address), ZERO), first);
  }
}
