/**
 * Threads that never step again, by sweeps over a graph of states until nothing changes: slow, plain, and shared with nothing.
 * A thread hangs in a state from which no path leads to a step of it. A state is released if a thread hangs at an `assume`,
 * and counts if some path leads to where nothing more can be released.
 */
export interface StateGraph {
  /** By state. */
  readonly successors: readonly (readonly number[])[];
  readonly steps: readonly ReadonlySet<number>[];
  readonly threads: number;
  isEnd(state: number, thread: number): boolean;
  isAssumed(state: number, thread: number): boolean;
}

/** For each state the threads that are stuck there. */
export function stuckBySweeps(graph: StateGraph): number[][] {
  const { successors, steps, threads } = graph;
  const states = [...successors.keys()];
  const eventually = (isGoal: (state: number) => boolean): boolean[] => {
    const found = states.map(isGoal);
    for (let changed = true; changed; ) {
      changed = false;
      for (const state of states) {
        if (found[state] || !(successors[state] as number[]).some((other) => found[other])) continue;
        found[state] = true;
        changed = true;
      }
    }
    return found;
  };
  const all = Array.from({ length: threads }, (_, thread) => thread);
  const later = all.map((thread) => eventually((state) => (steps[state] as Set<number>).has(thread)));
  const hanging = states.map((state) => all.filter((thread) => !later[thread]?.[state]));
  const released = eventually((state) => (hanging[state] as number[]).some((thread) => graph.isAssumed(state, thread)));
  const counts = eventually((state) => !released[state]);
  return states.map((state) =>
    counts[state] ? (hanging[state] as number[]).filter((thread) => !graph.isEnd(state, thread)) : [],
  );
}
