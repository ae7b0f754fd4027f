/**
 * Fewer local states: one from which a thread can only go on by a single local step, and which no target tells from the
 * next, is that next one. A configuration with the thread in the first can always be followed by the same configuration
 * with the thread in the second, nothing else leads on from the first, and a violation in one is one in the other: so the
 * targets that can be reached are the same. What is left out is remembered in the statements of transitions.
 */
import type { ThreadAutomaton } from './automaton.js';
import type { Automaton, Statement, Target, Transition } from './system.js';

/** What stands for a local state: another one, and the statements that lead there. */
interface Ahead {
  readonly state: number;
  readonly statements: readonly Statement[];
}

export interface Compressed {
  readonly automaton: Automaton;
  /** For each initial state first values of the locals. */
  readonly locals: readonly (readonly number[])[];
  /** For each old state its number now; null when it is gone. */
  readonly numbers: readonly (number | null)[];
}

export function compress(thread: ThreadAutomaton, number: number, targets: readonly Target[]): Compressed {
  const { states, initial, transitions } = thread;
  const leaving = states.map((): Transition[] => []);
  for (const transition of transitions) leaving[transition.from]?.push(transition);
  const told = tellApart(states.length, number, targets);
  const ahead = states.map((_, state) => lookAhead(state, leaving, told));

  const kept = new Map<number, number>();
  const keep = (state: number): number => {
    const known = kept.get(state);
    if (known !== undefined) return known;
    kept.set(state, kept.size);
    return kept.size - 1;
  };
  const begin = initial.map(({ state, locals }) => {
    const next = ahead[state] as Ahead;
    return { state: keep(next.state), locals, statements: next.statements };
  });
  const found = new Map<string, Transition>();
  // The map grows while it is walked: all states that can still be reached.
  for (const [old, from] of kept) {
    for (const { operation, to, statements, fails } of leaving[old] as Transition[]) {
      const next = ahead[to] as Ahead;
      const renamed = { from, operation, to: keep(next.state), statements: [...statements, ...next.statements], fails };
      const key = `${from} ${JSON.stringify(operation)} ${renamed.to}`;
      // A local step that stays where it is changes nothing.
      if (operation.kind === 'nop' && renamed.to === from) continue;
      if (!found.has(key)) found.set(key, renamed);
    }
  }
  const unique = begin.filter(({ state }, k) => begin.findIndex((other) => other.state === state) === k);
  return {
    automaton: {
      states: kept.size,
      initial: unique.map(({ state, statements }) => ({ state, statements })),
      transitions: [...found.values()],
    },
    locals: unique.map(({ locals }) => locals),
    numbers: states.map((_, state) => kept.get(state) ?? null),
  };
}

/** For each state the targets that hold it. */
function tellApart(states: number, thread: number, targets: readonly Target[]): readonly string[] {
  const told = Array.from({ length: states }, (): number[] => []);
  for (const [target, { threads }] of targets.entries()) {
    const part = threads.find((each) => each.thread === thread);
    for (const state of part?.states ?? []) told[state]?.push(target);
  }
  return told.map((each) => each.join());
}

function lookAhead(state: number, leaving: readonly (readonly Transition[])[], told: readonly string[]): Ahead {
  const passed = new Set<number>();
  const statements: Statement[] = [];
  let here = state;
  for (;;) {
    const [only, ...more] = leaving[here] as readonly Transition[];
    if (only === undefined || more.length > 0 || only.operation.kind !== 'nop') break;
    // Around a loop of local steps nothing is gained.
    if (told[only.to] !== told[here] || passed.has(only.to) || only.to === here) break;
    passed.add(here);
    statements.push(...only.statements);
    here = only.to;
  }
  return { state: here, statements };
}
