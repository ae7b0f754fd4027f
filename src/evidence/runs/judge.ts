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
 * A row may be a family of configurations (`families.ts`). Then one specimen stands for its members: every proposition and every step is
 * confirmed to be the same in all of them (`uniform.ts`), and the configurations that a step leads to, from whichever member, must be
 * members of one listed family. So a run of configurations is one of families, with the same steps, and ranks are those of families.
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
  type Machine,
  makeMachine,
  next,
  start,
} from '../../memory/operational/program/machine.js';
import { stateView, violationIn } from '../../memory/operational/program/properties.js';
import type { StateExpression } from '../../models/program/model.js';
import { firstColumns, type Ranking, type RunsQuestion, UNRANKED } from './certificate.js';
import { alone, Families, type Specimen } from './families.js';
import { type AcceptanceSet, acceptanceSets, type Moment } from './sets.js';
import { isSmall } from './terms.js';
import { propositionsAgree, stepsAgree } from './uniform.js';

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
  readonly initial: readonly number[];
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
  // That some states are never reached, and no thread gets stuck, are questions about states.
  const { noDeadlock: _, ...withRuns } = program;
  const machine = makeMachine({ ...withRuns, never: [] }, memory, bound, perLocation);
  const columns = firstColumns(parts);
  const judged: Judged[] = [];
  for (const [number, { propositions, automaton }] of parts.entries()) {
    const sets = acceptanceSets(machine, question, automaton.sets);
    const avoided = (ranking.avoided[number] ?? []).map((name) => sets.get(name));
    const unknown = avoided.indexOf(undefined);
    if (unknown >= 0) {
      const refused = `part ${number + 1}: there is no set ${ranking.avoided[number]?.[unknown]}`;
      return { refused, configurations: 0, steps: 0 };
    }
    const readers = Array.from({ length: automaton.states }, (_, state) =>
      automaton.transitions.filter(({ from }) => from === state),
    );
    const column = columns[number] as number;
    const { initial } = automaton;
    judged.push({ propositions, initial, column, readers, avoided: avoided as AcceptanceSet[] });
  }
  const walk = new Walk(machine, ranking);
  if (!ranking.ofFamilies) {
    const listing = { find: numberIn(ranking), specimen: (_: number, reached: Configuration) => alone(reached) };
    return walk.told(yield* walk.refusal(judged, listing));
  }
  if (program.wraps === true) return walk.told('integers that wrap have no parameters');
  // Each part may have families of its own.
  for (const part of judged) {
    const refused = yield* walk.refusal([part], familiesOf(ranking, part, program.threads.length));
    if (refused !== null) return walk.told(refused);
  }
  return walk.told(null);
}

/** What is listed, and how it is found. */
interface Listing {
  find(reached: Specimen): number;
  /** What is looked at for what was found; null where it cannot be. */
  specimen(here: number, reached: Configuration): Specimen | null;
}

function numberIn(ranking: Ranking): Listing['find'] {
  return ({ configuration }) => ranking.numberOf(configurationKey(configuration));
}

/** Those that have a rank in the part. */
function familiesOf(ranking: Ranking, { column, readers }: Judged, threads: number): Listing {
  const rows = [...ranking.configurations].map((text, number) => [number, text] as const);
  const isRanked = (number: number) => readers.some((_, state) => ranking.rank(number, column + state) !== UNRANKED);
  return new Families(
    threads,
    rows.filter(([number]) => isRanked(number)),
  );
}

class Walk {
  private readonly looked = new Set<number>();
  private steps = 0;

  constructor(
    private readonly machine: Machine,
    private readonly ranking: Ranking,
  ) {}

  told(refused: string | null): RankingJudgement {
    return { refused, configurations: this.looked.size, steps: this.steps };
  }

  /** Why this is no proof for the parts; null when it is one. */
  *refusal(parts: readonly Judged[], listing: Listing): Generator<Progress, string | null> {
    const { machine, ranking } = this;
    const seen = new Uint8Array(ranking.count);
    const waiting: { readonly specimen: Specimen; readonly here: number }[] = [];
    const come = (here: number, reached: Configuration): boolean => {
      if (seen[here] === 1) return true;
      seen[here] = 1;
      const specimen = listing.specimen(here, reached);
      if (specimen !== null) waiting.push({ specimen, here });
      return specimen !== null;
    };
    for (const values of initialValues(machine)) {
      const first = start(machine, values);
      if (ranking.ofFamilies && ![...first.memory, ...first.locals.flat()].every(isSmall))
        return 'a first value is too large';
      const here = listing.find(alone(first));
      if (here < 0) return 'an initial configuration has no ranks';
      const isRanked = ({ column, initial }: Judged) =>
        initial.every((state) => ranking.rank(here, column + state) !== UNRANKED);
      if (!parts.every(isRanked)) return 'an initial configuration has no rank for a first state of an automaton';
      if (!come(here, first)) return 'a family has too many parameters';
    }

    for (let top = waiting.pop(); top !== undefined; top = waiting.pop()) {
      const { specimen, here } = top;
      const { configuration, ceilings } = specimen;
      this.looked.add(here);
      if (violationIn(machine, configuration) !== null) return 'an assertion fails';
      const view = stateView(machine, configuration);
      const readers: Reader[] = [];
      for (const part of parts) {
        const ranks = part.readers.map((_, state) => ranking.rank(here, part.column + state));
        if (ranks.every((rank) => rank === UNRANKED)) continue;
        if (ranking.ofFamilies && !propositionsAgree(machine, specimen, part.propositions))
          return 'a proposition is not known to be the same in all members of a family';
        const letter = letterOf(view, part.propositions);
        if (letter === null) return 'a proposition has no value';
        const missing = ranks.find((rank) => rank !== UNRANKED && part.avoided[rank] === undefined);
        if (missing !== undefined) return `there is no rank ${missing}`;
        readers.push(...readersOf(part, ranks, letter));
      }
      yield { phase: 'judge', cubes: 0, depth: 0, queue: waiting.length, states: this.looked.size, restarts: 0 };
      if (readers.length === 0) continue;

      if (ranking.ofFamilies && !stepsAgree(machine, specimen))
        return 'a step is not known to be the same in all members of a family';
      const { successors, failures } = next(machine, configuration);
      if (failures.length > 0) return 'a step fails';
      const stays = successors.length === 0;
      const moment: Moment = { configuration, steps: stays ? [null] : successors.map(({ step }) => step) };
      const targets = stays ? [here] : successors.map(({ after }) => listing.find({ configuration: after, ceilings }));
      for (const [position, target] of targets.entries()) {
        if (target < 0) return 'a step leads to a configuration without ranks';
        for (const { part, transition, rank } of readers) {
          this.steps++;
          const reached = ranking.rank(target, part.column + transition.to);
          if (reached === UNRANKED) return 'a step leads to a pair without a rank';
          if (reached > rank) return 'a step leads to a higher rank';
          if (reached === rank && part.avoided[rank]?.has(moment, position, transition.marks) !== false)
            return 'a step within a rank belongs to the set that the rank avoids';
        }
        const after = successors[position]?.after;
        if (after !== undefined && !come(target, after)) return 'a family has too many parameters';
      }
    }
    return null;
  }
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
