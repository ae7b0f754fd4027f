/**
 * The obligations of a proof: initiation, safety and consecution.
 *
 * A proof is a list of bad cubes, each a formula about some distinct processes. Call a state bad when some cube holds
 * for some processes. The proof is right when
 *
 *   initiation    no initial state is bad: init and a cube, for processes of an instance, contradict each other;
 *   safety        every unsafe state is bad: an unsafe formula and the negations of all cubes contradict each other;
 *   consecution   only bad states step to bad states: the negations of all cubes, the guard and the updates of a
 *                 transition, and a cube in the state after it contradict each other.
 *
 * For then no reachable state is bad, by induction on the length of an execution, and no unsafe state is reachable.
 *
 * Each obligation is about the processes of its cube (or unsafe formula) and transition and leaves out what is known of
 * all others. States that the model declares unreachable (`invariant`) are left out as well, before and after the step:
 * the induction is about reachable states, and the proof assumes what the model claims of them.
 *
 * A step that assigns no cell of the cube needs no obligation: the cube holds after it if and only if it held before. Nor does
 * one that contradicts the cube in plain words (clash.ts).
 */
import type { Access, ArraySystem, Formula, Property, Transition } from '../../models/array-system/model.js';
import type { Obligation } from '../solvers/certificate.js';
import { assertion, conjunction, scoped, stringLiteral } from '../solvers/smtlib.js';
import { choicesOf, forSomeChoices } from './choices.js';
import { clash, type PlainWord, plainWords } from './clash.js';
import { Enough, type Instance } from './enough.js';
import { assume, type Environment, type Reading } from './formula.js';
import { type Placement, placements, tuples } from './instances.js';
import { type Case, cases, wholeCase } from './split.js';
import { StateBefore } from './state.js';
import { StateAfter, Step, type Updates, updatesOf } from './step.js';
import { accesses } from './syntax.js';
import { Vocabulary } from './vocabulary.js';

/** A formula about processes, ready for instantiation. */
interface Condition {
  /** `cube 3`, `unsafe 1`: what the labels call it. */
  readonly title: string;
  readonly property: Property;
  readonly parameters: readonly string[];
  readonly cases: readonly ConditionCase[];
}

interface ConditionCase {
  readonly content: Case;
  readonly cells: readonly Access[];
  readonly words: readonly PlainWord[];
}

interface Move {
  readonly transition: Transition;
  readonly updates: Updates;
  readonly cases: readonly { readonly guard: Case; readonly words: readonly PlainWord[] }[];
}

/** An obligation that is still to be written, about so many processes. */
export interface Pending {
  readonly processes: number;
  /** `needed`: what the state before is assumed to be outside of. */
  write(state: StateBefore, needed: readonly Instance[]): Obligation;
  /** All that has to be assumed of the state before; null where it must be outside of all cubes. */
  needs(): readonly Instance[] | null;
}

/** Why a step into a cube needs no obligation. */
export type Needless = 'assigns no cell of the cube' | 'contradicts the cube in plain words';

type Excluded = { readonly property: Property; readonly cells: readonly Access[] };

export class Obligations {
  readonly vocabulary: Vocabulary;
  readonly #cubes: readonly Condition[];
  readonly #unsafe: readonly Condition[];
  readonly #moves: readonly Move[];
  readonly #invariants: readonly Excluded[];
  /** Made when a step is first asked what it needs; null for a declared number of processes. */
  #enough: Enough | null | undefined;

  constructor(
    readonly system: ArraySystem,
    readonly badCubes: readonly Property[],
  ) {
    this.vocabulary = new Vocabulary(system, badCubes);
    const split = (formula: Formula) => (system.processes === null ? cases(formula) : wholeCase(formula));
    const condition =
      (kind: string) =>
      (property: Property, position: number): Condition => ({
        title: `${kind} ${position + 1}${property.name === null ? '' : ` ${property.name}`}`,
        property,
        parameters: property.parameters,
        cases: split(property.formula).map((content) => ({
          content,
          cells: content.conjuncts.flatMap(({ formula }) => [...accesses(formula)]),
          words: plainWords(content),
        })),
      });
    this.#cubes = badCubes.map(condition('cube'));
    this.#unsafe = system.unsafe.map(condition('unsafe'));
    this.#moves = system.transitions.map((transition) => ({
      transition,
      updates: updatesOf(transition),
      cases: split(transition.guard).map((guard) => ({ guard, words: plainWords(guard) })),
    }));
    this.#invariants = system.invariants.map((property) => ({ property, cells: [...accesses(property.formula)] }));
  }

  /** What all initiations about so many processes share: an initial state. */
  initialState(size: number): StateBefore {
    const state = new StateBefore(this.vocabulary, size);
    state.include(this.system.init);
    state.takeCensus();
    state.exclude(this.system.invariants);
    return state;
  }

  /** What all obligations about so many processes share that name what they need: a state. */
  anyState(size: number): StateBefore {
    const state = new StateBefore(this.vocabulary, size);
    state.partial = true;
    return state;
  }

  /** What all other obligations of safety and consecution about so many processes share: a state that is not bad. */
  goodState(size: number): StateBefore {
    const state = new StateBefore(this.vocabulary, size);
    state.exclude([...this.system.invariants, ...this.badCubes]);
    return state;
  }

  *initiation(): Generator<Pending> {
    yield* this.#conditions('initiation', this.#cubes);
  }

  *safety(): Generator<Pending> {
    yield* this.#conditions('safety', this.#unsafe);
  }

  *#conditions(kind: string, conditions: readonly Condition[]): Generator<Pending> {
    for (const condition of conditions) {
      for (const { content } of condition.cases) {
        const scope = { parameters: condition.parameters, witnesses: content.witnesses };
        for (const placement of placements([scope], this.vocabulary)) {
          const environment = placement.environments[0] as Environment;
          yield {
            processes: placement.processes,
            write: (state: StateBefore) =>
              obligation(`${kind}: ${described(condition.title, condition.parameters, content, environment)}`, [
                ...assumptions(content, environment, state),
              ]),
            needs: () => null,
          };
        }
      }
    }
  }

  /** `obvious`: with the steps that contradict a cube in plain words, which need no obligation. */
  *consecution(obvious = false): Generator<Pending | Needless> {
    for (const cube of this.#cubes) {
      for (const entered of cube.cases) {
        const scope = { parameters: cube.parameters, witnesses: entered.content.witnesses };
        for (const move of this.#moves) {
          for (const taken of move.cases) {
            const other = { parameters: move.transition.parameters, witnesses: taken.guard.witnesses };
            for (const placement of placements([scope, other], this.vocabulary)) {
              yield this.#step(cube, entered, move, taken, placement, obvious);
            }
          }
        }
      }
    }
  }

  #step(
    cube: Condition,
    { content, cells, words }: ConditionCase,
    move: Move,
    { guard, words: guardWords }: Move['cases'][number],
    placement: Placement,
    obvious: boolean,
  ): Pending | Needless {
    const [about, arguments_] = placement.environments as [Environment, Environment];
    const step = new Step(move.updates, arguments_, this.vocabulary);
    const { processes } = placement;
    if (!step.mayChange(cells, about)) return 'assigns no cell of the cube';
    const said = { words: guardWords, environment: arguments_ };
    if (!obvious && clash(said, step, { words, environment: about })) return 'contradicts the cube in plain words';
    let found: readonly Instance[] | null | undefined;
    const needs = () => {
      if (found === undefined) found = this.#needs(cube, about, move, arguments_, processes);
      return found;
    };
    const write = (state: StateBefore, needed: readonly Instance[]) => {
      const after = new StateAfter(step, state);
      const before = [...assumptions(guard, arguments_, state), ...this.#outside(needed, state)];
      const later = [...assumptions(content, about, after), ...this.#unreachable(after, state.processes)];
      const { name, parameters } = move.transition;
      const target = described(cube.title, cube.parameters, content, about);
      const cause = described(name, parameters, guard, arguments_);
      return obligation(`consecution: ${target} by ${cause}`, [...after.lines, ...before, ...later]);
    };
    return { processes, write, needs };
  }

  #needs(
    cube: Condition,
    about: Environment,
    move: Move,
    chosen: Environment,
    processes: number,
  ): readonly Instance[] | null {
    this.#enough ??= this.system.processes === null ? new Enough(this.system, this.badCubes) : null;
    if (this.#enough === null) return null;
    const names = Array.from({ length: processes }, (_, k) => this.vocabulary.process(k + 1));
    const places = (parameters: readonly string[], environment: Environment) =>
      parameters.map((parameter) => names.indexOf(environment.get(parameter) as string));
    return this.#enough.for({
      cube: cube.property,
      about: places(cube.parameters, about),
      transition: move.transition,
      arguments: places(move.transition.parameters, chosen),
      processes,
    });
  }

  *#outside(instances: readonly Instance[], state: StateBefore): Generator<string> {
    for (const { property, processes } of instances) {
      const environment = new Map(
        property.parameters.map((parameter, k) => [parameter, state.processes[processes[k] as number] as string]),
      );
      yield assertion(assume(property.formula, environment, false, state));
    }
  }

  /** The state after the step is none of those declared unreachable; what it shares with the state before is known. */
  *#unreachable(after: StateAfter, processes: readonly string[]): Generator<string> {
    for (const { property, cells } of this.#invariants) {
      for (const environment of tuples(property.parameters, processes, true)) {
        if (!after.step.mayChange(cells, environment)) continue;
        yield assertion(assume(property.formula, environment, false, after));
      }
    }
  }
}

function assumptions(content: Case, environment: Environment, reading: Reading): string[] {
  const facts = content.conjuncts.map(({ formula, sign }) => assume(formula, environment, sign, reading));
  const choices = content.conjuncts.flatMap(({ formula }) => choicesOf(formula, reading.vocabulary));
  return [assertion(forSomeChoices([...new Set(choices)], conjunction(facts), reading.vocabulary))];
}

/** `t(z1, z2)`, and the witnesses of the case: `t(z1) with k = z3`. */
function described(
  title: string,
  parameters: readonly string[],
  { witnesses }: Case,
  environment: Environment,
): string {
  const named = witnesses.map(({ variable }) => `${variable} = ${environment.get(variable)}`);
  const about = parameters.map((parameter) => environment.get(parameter));
  return `${title}(${about.join(', ')})${named.length === 0 ? '' : ` with ${named.join(', ')}`}`;
}

function obligation(label: string, lines: readonly string[]): Obligation {
  const body = [`(echo ${stringLiteral(label)})`, ...lines, '(check-sat)'];
  return { label, script: scoped(body.join('\n')) };
}
