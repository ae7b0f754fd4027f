/**
 * Which processes an obligation is about: the ways to choose them for the names in its formulas.
 *
 * A *scope* is a list of parameters, which stand for pairwise distinct processes, and the witnesses of one case of a
 * formula, which differ from the processes they exclude. An obligation has one or two scopes, say a bad cube and a
 * transition; a process of one may be a process of the other. With any number of processes a choice is: the first name
 * is z1, and each further one an earlier process, where that is allowed, or the next new one. Every choice in an
 * instance of the model looks like one of these, up to the names of its processes, and nothing in the text depends on
 * them (processes are distinct and otherwise unknown).
 *
 * With a declared number of processes all choices among them are listed, unless the processes are interchangeable:
 * then renaming them turns obligations into obligations, and the first-come order above misses none but renamed ones.
 */
import type { Process } from '../../models/array-system/model.js';
import type { Environment } from './formula.js';
import type { Witness } from './split.js';
import type { Vocabulary } from './vocabulary.js';

export interface Scope {
  readonly parameters: readonly string[];
  readonly witnesses: readonly Witness[];
}

export interface Placement {
  /** What the names stand for, scope by scope. */
  readonly environments: readonly Environment[];
  /** How many processes are in the obligation. */
  readonly processes: number;
}

interface Binder {
  readonly scope: number;
  readonly name: string;
  readonly apart: readonly Process[];
}

function binders({ parameters, witnesses }: Scope, scope: number): Binder[] {
  const named = parameters.map((name) => ({ kind: 'bound' as const, name }));
  return [
    ...named.map(({ name }, position) => ({ scope, name, apart: named.slice(0, position) })),
    ...witnesses.map(({ variable, excluded }) => ({ scope, name: variable, apart: excluded })),
  ];
}

export function* placements(scopes: readonly Scope[], vocabulary: Vocabulary): Generator<Placement> {
  const all = scopes.flatMap(binders);
  const declared = vocabulary.system.processes;
  const chosen = scopes.map(() => new Map<string, number>());

  function taken({ scope, apart }: Binder): Set<number> {
    return new Set(
      apart.map((process) => (process.kind === 'constant' ? process.number : position(scope, process.name))),
    );
  }
  function position(scope: number, name: string): number {
    const found = chosen[scope]?.get(name);
    if (found === undefined) throw new Error(`the process ${name} is not bound before its use`);
    return found;
  }
  function* choose(next: number, used: number): Generator<Placement> {
    const binder = all[next];
    if (binder === undefined) {
      yield { environments: chosen.map((map) => names(map, vocabulary)), processes: declared ?? Math.max(used, 1) };
      return;
    }
    const avoided = taken(binder);
    const firstCome = Math.min(used + 1, declared ?? Number.POSITIVE_INFINITY);
    const last = vocabulary.interchangeable || declared === null ? firstCome : declared;
    for (let candidate = 1; candidate <= last; candidate++) {
      if (avoided.has(candidate)) continue;
      chosen[binder.scope]?.set(binder.name, candidate);
      yield* choose(next + 1, Math.max(used, candidate));
    }
  }
  yield* choose(0, 0);
}

function names(positions: ReadonlyMap<string, number>, vocabulary: Vocabulary): Environment {
  const environment = new Map<string, string>();
  for (const [name, position] of positions) environment.set(name, vocabulary.process(position));
  return environment;
}

/** All ways to give the parameters processes from the list; pairwise distinct ones, or equal ones too. */
export function* tuples(
  parameters: readonly string[],
  processes: readonly string[],
  distinct: boolean,
): Generator<Environment> {
  const environment = new Map<string, string>();
  function* choose(next: number): Generator<Environment> {
    const name = parameters[next];
    if (name === undefined) {
      yield new Map(environment);
      return;
    }
    for (const process of processes) {
      if (distinct && parameters.slice(0, next).some((earlier) => environment.get(earlier) === process)) continue;
      environment.set(name, process);
      yield* choose(next + 1);
    }
  }
  yield* choose(0);
}
