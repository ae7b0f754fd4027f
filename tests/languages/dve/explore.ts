/** All states of a DVE model by its reference interpreter, breadth first, and what tests ask about them. */
import type { DveModel } from '../../../src/languages/dve/index.js';
import {
  type Configuration,
  configurationKey,
  initialOf,
  isAccepting,
  isDeadlock,
  machineOf,
  next,
  violatedAssertions,
} from '../../judges/dve/machine.js';

export interface Explored {
  readonly states: number;
  readonly edges: number;
  readonly deadlocks: number;
  /** The error state is reached. */
  readonly failed: boolean;
  /** Asserted conditions that are violated somewhere. */
  readonly violated: ReadonlySet<string>;
  readonly complete: boolean;
}

export function explore(
  model: DveModel,
  { most = 1_000_000, visit = (_: Configuration, _depth: number): void => {} } = {},
): Explored {
  const machine = machineOf(model);
  const first = initialOf(machine);
  const seen = new Set([configurationKey(first)]);
  let frontier: Configuration[] = [first];
  let [edges, deadlocks, failed, complete] = [0, 0, false, true];
  const violated = new Set<string>();
  for (let depth = 0; frontier.length > 0 && complete; depth++) {
    const found: Configuration[] = [];
    for (const configuration of frontier) {
      visit(configuration, depth);
      failed ||= configuration.kind === 'failed';
      for (const { assertion } of violatedAssertions(machine, configuration)) violated.add(assertion.text);
      const successors = next(machine, configuration);
      edges += successors.length;
      if (successors.length === 0 && isDeadlock(machine, configuration)) deadlocks++;
      for (const { after } of successors) {
        const key = configurationKey(after);
        if (seen.has(key)) continue;
        seen.add(key);
        found.push(after);
      }
      if (seen.size > most) {
        complete = false;
        break;
      }
    }
    frontier = found;
  }
  return { states: seen.size, edges, deadlocks, failed, violated, complete };
}

/** Is there a reachable cycle through an accepting state? By strongly connected components (Tarjan), without recursion. */
export function hasAcceptingCycle(model: DveModel): boolean {
  const machine = machineOf(model);
  const numbers = new Map<string, number>();
  const targets: number[][] = [];
  const accepting: boolean[] = [];
  const states: Configuration[] = [];
  const numberOf = (configuration: Configuration): number => {
    const key = configurationKey(configuration);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, states.length);
    states.push(configuration);
    accepting.push(isAccepting(machine, configuration));
    return states.length - 1;
  };
  numberOf(initialOf(machine));
  for (let at = 0; at < states.length; at++) {
    targets.push(next(machine, states[at] as Configuration).map(({ after }) => numberOf(after)));
  }
  return acceptingComponent(targets, accepting);
}

function acceptingComponent(targets: readonly (readonly number[])[], accepting: readonly boolean[]): boolean {
  const order = new Int32Array(targets.length).fill(-1);
  const low = new Int32Array(targets.length);
  const open = new Uint8Array(targets.length);
  const stack: number[] = [];
  const calls: { state: number; at: number }[] = [{ state: 0, at: 0 }];
  let count = 0;
  while (calls.length > 0) {
    const call = calls.at(-1) as { state: number; at: number };
    const { state } = call;
    if (call.at === 0 && order[state] === -1) {
      order[state] = low[state] = count++;
      stack.push(state);
      open[state] = 1;
    }
    const target = targets[state]?.[call.at++];
    if (target !== undefined) {
      if (order[target] === -1) calls.push({ state: target, at: 0 });
      else if (open[target] === 1) low[state] = Math.min(low[state] as number, order[target] as number);
      continue;
    }
    calls.pop();
    const caller = calls.at(-1)?.state;
    if (caller !== undefined) low[caller] = Math.min(low[caller] as number, low[state] as number);
    if (low[state] !== order[state]) continue;
    const component: number[] = [];
    for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
      open[member] = 0;
      component.push(member);
      if (member === state) break;
    }
    const cyclic = component.length > 1 || targets[state]?.includes(state) === true;
    if (cyclic && component.some((member) => accepting[member])) return true;
  }
  return false;
}
