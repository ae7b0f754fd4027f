/**
 * The transitions of an automaton by what they read: for a state of it and a class of propositions, those that can be taken. Of
 * two that lead to the same state, one that belongs to no set but those of the other is left out: whatever cycle it is part of,
 * the other could be there as well.
 */
import type { AutomatonLists } from '../../logic/ltl/buchi.js';

export class Readers {
  /** The transitions of a cell (`cellOf`) are those from `first[cell]` up to `first[cell + 1]`. */
  readonly first: Int32Array;
  readonly to: Int32Array;
  readonly marks: Int32Array;
  /** By cell, how many there are, with those that are left out. */
  readonly counts: Int32Array;
  private readonly classes: number;

  /** `valuations`: by class the propositions that are true. Transitions to the state `without` are left out. */
  constructor(automaton: AutomatonLists, valuations: readonly number[], without: number) {
    this.classes = valuations.length;
    const cells = automaton.states * this.classes;
    this.first = new Int32Array(cells + 1);
    this.counts = new Int32Array(cells);
    const taken: number[] = [];
    for (let cell = 0; cell < cells; cell++) {
      const state = Math.floor(cell / this.classes);
      const labels = valuations[cell % this.classes] as number;
      const matching: number[] = [];
      for (let reader = automaton.first[state] as number; reader < (automaton.first[state + 1] as number); reader++) {
        const positive = automaton.positive[reader] as number;
        if ((labels & positive) === positive && (labels & (automaton.negative[reader] as number)) === 0)
          matching.push(reader);
      }
      this.counts[cell] = matching.length;
      const isNeeded = (reader: number, place: number): boolean => {
        const [to, marks] = [automaton.to[reader], automaton.marks[reader] as number];
        return !matching.some((other, at) => {
          const more = automaton.marks[other] as number;
          return automaton.to[other] === to && (marks & ~more) === 0 && (marks !== more || at < place);
        });
      };
      taken.push(...matching.filter((reader, place) => automaton.to[reader] !== without && isNeeded(reader, place)));
      this.first[cell + 1] = taken.length;
    }
    this.to = Int32Array.from(taken, (reader) => automaton.to[reader] as number);
    this.marks = Int32Array.from(taken, (reader) => automaton.marks[reader] as number);
  }

  cellOf(state: number, propositions: number): number {
    return state * this.classes + propositions;
  }
}
