/**
 * The values that writes may have: a superset of those of all candidate executions, for guessing what reads return.
 *
 * Every thread is run with every value that something may have written so far for every read, again and again until no
 * new value appears. A program that counts never comes to that; but the value of a write goes back, from write to write,
 * over no more of them than an execution has (unless it comes out of thin air), so as many rounds are enough. A long
 * program may take too many steps; then the answer is incomplete.
 */
import type { Value } from '../../memory/axiomatic/event.js';
import type { Step } from '../../memory/axiomatic/thread.js';

const STEPS = 100_000;

interface PossibleValues {
  of(location: string): readonly Value[];
  readonly complete: boolean;
}

export function possibleValues(threads: readonly Step[], initial: (location: string) => Value): PossibleValues {
  const written = new Map<string, Set<Value>>();
  /** Of the rounds before. */
  let known = new Map<string, readonly Value[]>();
  let left = STEPS;
  let changed = true;

  const choices = (locations: readonly string[]): Value[][] =>
    locations.reduce<Value[][]>(
      (tuples, location) => {
        const values = new Set([initial(location), ...(known.get(location) ?? [])]);
        return tuples.flatMap((tuple) => [...values].map((value) => [...tuple, value]));
      },
      [[]],
    );
  const add = (location: string, value: Value): void => {
    const values = written.get(location) ?? new Set();
    if (!values.has(value)) changed = true;
    written.set(location, values.add(value));
  };
  /** The largest number of writes in one run. */
  const run = (thread: Step): number => {
    const stack = [{ step: thread, writes: 0 }];
    let most = 0;
    for (let top = stack.pop(); top !== undefined && left > 0; top = stack.pop(), left--) {
      const { step, writes } = top;
      most = Math.max(most, writes);
      if (step.kind === 'read') {
        for (const values of choices(step.locations)) stack.push({ step: step.next(values), writes });
      }
      if (step.kind === 'fence') stack.push({ step: step.next(), writes });
      if (step.kind === 'write') {
        for (const { location, value } of step.writes) add(location, value);
        stack.push({ step: step.next(), writes: writes + 1 });
      }
    }
    return most;
  };

  for (let round = 0, writes = 1; round <= writes && changed && left > 0; round++) {
    changed = false;
    known = new Map([...written].map(([location, values]) => [location, [...values]]));
    writes = threads.reduce((sum, thread) => sum + run(thread), 0);
  }
  const lists = new Map([...written].map(([location, values]) => [location, [...values]]));
  return { of: (location) => lists.get(location) ?? [], complete: left > 0 };
}
