/**
 * Parts of a property that are the same but for the names of threads. `ltl live: G (T(i)@wait -> F T(i)@cs)` is a question for each
 * thread; where threads are interchangeable, one of these questions is enough.
 *
 * Let p exchange two threads as in `explicit/reduce/symmetry.ts`: s has a step to s' exactly when p(s) has one to p(s'), by
 * the thread that p makes of the one that steps. If the initial states are the same after p, then p takes runs to runs and back.
 * A run is fair exactly when its image is, since fairness asks the same of all threads and all queues. If p makes of each
 * proposition of one question that of another, in their order, and both have the same automaton, then a run
 * violates the first exactly when its image violates the second. So the two have the same answer, for the same buffers; and a step
 * that fails is met in both or in none. This goes on along chains of exchanges.
 *
 * To merge states that are the same after renaming needs more, for fairness speaks of each thread by name (`fair-names.ts`).
 */
import { type Cells, offsetOf } from '../../models/program/cells.js';
import type { Program } from '../../models/program/model.js';
import { type SpecialProgram, specialise } from '../../models/program/specialise.js';
import type { TemporalQuestion } from '../../models/program/temporal.js';
import type { VariableKind } from '../explicit/reduce/kinds.js';
import { type Exchange, exchangeOf, mayFail } from '../explicit/reduce/symmetry.js';

/** More threads, or conditions, are not looked at. */
const MOST_THREADS = 12;
const MOST_CONDITIONS = 200;

/** By question, the first one that has the same answer. */
export function firstAlike(program: Program, questions: readonly TemporalQuestion[]): number[] {
  const first = questions.map((_, number) => number);
  const threads = [...program.threads.keys()];
  const conditions = questions.flatMap(({ propositions }) => propositions);
  if (questions.length < 2 || threads.length > MOST_THREADS || conditions.length > MOST_CONDITIONS) return first;
  const special = { ...specialise(program), never: conditions };
  if (conditions.some((condition) => mayFail(special, condition))) return first;
  const shapes = questions.map(({ automaton, invariant, premise }) =>
    JSON.stringify([automaton, invariant === undefined, premise ?? null]),
  );
  const begins = questions.map(
    (_, number) => questions.slice(0, number).flatMap(({ propositions }) => propositions).length,
  );
  const textOf = (texts: readonly string[], number: number): string => {
    const { length } = questions[number]?.propositions ?? [];
    const begin = begins[number] as number;
    return JSON.stringify([shapes[number], texts.slice(begin, begin + length)]);
  };
  for (const one of threads) {
    for (const other of threads.slice(one + 1)) {
      const exchange = exchangeOf(special, one, other);
      if (exchange === null || !sameBeginning(special, exchange)) continue;
      const known = new Map(questions.map((_, number) => [textOf(exchange.before, number), number]));
      for (const number of questions.keys()) {
        const image = known.get(textOf(exchange.after, number));
        if (image !== undefined) join(first, number, image);
      }
    }
  }
  return first.map((_, number) => root(first, number));
}

function root(first: readonly number[], number: number): number {
  let at = number;
  while (first[at] !== at) at = first[at] as number;
  return at;
}

function join(first: number[], one: number, other: number): void {
  const [left, right] = [root(first, one), root(first, other)];
  first[Math.max(left, right)] = Math.min(left, right);
}

/** Whether the initial states are the same after the exchange. What never changes was looked at with the code. */
function sameBeginning(
  { program, shared, constants, threads }: SpecialProgram,
  { group, renaming }: Exchange,
): boolean {
  const same = (
    cells: Cells,
    kinds: readonly VariableKind[],
    fixed: readonly (number | null)[],
    before: readonly (number | 'any')[],
    after: readonly (number | 'any')[],
  ): boolean =>
    before.every((value, cell) => {
      if (fixed[cell] !== null) return true;
      const variable = cells.owners[cell] as number;
      const offset = offsetOf(cells, variable);
      const image = after[offset + renaming.value(kinds[variable]?.index ?? null, cell - offset)];
      return value === 'any' ? image === 'any' : image === renaming.value(kinds[variable]?.value ?? null, value);
    });
  const memory = program.shared.flatMap(({ initial }) => initial);
  if (!same(shared, group.memory, constants, memory, memory)) return false;
  return threads.every(({ cells, constants: own }, thread) => {
    const [before, after] = [thread, renaming.thread(thread)].map(
      (each) => program.threads[each]?.initial.flat() ?? [],
    );
    return same(cells, group.locals[thread] ?? [], own, before ?? [], after ?? []);
  });
}
