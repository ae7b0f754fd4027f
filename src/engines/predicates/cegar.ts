/**
 * Abstract, explore, refine: one system, from some predicates to a proof or to a path that the system has (Graf and Saïdi
 * 1997; Clarke, Grumberg, Jha, Lu, Veith 2000).
 *
 *     build the boolean program; explore it
 *     nothing bad            -> proved
 *     a path of the system   -> a violation
 *     paths that are none    -> the predicates along them, and again; larger cubes where there are none
 */
import { type Cube, CubeSearch } from '../../logic/integer/cubes.js';
import type { Formula } from '../../logic/integer/formula.js';
import { Prover } from '../../logic/integer/prover.js';
import { buildBooleanProgram } from './boolean-program.js';
import { type AbstractPath, Exploration, type Reached } from './explore.js';
import { type Feasibility, feasibility } from './path.js';
import { newPredicates, ordersOf } from './refine.js';
import type { FlatSystem } from './system.js';

export interface RefinementLimits {
  readonly maxStates: number;
  readonly maxPredicates: number;
  /** Cubes of boolean programs: at first, and at most. */
  readonly cubeSize: number;
  readonly maxCubeSize: number;
  /** Bad states that do not count: position in the system's list; null for none. */
  readonly excused: number | null;
}

export type RealPath = AbstractPath & { readonly values: Extract<Feasibility, { kind: 'real' }> };

/** The limit that is reached, or null where a path that the program does not have yields no new predicates. */
export type StuckReason = { readonly limit: 'abstract states' | 'predicates'; readonly value: number } | null;

export type Refined = { readonly predicates: readonly Formula[] } & (
  | {
      readonly kind: 'proved';
      readonly reached: readonly Reached[];
      /** The cubes of several literals that the proof has used. */
      readonly cubes: readonly Cube[];
      /** A state that is excused is really reached. */
      readonly excused: boolean;
    }
  /** Real paths, the shortest first. */
  | { readonly kind: 'real'; readonly paths: readonly RealPath[] }
  | { readonly kind: 'stuck'; readonly reason: StuckReason }
);

/** What was done so far; the engine's, over all systems that it looks at. */
export interface Tally {
  predicates: number;
  cubes: number;
  solverCalls: number;
  states: number;
  refinements: number;
}

/** Refinements from so many paths at once. */
const PATHS = 6;

/** Yields when something was counted. */
export function* refineUntilDecided(
  system: FlatSystem,
  given: readonly Formula[],
  limits: RefinementLimits,
  tally: Tally,
): Generator<string, Refined> {
  const prover = new Prover(system.variables);
  const callsBefore = tally.solverCalls;
  let predicates = given;
  let size = limits.cubeSize;
  for (;;) {
    const count = (states: number) => {
      tally.predicates = predicates.length;
      tally.solverCalls = callsBefore + prover.counts.calls;
      tally.states = states;
    };
    const search = new CubeSearch(prover, predicates);
    const building = buildBooleanProgram(system, predicates, size, search);
    const program = yield* counted(building, 'abstraction', () => count(tally.states));
    // Cubes that are predicates are cubes, too.
    tally.cubes = program.cubes.length + predicates.filter(({ kind }) => kind === 'and').length;
    const exploration = new Exploration(system, program, prover, { ...limits, paths: PATHS });
    const end = yield* counted(exploration.run(), 'exploration', () => count(exploration.states));
    if (end.kind === 'full')
      return { kind: 'stuck', predicates, reason: { limit: 'abstract states', value: limits.maxStates } };

    const paths = end.kind === 'closed' ? end.excused : end.paths;
    const judged = paths.map((path) => ({ path, answer: feasibility(system, path) }));
    const real = judged.flatMap(({ path, answer }) => (answer.kind === 'real' ? [{ ...path, values: answer }] : []));
    if (end.kind === 'closed' && (paths.length === 0 || real.length > 0)) {
      const cubes = [...new Map([...exploration.used].map((cube) => [cube.join(), cube])).values()];
      return { kind: 'proved', predicates, reached: end.reached, cubes, excused: real.length > 0 };
    }
    if (real.length > 0) return { kind: 'real', predicates, paths: real };
    const known = new Map(predicates.map((predicate) => [predicate.key, predicate]));
    for (const { path, answer } of judged) {
      if (answer.kind !== 'spurious') continue;
      for (const predicate of newPredicates(system, path, answer.cores, new Set(known.keys())))
        known.set(predicate.key, predicate);
    }
    for (const order of ordersOf(known.values(), system)) known.set(order.key, order);
    if (known.size > limits.maxPredicates)
      return { kind: 'stuck', predicates, reason: { limit: 'predicates', value: limits.maxPredicates } };
    if (known.size > predicates.length) {
      predicates = [...known.values()];
      tally.refinements++;
    } else if (size < limits.maxCubeSize) size++;
    else return { kind: 'stuck', predicates, reason: null };
  }
}

/** Does the work, and says in which phase it is whenever something was counted. */
function* counted<T>(work: Generator<unknown, T>, phase: string, count: () => void): Generator<string, T> {
  for (;;) {
    const next = work.next();
    count();
    if (next.done === true) return next.value;
    yield phase;
  }
}
