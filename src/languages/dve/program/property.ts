/**
 * The property process as an automaton for the search (`engines/ltl`): its guards are propositions, and a transition asks
 * for one of them in the state that the step of the system leaves. A run is accepting when it is in accepting states
 * infinitely often, which is to say that it leaves them infinitely often: so acceptance is on the transitions that do. Each
 * set of a generalised condition is one set of the automaton. Other conditions are refused.
 *
 * Where a guard has no value the model goes to the error state, from which no run is accepted. So here such a guard is false:
 * it must have a value and not be 0 (`condition` sees to that).
 */
import { type GeneralisedBuchi, MOST_BITS } from '../../../logic/ltl/buchi.js';
import type { StateExpression } from '../../../models/program/model.js';
import type { DveAcceptance, DveExpression, DveProcess } from '../model.js';

export interface DveProperty {
  readonly name: string;
  readonly propositions: readonly StateExpression[];
  /** Of the runs that are not wanted. Its states are those of the process. */
  readonly automaton: GeneralisedBuchi;
}

/** `condition`: a guard of the property in the given state of it. */
export function propertyOf(
  { name, states, initial, transitions, acceptance, assertions }: DveProcess,
  condition: (guard: DveExpression, state: number) => StateExpression,
): DveProperty | { readonly refused: string } {
  if (assertions.length > 0) return { refused: `the property ${name} has assertions, which are for processes` };
  const sets = acceptanceSets(acceptance);
  if (sets === null) return { refused: `the property ${name} accepts by ${acceptance.kind}; use buchi or genbuchi` };
  if (sets.length > MOST_BITS) return { refused: `the property ${name} has more than ${MOST_BITS} acceptance sets` };
  const propositions = new Map<string, { readonly number: number; readonly expression: StateExpression }>();
  const edges = transitions.map(({ from, to, guard }) => {
    const marks = sets.reduce((bits, set, number) => (set.includes(from) ? bits | (1 << number) : bits), 0);
    if (guard === null) return { from, to, bit: null, marks };
    const expression = condition(guard, from);
    const key = JSON.stringify(expression);
    const known = propositions.get(key) ?? { number: propositions.size, expression };
    propositions.set(key, known);
    return { from, to, bit: known.number, marks };
  });
  if (propositions.size > MOST_BITS) {
    return {
      refused: `the property ${name} has ${propositions.size} guards, and no more than ${MOST_BITS} are possible`,
    };
  }
  const automaton: GeneralisedBuchi = {
    states: states.length,
    initial: [initial],
    sets: sets.length,
    transitions: edges.map(({ from, to, bit, marks }) => {
      return { from, to, positive: bit === null ? 0 : 1 << bit, negative: 0, marks };
    }),
  };
  return { name, propositions: [...propositions.values()].map(({ expression }) => expression), automaton };
}

function acceptanceSets(acceptance: DveAcceptance): readonly (readonly number[])[] | null {
  if (acceptance.kind === 'buchi') return [acceptance.states];
  return acceptance.kind === 'genbuchi' ? acceptance.sets : null;
}
