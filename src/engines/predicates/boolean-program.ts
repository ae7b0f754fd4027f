/**
 * The boolean program of a system and a vocabulary of predicates: the system again, with a boolean variable for each
 * predicate and nothing else (Dan, Meshman, Vechev, Yahav 2013, section 4.1; Ball, Majumdar, Millstein, Rajamani 2001).
 *
 * A command assigns to the variable of predicate p
 *
 *     choose(cubes that imply wp(command, p), cubes that imply wp(command, not p))
 *
 * where a cube is a conjunction of predicates and negations, all before the step, of at most the given size, and a weakest
 * precondition is a substitution under the guard. It is blocked by the cubes that imply the negation of its guard.
 *
 * Two things beside the paper. A command also says what its guard teaches of predicates that it does not assign: then the
 * variable keeps its value where the cubes are silent. And pairs of literals that contradict each other are listed, so
 * that a state can be closed under what its literals imply.
 */
import { type Cube, type CubeSearch, coneOf } from '../../logic/integer/cubes.js';
import { type Formula, not, substitute } from '../../logic/integer/formula.js';
import type { Command, FlatSystem } from './system.js';

export interface BooleanUpdate {
  readonly predicate: number;
  /** Otherwise the command leaves the predicate alone, and its guard may teach its value. */
  readonly assigned: boolean;
  readonly whenTrue: readonly Cube[];
  readonly whenFalse: readonly Cube[];
}

export interface BooleanCommand {
  /** A command does not happen in a state that one of these is true of. */
  readonly blocked: readonly Cube[];
  readonly updates: readonly BooleanUpdate[];
  /** Predicates on variables that are dead after it. */
  readonly forgotten: readonly number[];
}

export interface BooleanProgram {
  readonly predicates: readonly Formula[];
  /** By command of the system. */
  readonly commands: readonly BooleanCommand[];
  /** Pairs of literals that no state satisfies. */
  readonly contradictions: readonly Cube[];
  /** The different cubes of two and more literals that are in it. */
  readonly cubes: readonly Cube[];
  /** Cubes that imply that a formula is false. */
  excluding(formula: Formula): readonly Cube[];
}

/** Yields after each predicate of each command. */
export function* buildBooleanProgram(
  system: FlatSystem,
  predicates: readonly Formula[],
  size: number,
  search: CubeSearch,
): Generator<void, BooleanProgram> {
  const commands: BooleanCommand[] = [];
  const large = new Map<string, Cube>();
  const kept = (cubes: readonly Cube[]) => {
    for (const cube of cubes) if (cube.length > 1) large.set(cube.join(), cube);
    return cubes;
  };
  for (const command of system.commands) {
    const blocked = kept(implicants(not(command.guard)));
    // What never happens needs no more words: the empty cube is true of every state.
    const leads = !command.fails && !blocked.some(({ length }) => length === 0);
    const updates: BooleanUpdate[] = [];
    for (const [number, predicate] of leads ? predicates.entries() : []) {
      updates.push(...updateOf(command, predicate, number));
      yield;
    }
    commands.push({ blocked, updates, forgotten: leads ? forgottenAfter(system, command, predicates) : [] });
  }
  return {
    predicates,
    commands,
    contradictions: search.contradictions(2),
    cubes: [...large.values()],
    excluding: (formula) => implicants(not(formula)),
  };

  function implicants(formula: Formula, context: readonly Formula[] = []): readonly Cube[] {
    return search.implicants(formula, size, coneOf(formula, predicates), context);
  }

  function updateOf({ guard, updates }: Command, predicate: Formula, number: number): readonly BooleanUpdate[] {
    const assigned = predicate.variables.some((variable) => updates.has(variable));
    const taught = predicate.variables.some((variable) => guard.variables.includes(variable));
    if (!assigned && !taught) return [];
    const after = substitute(predicate, (variable) => updates.get(variable));
    const context = guard.kind === 'true' ? [] : [guard];
    const whenTrue = kept(implicants(after, context));
    const whenFalse = kept(implicants(not(after), context));
    // What is known anyway need not be said again.
    const news = (cubes: readonly Cube[], literal: number) => cubes.filter((cube) => !cube.includes(literal));
    if (assigned) return [{ predicate: number, assigned, whenTrue, whenFalse }];
    const [yes, no] = [news(whenTrue, 2 * number), news(whenFalse, 2 * number + 1)];
    return yes.length + no.length === 0 ? [] : [{ predicate: number, assigned, whenTrue: yes, whenFalse: no }];
  }
}

function forgottenAfter({ dead }: FlatSystem, { thread, to }: Command, predicates: readonly Formula[]): number[] {
  const variables = dead[thread]?.[to] as ReadonlySet<number>;
  return predicates.flatMap((predicate, number) =>
    predicate.variables.some((variable) => variables.has(variable)) ? [number] : [],
  );
}
