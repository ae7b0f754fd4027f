/**
 * Where to put fences, or which writes to make atomic: the fewest places, and proof that fewer do not do.
 *
 * The loop of counterexample-guided repair (Barnat, Brim, Havel: LTL model checking of parallel programs with
 * under-approximated TSO memory model, 2012, section IV; Abdulla et al., TACAS 2012, for fences), but with memory: every
 * counterexample becomes a clause that no later set may ignore, and what is tried next is a cheapest set that satisfies all
 * clauses (`hitting-set.ts`). The paper mends one run after the other and never takes a place back, so its sets can be too
 * large; here a set is only ever as large as the runs demand.
 *
 * Contract of the oracle. Places are numbered from 0; `ask(S)` is about the program with the places S taken. When it is
 * violated, `clauseOf` names places C and D (`hit` and `without`) such that
 *
 *     (*)  every S' that has none of C, and all of D, has a violating run as well.
 *
 * For safety D is empty: the run of S is one of S' too, because a place that is not taken forbids nothing, and a place of
 * S' forbids only runs that pass it in a way which puts it into C (`clause.ts`). A lasso is a run like any other: C has
 * what its prefix or its cycle passes so. With fairness a thread may rest on the way because a place of S keeps it from
 * going on; without this place it would have to go on. Such places are D.
 *
 * Theorem. The first set with the verdict `holds` is a cheapest one. Let S* be any set that holds. By (*) it satisfies
 * every clause: one that it does not satisfy would give it a violating run. The set that is tried is a cheapest one that
 * satisfies all clauses, so it costs no more than S*. The search ends, because by (*) for S' = S a clause is not satisfied
 * by the set it came from (checked here), and there are finitely many sets. A larger C only makes a clause weaker: the
 * answer stays right, and more rounds may be needed.
 *
 * A clause with nothing in it is a run that no set of places forbids, one of SC for example: not repairable.
 *
 * Any violated set gives a clause, not only a cheapest one. With `apart` the first clauses are looked for with all places of
 * those before taken, so that they share none with them: then a set needs one place for each, and the bound is known early.
 *
 * All sets. After a success F, the clause "not all of F" forbids F and what contains it, and the loop goes on. Each later
 * success S is minimal by inclusion: a part of it that holds would satisfy all clauses too, also the forbidding ones, and
 * cost less. When no set is left, all minimal ones are found.
 *
 * Cost: first the sum of what the places cost, 1 each unless said otherwise; then their number, then their weights (how unlike
 * the places that people choose they are), then the order of the text.
 */
import type { Note, Reason } from '../engines/remarks.js';
import { type Clause, type Costs, cheapestSet, satisfies } from './hitting-set.js';

export type OracleAnswer<Run> =
  | { readonly verdict: 'holds' }
  | { readonly verdict: 'violated'; readonly run: Run }
  | { readonly verdict: 'unknown'; readonly reasons: readonly Reason[] };

export interface Oracle<Run> {
  ask(places: readonly number[]): Promise<OracleAnswer<Run>>;
  /** See (*) above; `run` is what `ask(places)` found. */
  clauseOf(run: Run, places: readonly number[]): Clause;
}

interface SearchQuestion<Run> {
  readonly oracle: Oracle<Run>;
  /** One for each place; small numbers are preferred. */
  readonly weights: readonly number[];
  /** 1 for each place unless given. */
  readonly costs?: Costs;
  /** Look for all minimal sets, at most this many; for one cheapest set unless given. */
  readonly all?: number;
  /** Begin with clauses that share no place: each new one is asked for with the places of all before it taken. */
  readonly apart?: boolean;
}

interface SearchCounts {
  /** Questions to the oracle. */
  readonly iterations: number;
  readonly clauses: readonly Clause[];
}

export type SearchResult<Run> = SearchCounts &
  (
    | {
        readonly kind: 'repaired';
        /** In the order in which they were found, so the first is a cheapest one. */
        readonly sets: readonly (readonly number[])[];
        /** Whether these are all minimal sets; when not, the notes say why. */
        readonly complete: boolean;
        readonly notes: readonly Note[];
      }
    | {
        readonly kind: 'unrepairable';
        /** Of the program with these places taken. */
        readonly run: Run;
        readonly places: readonly number[];
        /** The run is there whichever places are taken. */
        readonly always: boolean;
      }
    | {
        readonly kind: 'unknown';
        readonly reasons: readonly Reason[];
        /** Every set that holds costs at least so much: so many places, unless costs are given. */
        readonly lowerBound: number;
      }
  );

export async function searchPlaces<Run>(question: SearchQuestion<Run>): Promise<SearchResult<Run>> {
  const { oracle, weights, costs = () => 1, all, apart = false } = question;
  const clauses: Clause[] = [];
  const forbidden: Clause[] = [];
  const sets: (readonly number[])[] = [];
  const known = new Set<string>();
  let last = null as { readonly run: Run; readonly places: readonly number[]; readonly always: boolean } | null;
  let iterations = 0;
  const learn = (run: Run, places: readonly number[]): Clause => {
    const clause = oracle.clauseOf(run, places);
    if (satisfies(new Set(places), clause)) throw new Error('a run is said to be forbidden by the places it passed');
    clauses.push(clause);
    last = { run, places, always: clause.hit.length === 0 && clause.without.length === 0 };
    return clause;
  };
  for (let [going, taken] = [apart, new Set<number>()]; going; ) {
    const places = [...taken].sort((one, other) => one - other);
    const answer = await oracle.ask(places);
    iterations++;
    if (answer.verdict === 'holds') known.add(places.join());
    if (answer.verdict !== 'violated') break;
    const { hit } = learn(answer.run, places);
    taken = new Set([...places, ...hit]);
    going = hit.length > 0;
  }
  for (;;) {
    const counts = { iterations, clauses };
    const places = cheapestSet(weights, [...clauses, ...forbidden], costs);
    if (places === null) {
      if (sets.length > 0) return { kind: 'repaired', sets, complete: true, notes: [], ...counts };
      if (last === null) throw new Error('no clause forbids the empty set');
      return { kind: 'unrepairable', ...last, ...counts };
    }
    if (sets.length >= (all ?? 1)) {
      const notes = all === undefined ? [] : [{ code: 'some sets', most: all } as const];
      return { kind: 'repaired', sets, complete: false, notes, ...counts };
    }
    const asked = !known.has(places.join());
    const answer: OracleAnswer<Run> = asked ? await oracle.ask(places) : { verdict: 'holds' };
    if (asked) iterations++;
    if (answer.verdict === 'unknown') {
      const { reasons } = answer;
      const notes = [{ code: 'incomplete', reasons } as const];
      if (sets.length > 0) return { kind: 'repaired', sets, complete: false, notes, clauses, iterations };
      const lowerBound = places.reduce((sum, place) => sum + costs(place), 0);
      return { kind: 'unknown', reasons, lowerBound, clauses, iterations };
    }
    if (answer.verdict === 'holds') {
      sets.push(places);
      forbidden.push({ hit: [], without: places });
      continue;
    }
    learn(answer.run, places);
  }
}
