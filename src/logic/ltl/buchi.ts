/**
 * Generalised Büchi automata with acceptance on transitions, as the search takes them.
 *
 * The automaton is that of the negated formula: a run of the program whose word it accepts violates the formula. A word is
 * the sequence of the states of a run, of which only the propositions are seen. A transition reads the state that the step of
 * the system leaves: its propositions in `positive` are true and those in `negative` are false there. A run of the automaton
 * is accepting when transitions of every acceptance set occur infinitely often; without sets every infinite run is.
 *
 * Acceptance on transitions, and several sets, because fairness comes as further sets of the same kind (`fairness.ts`): no
 * automaton has to be multiplied for it.
 */

export interface AutomatonTransition {
  readonly from: number;
  readonly to: number;
  /** Propositions that are true in the state that is left, a bit for each. */
  readonly positive: number;
  /** Those that are false. */
  readonly negative: number;
  /** The acceptance sets that it belongs to, a bit for each. */
  readonly marks: number;
}

export interface GeneralisedBuchi {
  /** States are numbered from 0. */
  readonly states: number;
  readonly initial: readonly number[];
  /** At most 31. */
  readonly sets: number;
  readonly transitions: readonly AutomatonTransition[];
}

/** Bits in a mask that stays a number without sign. */
export const MOST_BITS = 31;

/** Transitions in lists, by the state that they leave. */
export class AutomatonLists {
  readonly states: number;
  /** The transitions of state q are those from `first[q]` up to `first[q + 1]`. */
  readonly first: Int32Array;
  readonly to: Int32Array;
  readonly positive: Int32Array;
  readonly negative: Int32Array;
  readonly marks: Int32Array;

  constructor({ states, sets, initial, transitions }: GeneralisedBuchi) {
    if (sets > MOST_BITS) throw new Error(`an automaton has at most ${MOST_BITS} acceptance sets of its own`);
    const known = (state: number) => Number.isInteger(state) && state >= 0 && state < states;
    if (!initial.every(known) || !transitions.every(({ from, to }) => known(from) && known(to))) {
      throw new Error('an automaton has a transition between states that it does not have');
    }
    this.states = states;
    this.first = new Int32Array(states + 1);
    const sorted = [...transitions].sort((one, other) => one.from - other.from);
    for (const { from } of sorted) this.first[from + 1] = (this.first[from + 1] as number) + 1;
    for (let state = 0; state < states; state++) {
      this.first[state + 1] = (this.first[state + 1] as number) + (this.first[state] as number);
    }
    const listed = (part: 'to' | 'positive' | 'negative' | 'marks') => Int32Array.from(sorted, (each) => each[part]);
    this.to = listed('to');
    this.positive = listed('positive');
    this.negative = listed('negative');
    const own = 2 ** sets - 1;
    this.marks = listed('marks').map((marks) => marks & own);
  }
}
