/** Algorithms as programs in code, for tests and benchmarks. */

import type { NeverProperty, Program, Template } from '../../../src/models/program/model.js';
import {
  apply,
  array,
  assign,
  at,
  BOOL,
  both,
  edge,
  INT,
  local,
  location,
  never,
  not,
  number,
  range,
  scalar,
  shared,
  sharing,
  template,
} from '../../support/build.js';

/** No two threads are at this location. */
export function exclusion(threads: number, location: number): NeverProperty[] {
  return Array.from({ length: threads }, (_, one) =>
    Array.from({ length: one }, (_, other) => {
      const condition = both(at(other, location), at(one, location));
      return never('mutex', condition, `P(${other})@cs && P(${one})@cs`);
    }),
  ).flat();
}

/** Threads of one template with a parameter 0, 1... and then these first values. */
function instances(count: number, ...others: readonly (readonly number[])[]): Program['threads'] {
  return Array.from({ length: count }, (_, me) => ({ name: `P(${me})`, template: 0, initial: [[me], ...others] }));
}

/** Peterson's lock for two threads. */
export function peterson(fence: boolean): Program {
  const [me, other] = [local(0), apply(number(1), '-', local(0))];
  const entry: Template = template(
    'P',
    1,
    [scalar('me', range(0, 1))],
    [location('ncs'), location(), location(), location('wait'), location(), location('cs')],
    [
      edge(0, 1, { updates: [assign(shared(0, me), 1)], text: 'flag[me] = true' }),
      edge(1, 2, { updates: [assign(shared(1), other)], text: 'turn = other' }),
      edge(2, 3, { fence, text: fence ? 'fence' : 'skip' }),
      edge(3, 5, { guard: not(shared(0, other)), text: 'await !flag[other]' }),
      edge(3, 4, { guard: shared(0, other), text: 'flag[other]' }),
      edge(4, 5, { guard: apply(shared(1), '==', me), text: 'await turn == me' }),
      edge(4, 3, { guard: apply(shared(1), '!=', me), text: 'turn != me' }),
      edge(5, 0, { updates: [assign(shared(0, me), 0)], text: 'flag[me] = false' }),
    ],
  );
  return {
    shared: [sharing(array('flag', BOOL, 2)), sharing(scalar('turn', range(0, 1)))],
    templates: [entry],
    threads: instances(2),
    never: exclusion(2, 5),
    outOfRange: 'failure',
  };
}

/** The filter lock: n - 1 levels, one thread stays behind at each. Locals: me, L, k. */
export function filterLock(n: number, fence = false): Program {
  const [me, level, k] = [local(0), local(1), local(2)];
  const rest = apply(k, '<', n);
  const done = apply(k, '==', n);
  const lock: Template = template(
    'P',
    1,
    [scalar('me', range(0, n - 1)), scalar('L', range(0, n - 1)), scalar('k', range(0, n))],
    [location('ncs'), location(), location(), location('wait'), location('cs'), location(), location()],
    [
      edge(0, 1, { updates: [assign(level, 1)], text: 'L = 1' }),
      edge(1, 2, { updates: [assign(shared(0, me), level)], text: 'level[me] = L' }),
      edge(2, 6, { updates: [assign(shared(1, level), me), assign(k, 0)], text: 'victim[L] = me' }),
      edge(6, 3, { fence, text: fence ? 'fence' : 'skip' }),
      edge(3, 3, { guard: apply(k, '==', me), updates: [assign(k, apply(k, '+', 1))], text: 'k == me' }),
      edge(3, 3, {
        guard: apply(apply(rest, '&&', apply(k, '!=', me)), '&&', apply(shared(0, k), '<', level)),
        updates: [assign(k, apply(k, '+', 1))],
        text: 'level[k] < L',
      }),
      edge(3, 5, {
        guard: apply(apply(rest, '&&', apply(k, '!=', me)), '&&', apply(shared(0, k), '>=', level)),
        text: 'level[k] >= L',
      }),
      edge(5, 3, { guard: apply(shared(1, level), '==', me), text: 'victim[L] == me' }),
      edge(5, 3, { guard: apply(shared(1, level), '!=', me), updates: [assign(k, n)], text: 'victim[L] != me' }),
      edge(3, 1, {
        guard: apply(done, '&&', apply(level, '<', n - 1)),
        updates: [assign(level, apply(level, '+', 1))],
        text: 'next level',
      }),
      edge(3, 4, { guard: apply(done, '&&', apply(level, '==', n - 1)), text: 'enter' }),
      edge(4, 0, { updates: [assign(shared(0, me), 0)], text: 'level[me] = 0' }),
    ],
  );
  return {
    shared: [sharing(array('level', range(0, n - 1), n)), sharing(array('victim', range(0, n - 1), n))],
    templates: [lock],
    threads: instances(n, [0], [0]),
    never: exclusion(n, 4),
    outOfRange: 'failure',
  };
}

/** Store buffering: both threads may read 0 under TSO, not with fences. */
export function storeBuffering(fence: boolean): Program {
  const side: Template = template(
    'P',
    1,
    [scalar('me', range(0, 1)), scalar('r', range(0, 2))],
    [location(), location(), location(), location('end')],
    [
      edge(0, 1, { updates: [assign(shared(0, local(0)), 1)], text: 'x[me] = 1' }),
      edge(1, 2, { fence, text: 'fence' }),
      edge(2, 3, { updates: [assign(local(1), shared(0, apply(number(1), '-', local(0))))], text: 'r = x[1 - me]' }),
    ],
  );
  const zero = (thread: number) => {
    const read = { kind: 'localOf', thread, variable: 1, index: null } as const;
    const isZero = { kind: 'unary', operator: '!', operand: read } as const;
    return both(at(thread, 3), isZero);
  };
  return {
    shared: [sharing(array('x', range(0, 1), 2))],
    templates: [side],
    threads: instances(2, [0]),
    never: [never('both', both(zero(0), zero(1)), 'P(0).r == 0 && P(1).r == 0')],
    outOfRange: 'failure',
  };
}

/** Message passing: the flag overtakes the data under PSO only. */
export function messagePassing(): Program {
  return {
    shared: [sharing(scalar('data', range(0, 5))), sharing(scalar('flag', BOOL))],
    templates: [
      template(
        'Sender',
        0,
        [],
        [location(), location(), location()],
        [
          edge(0, 1, { updates: [assign(shared(0), 5)], text: 'data = 5' }),
          edge(1, 2, { updates: [assign(shared(1), 1)], text: 'flag = true' }),
        ],
      ),
      template(
        'Receiver',
        0,
        [scalar('got', range(0, 5))],
        [location(), location(), location('end')],
        [
          edge(0, 1, { guard: shared(1), text: 'await flag' }),
          edge(1, 2, { updates: [assign(local(0), shared(0))], text: 'got = data' }),
        ],
      ),
    ],
    threads: [
      { name: 'Sender', template: 0, initial: [] },
      { name: 'Receiver', template: 1, initial: [[0]] },
    ],
    never: [
      never(
        'stale',
        both(at(1, 2), {
          kind: 'binary',
          operator: '!=',
          left: { kind: 'localOf', thread: 1, variable: 0, index: null },
          right: { kind: 'constant', value: 5 },
        }),
        'Receiver@end && Receiver.got != 5',
      ),
    ],
    outOfRange: 'failure',
  };
}

/** Each thread adds 1 to a counter, `rounds` times, atomically or not; the counter is checked at the end. */
export function counter(threads: number, rounds: number, atomic: boolean): Program {
  const adder: Template = template(
    'P',
    1,
    [scalar('me', range(0, threads - 1)), scalar('r', INT), scalar('i', range(0, rounds))],
    [location(), location(), location('end')],
    atomic
      ? [
          edge(0, 0, {
            guard: apply(local(2), '<', rounds),
            updates: [assign(shared(0), apply(shared(0), '+', 1)), assign(local(2), apply(local(2), '+', 1))],
            atomic: true,
            text: 'fetch_add(x, 1)',
          }),
          edge(0, 2, { guard: apply(local(2), '==', rounds), fence: true, text: 'done' }),
        ]
      : [
          edge(0, 1, { guard: apply(local(2), '<', rounds), updates: [assign(local(1), shared(0))], text: 'r = x' }),
          edge(1, 0, {
            updates: [assign(shared(0), apply(local(1), '+', 1)), assign(local(2), apply(local(2), '+', 1))],
            text: 'x = r + 1',
          }),
          edge(0, 2, { guard: apply(local(2), '==', rounds), fence: true, text: 'done' }),
        ],
  );
  const ends = Array.from({ length: threads }, (_, thread) => at(thread, 2)).reduce(both);
  const wrong = {
    kind: 'binary',
    operator: '!=',
    left: { kind: 'memory', variable: 0, index: null },
    right: { kind: 'constant', value: threads * rounds },
  } as const;
  return {
    shared: [sharing(scalar('x', INT))],
    templates: [adder],
    threads: instances(threads, [0], [0]),
    never: [never('lost', both(ends, wrong), 'a count is lost')],
    outOfRange: 'failure',
  };
}
