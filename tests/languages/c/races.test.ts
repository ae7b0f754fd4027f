/**
 * Data races of C files, compared with an explorer that shares nothing with what is tested: it runs all interleavings of small
 * random programs under SC with vector clocks, one for each thread and for each release sequence, as C11 tells
 * happens-before.
 */
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/check/check.js';
import { Random } from '../../random/random.js';
import { cases } from '../../support/size.js';

type Order = 'relaxed' | 'acquire' | 'release' | 'acq_rel' | 'seq_cst';
type Operation =
  | { readonly kind: 'read' | 'write'; readonly cell: number }
  | { readonly kind: 'load' | 'store' | 'exchange'; readonly cell: number; readonly order: Order }
  | { readonly kind: 'fence'; readonly order: Order }
  /** The next operation is done only if the atomic cell is 1. */
  | { readonly kind: 'gate'; readonly cell: number; readonly order: Order };

const PLAIN = ['x', 'z'];
const ATOMIC = ['y', 'w'];

function textOf(threads: readonly (readonly Operation[])[]): string {
  const line = (operation: Operation): string => {
    switch (operation.kind) {
      case 'read':
        return `seen = ${PLAIN[operation.cell]};`;
      case 'write':
        return `${PLAIN[operation.cell]} = 1;`;
      case 'load':
        return `(void)atomic_load_explicit(&${ATOMIC[operation.cell]}, memory_order_${operation.order});`;
      case 'store':
        return `atomic_store_explicit(&${ATOMIC[operation.cell]}, 1, memory_order_${operation.order});`;
      case 'exchange':
        return `atomic_exchange_explicit(&${ATOMIC[operation.cell]}, 1, memory_order_${operation.order});`;
      case 'fence':
        return `atomic_thread_fence(memory_order_${operation.order});`;
      case 'gate':
        return `if (atomic_load_explicit(&${ATOMIC[operation.cell]}, memory_order_${operation.order}) == 1)`;
    }
  };
  const bodies = threads.map(
    (operations, thread) =>
      `void *t${thread}(void *u) {\n  int seen = 0;\n${operations.map((each) => `  ${line(each)}\n`).join('')}  ;\n  return NULL;\n}\n`,
  );
  const creations = threads.map((_, thread) => `  pthread_create(&p, NULL, t${thread}, NULL);\n`);
  return `#include <stdatomic.h>\n#include <pthread.h>\nint x, z;\natomic_int y, w;\n${bodies.join('')}int main(void) {\n  pthread_t p;\n${creations.join('')}  return 0;\n}\n`;
}

type Clock = readonly number[];

interface State {
  readonly at: readonly number[];
  readonly clocks: readonly Clock[];
  /** What relaxed loads have brought, and what the last release fence had. */
  readonly loaded: readonly Clock[];
  readonly fenced: readonly Clock[];
  readonly values: readonly number[];
  /** For each atomic cell the clock of the release sequence of each thread. */
  readonly sequences: readonly (readonly Clock[])[];
  /** For each plain cell and thread the time of the last read and write. */
  readonly reads: readonly Clock[];
  readonly writes: readonly Clock[];
}

const acquires = (order: Order) => order !== 'relaxed' && order !== 'release';
const releases = (order: Order) => order !== 'relaxed' && order !== 'acquire';
const join = (one: Clock, other: Clock): Clock => one.map((time, at) => Math.max(time, other[at] as number));
const put = <T>(list: readonly T[], at: number, value: T): T[] => list.map((each, k) => (k === at ? value : each));

function races(threads: readonly (readonly Operation[])[]): boolean {
  const zero = threads.map(() => 0);
  const first: State = {
    at: zero,
    clocks: threads.map((_, thread) => put(zero, thread, 1)),
    loaded: threads.map(() => zero),
    fenced: threads.map(() => zero),
    values: ATOMIC.map(() => 0),
    sequences: ATOMIC.map(() => threads.map(() => zero)),
    reads: PLAIN.map(() => zero),
    writes: PLAIN.map(() => zero),
  };
  const known = new Set<string>();
  const stack = [first];
  for (let state = stack.pop(); state !== undefined; state = stack.pop()) {
    const key = JSON.stringify(state);
    if (known.has(key)) continue;
    known.add(key);
    for (const [thread, operations] of threads.entries()) {
      const left = operations.slice(state.at[thread]);
      const [operation] = left;
      if (operation === undefined) continue;
      // A gate that is closed leaves out what it stands before, which may be a gate with what follows it.
      const closed = left.findIndex(({ kind }) => kind !== 'gate') + 1;
      const next = step(state, thread, operation, closed === 0 ? left.length : closed);
      if (next === null) return true;
      stack.push(next);
    }
  }
  return false;
}

/** Null: a race. */
function step(state: State, thread: number, operation: Operation, closed: number): State | null {
  const clock = state.clocks[thread] as Clock;
  const later = (by: number): State => ({ ...state, at: put(state.at, thread, (state.at[thread] as number) + by) });
  const seen = (times: Clock) => times.every((time, other) => other === thread || time <= (clock[other] as number));
  switch (operation.kind) {
    case 'read':
    case 'write': {
      const { cell } = operation;
      const isWrite = operation.kind === 'write';
      if (!seen(state.writes[cell] as Clock) || (isWrite && !seen(state.reads[cell] as Clock))) return null;
      const next = later(1);
      const own = clock[thread] as number;
      const which = isWrite ? 'writes' : 'reads';
      return {
        ...next,
        [which]: put(state[which], cell, put(state[which][cell] as Clock, thread, own)),
        clocks: put(state.clocks, thread, put(clock, thread, own + 1)),
      };
    }
    case 'fence': {
      const { order } = operation;
      const now = acquires(order) ? join(clock, state.loaded[thread] as Clock) : clock;
      const fenced = releases(order) ? put(state.fenced, thread, behind(now, thread)) : state.fenced;
      return { ...later(1), clocks: put(state.clocks, thread, now), fenced };
    }
    default: {
      const { cell, kind, order } = operation;
      const sequences = state.sequences[cell] as readonly Clock[];
      const reads = kind !== 'store';
      const brought = sequences.reduce(join, sequences[0] as Clock);
      const now = reads && acquires(order) ? join(clock, brought) : clock;
      const loaded = reads ? put(state.loaded, thread, join(state.loaded[thread] as Clock, brought)) : state.loaded;
      const next = { ...later(kind === 'gate' && state.values[cell] !== 1 ? closed : 1), loaded };
      const clocks = put(state.clocks, thread, now);
      if (kind === 'load' || kind === 'gate') return { ...next, clocks };
      const given = releases(order) ? behind(now, thread) : (state.fenced[thread] as Clock);
      const kept =
        kind === 'exchange' ? sequences : sequences.map((each, k) => (k === thread ? each : each.map(() => 0)));
      const mine = releases(order) && kind === 'store' ? given : join(kept[thread] as Clock, given);
      return {
        ...next,
        clocks,
        values: put(state.values, cell, 1),
        sequences: put(state.sequences, cell, put(kept, thread, mine)),
      };
    }
  }
}

/** What the thread has done so far; its clock counts what it does next. */
function behind(clock: Clock, thread: number): Clock {
  return put(clock, thread, (clock[thread] as number) - 1);
}

function randomThreads(random: Random): Operation[][] {
  const order = (): Order => random.pick(['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'] as const);
  const storeOrder = (): Order => random.pick(['relaxed', 'release', 'seq_cst'] as const);
  const loadOrder = (): Order => random.pick(['relaxed', 'acquire', 'seq_cst'] as const);
  const operation = (): Operation => {
    const cell = random.between(0, 1);
    switch (random.between(0, 7)) {
      case 0:
      case 1:
        return { kind: 'write', cell };
      case 2:
        return { kind: 'read', cell };
      case 3:
        return { kind: 'load', cell, order: loadOrder() };
      case 4:
        return { kind: 'store', cell, order: storeOrder() };
      case 5:
        return { kind: 'exchange', cell, order: order() };
      case 6:
        return { kind: 'fence', order: random.pick(['acquire', 'release', 'acq_rel', 'seq_cst'] as const) };
      default:
        return { kind: 'gate', cell, order: loadOrder() };
    }
  };
  return Array.from({ length: 2 + random.between(0, 1) }, () =>
    Array.from({ length: 2 + random.between(0, 3) }, operation),
  );
}

/** Most random programs race at once; these pass a plain cell on through an atomic one. */
function passing(random: Random): Operation[][] {
  const order = (...orders: readonly Order[]): Order => random.pick(orders);
  const cell = random.between(0, 1);
  const fence = (one: Order): Operation[] => (random.between(0, 1) === 0 ? [{ kind: 'fence', order: one }] : []);
  const first: Operation[] = [
    { kind: 'write', cell: 0 },
    ...fence('release'),
    { kind: random.pick(['store', 'exchange'] as const), cell, order: order('relaxed', 'release') },
    ...(random.between(0, 1) === 0 ? [{ kind: 'store', cell, order: 'relaxed' } as const] : []),
  ];
  const middle: Operation[] = [
    { kind: random.pick(['exchange', 'store'] as const), cell, order: order('relaxed', 'acq_rel') },
  ];
  const last: Operation[] = [
    { kind: 'load', cell, order: 'relaxed' },
    { kind: 'gate', cell, order: order('relaxed', 'acquire') },
    { kind: 'write', cell: random.between(0, 1) },
  ];
  const withFence = last.flatMap((each, at) =>
    at === 1 ? [each, { kind: 'fence', order: 'acquire' } as const] : [each],
  );
  const ending = random.between(0, 1) === 0 ? last : withFence;
  return random.between(0, 1) === 0 ? [first, ending] : [first, middle, ending];
}

describe('data races', () => {
  test('as vector clocks find them', async () => {
    const random = new Random(20);
    const found = { holds: 0, violated: 0 };
    for (let k = 0; k < cases(1500, 24); k++) {
      const threads = k % 2 === 0 ? randomThreads(random) : passing(random);
      const text = textOf(threads);
      const answer = await check(text, { file: 'race.c', races: true });
      if (!answer.ok) throw new Error(`${JSON.stringify(answer.diagnostics)}\n${text}`);
      const expected = races(threads) ? 'violated' : 'holds';
      expect(answer.outcome.verdict, text).toBe(expected);
      found[expected]++;
    }
    expect(found.holds).toBeGreaterThan(0);
    expect(found.violated).toBeGreaterThan(0);
  });

  test('are looked for under SC alone', async () => {
    const answer = await check('int main(void) { return 0; }\n', { file: 'race.c', races: true, memory: 'tso' });
    expect(answer.ok).toBe(false);
  });

  test('joining and locks order accesses', async () => {
    const text = (body: string) => `#include <pthread.h>
int x;
pthread_mutex_t m;
void *t(void *u) { ${body} return NULL; }
int main(void) {
  pthread_t a, b;
  x = 1;
  pthread_create(&a, NULL, t, NULL);
  pthread_create(&b, NULL, t, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  x = 2;
  return 0;
}
`;
    const verdict = async (body: string) => {
      const answer = await check(text(body), { file: 'race.c', races: true });
      return answer.ok ? answer.outcome.verdict : answer.diagnostics;
    };
    expect(await verdict('pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);')).toBe('holds');
    expect(await verdict('x++;')).toBe('violated');
  });
});
