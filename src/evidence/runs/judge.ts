/**
 * The judge of rankings (`certificate.ts`). It walks through the configurations of the interpreter, looks up the ranks of each, and
 * confirms step by step that no step goes up and that no step within a rank belongs to the set that the rank avoids. Then no run
 * of the program that is fair is accepted by one of the automata.
 *
 *   - The first configurations are ranked for the first states of all automata.
 *   - In a configuration every listed state of an automaton is looked at, whether the automaton can be in it there or not. A
 *     transition of it that reads the configuration needs a rank for where it leads, after every step.
 *   - So the listed pairs are closed under steps, and each run of the product stays in them.
 *   - Where no transition reads a configuration, no accepted run leads through it, and what comes after it is not looked at.
 *     Everywhere else a step that fails, a failed assertion or a condition without a value refuses the proof.
 *
 * It shares with the search the program, the formula and nothing else: no kernel, no product, no automaton.
 */
import type { Progress } from '../../engines/engine.js';
import type { AutomatonTransition } from '../../logic/ltl/buchi.js';
import { evaluateState, isFailure } from '../../memory/operational/program/evaluate.js';
import {
  type Configuration,
  configurationKey,
  initialValues,
  makeMachine,
  next,
  start,
} from '../../memory/operational/program/machine.js';
import { stateView, violationIn } from '../../memory/operational/program/properties.js';
import type { StateExpression } from '../../models/program/model.js';
import { firstColumns, type Ranking, type RunsQuestion, UNRANKED } from './certificate.js';
import { type AcceptanceSet, acceptanceSets, type Moment } from './sets.js';

export interface RankingJudgement {
  /** Why it is no proof; null when it is one. */
  readonly refused: string | null;
  /** That were looked at. */
  readonly configurations: number;
  /** Of the product. */
  readonly steps: number;
}

/** An automaton as it is looked at. */
interface Judged {
  readonly propositions: readonly StateExpression[];
  readonly column: number;
  /** By state. */
  readonly readers: readonly (readonly AutomatonTransition[])[];
  /** By rank. */
  readonly avoided: readonly AcceptanceSet[];
}

/** A transition of an automaton that reads the configuration, and the rank of the state that it leaves. */
interface Reader {
  readonly part: Judged;
  readonly transition: AutomatonTransition;
  readonly rank: number;
}

export function* judgeRanking(question: RunsQuestion, ranking: Ranking): Generator<Progress, RankingJudgement> {
  const { program, memory, bound, perLocation, parts } = question;
  const machine = makeMachine({ ...program, never: [] }, memory, bound, perLocation);
  const columns = firstColumns(parts);
  let steps = 0;
  let looked = 0;
  const told = (refused: string | null): RankingJudgement => ({ refused, configurations: looked, steps });

  const judged: Judged[] = [];
  for (const [number, { propositions, automaton }] of parts.entries()) {
    const sets = acceptanceSets(machine, question, automaton.sets);
    const avoided = (ranking.avoided[number] ?? []).map((name) => sets.get(name));
    const unknown = avoided.indexOf(undefined);
    if (unknown >= 0) return told(`part ${number + 1}: there is no set ${ranking.avoided[number]?.[unknown]}`);
    const readers = Array.from({ length: automaton.states }, (_, state) =>
      automaton.transitions.filter(({ from }) => from === state),
    );
    const column = columns[number] as number;
    judged.push({ propositions, column, readers, avoided: avoided as AcceptanceSet[] });
  }

  const seen = new Uint8Array(ranking.count);
  const waiting: { readonly configuration: Configuration; readonly here: number }[] = [];
  for (const values of initialValues(machine)) {
    const configuration = start(machine, values);
    const here = ranking.numberOf(configurationKey(configuration));
    if (here < 0) return told('an initial configuration has no ranks');
    for (const [number, { automaton }] of parts.entries()) {
      const first = columns[number] as number;
      if (automaton.initial.some((state) => ranking.rank(here, first + state) === UNRANKED))
        return told('an initial configuration has no rank for a first state of an automaton');
    }
    if (seen[here] === 0) waiting.push({ configuration, here });
    seen[here] = 1;
  }

  for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
    const { configuration, here } = top;
    looked++;
    if (violationIn(machine, configuration) !== null) return told('an assertion fails');
    const view = stateView(machine, configuration);
    const readers: Reader[] = [];
    for (const part of judged) {
      const ranks = part.readers.map((_, state) => ranking.rank(here, part.column + state));
      if (ranks.every((rank) => rank === UNRANKED)) continue;
      const letter = letterOf(view, part.propositions);
      if (letter === null) return told('a proposition has no value');
      const missing = ranks.find((rank) => rank !== UNRANKED && part.avoided[rank] === undefined);
      if (missing !== undefined) return told(`there is no rank ${missing}`);
      readers.push(...readersOf(part, ranks, letter));
    }
    yield { phase: 'judge', cubes: 0, depth: 0, queue: waiting.length, states: looked, restarts: 0 };
    if (readers.length === 0) continue;

    const { successors, failures } = next(machine, configuration);
    if (failures.length > 0) return told('a step fails');
    const stays = successors.length === 0;
    const moment: Moment = { configuration, steps: stays ? [null] : successors.map(({ step }) => step) };
    const targets = stays ? [here] : successors.map(({ after }) => ranking.numberOf(configurationKey(after)));
    for (const [position, target] of targets.entries()) {
      if (target < 0) return told('a step leads to a configuration without ranks');
      for (const { part, transition, rank } of readers) {
        steps++;
        const reached = ranking.rank(target, part.column + transition.to);
        if (reached === UNRANKED) return told('a step leads to a pair without a rank');
        if (reached > rank) return told('a step leads to a higher rank');
        if (reached === rank && part.avoided[rank]?.has(moment, position, transition.marks) !== false)
          return told('a step within a rank belongs to the set that the rank avoids');
      }
      const after = successors[position]?.after;
      if (seen[target] === 0 && after !== undefined) waiting.push({ configuration: after, here: target });
      seen[target] = 1;
    }
  }
  return told(null);
}

/** The transitions that read a configuration in which these propositions are true, of the states that have a rank there. */
function readersOf(part: Judged, ranks: readonly number[], letter: number): Reader[] {
  return part.readers.flatMap((transitions, state) => {
    const rank = ranks[state] as number;
    if (rank === UNRANKED) return [];
    return transitions
      .filter(({ positive, negative }) => (letter & positive) === positive && (letter & negative) === 0)
      .map((transition) => ({ part, transition, rank }));
  });
}

/** The propositions that are true, a bit for each; null when one has no value. */
function letterOf(view: ReturnType<typeof stateView>, propositions: readonly StateExpression[]): number | null {
  let letter = 0;
  for (const [bit, proposition] of propositions.entries()) {
    const value = evaluateState(view, proposition);
    if (isFailure(value)) return null;
    if (value !== 0) letter |= 1 << bit;
  }
  return letter;
}
