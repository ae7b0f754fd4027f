/** What steps mean, by the reference interpreter. */
import { describe, expect, it } from 'vitest';
import { type Configuration, initialOf, isDeadlock, type Machine, machineOf, next } from '../../judges/dve/machine.js';
import { explore, hasAcceptingCycle } from './explore.js';
import { model } from './support.js';

/** The names of control states, then all values, then messages; or what went wrong. */
function show({ model: of }: Machine, configuration: Configuration): string {
  if (configuration.kind === 'failed') return configuration.failure.text;
  const places = configuration.locations.map((state, process) => of.processes[process]?.states[state]?.name);
  const messages = configuration.queues.flat().map((message) => `<${message.join(' ')}>`);
  return [places.join(' '), configuration.values.join(' '), messages.join('')]
    .filter((part) => part !== '')
    .join(' | ');
}

/** What follows the first state of a model. */
function following(text: string): string[] {
  const machine = machineOf(model(text));
  return next(machine, initialOf(machine)).map((successor) => show(machine, successor.after));
}

/** The successors in a system of one process with the transition `s -> t`. */
const step = (clauses: string, variables = 'byte x = 1, y = 2, a[2] = {3, 4}; int z;') =>
  following(`${variables} process P { state s, t; init s; trans s -> t { ${clauses} }; } system async;`);

describe('a transition', () => {
  it('is taken when its guard is not 0', () => {
    expect(step('guard y - x;')).toEqual(['t | 1 2 3 4 0']);
    expect(step('guard y - 2 * x;')).toEqual([]);
    expect(step('')).toEqual(['t | 1 2 3 4 0']);
    expect(step('guard x == 1, y == 1;')).toEqual([]);
  });

  it('has effects one after the other, in the state it leads to', () => {
    expect(step('effect x = y, y = x + 1, a[y - 2] = P.t * 10 + P.s;')).toEqual(['t | 2 3 3 10 0']);
    expect(step('effect z = -7 / 2, x = 7 % 3 + (y << 3 >> 1);')).toEqual(['t | 9 2 3 4 -3']);
  });

  it('evaluates the value before the index', () => {
    expect(step('effect a[y] = 1 / 0;')).toEqual(['division by zero']);
    expect(step('effect a[y] = 300;')).toEqual(['there is no a[2]']);
  });

  it('is lazy from the left', () => {
    expect(step('guard y < 2 and a[y] == 0;')).toEqual([]);
    expect(step('guard x == 1 or a[y] == 0;')).toHaveLength(1);
    expect(step('guard y < 2 imply a[y] == 0;')).toHaveLength(1);
    expect(step('guard a[y] == 0 and y < 2;')).toEqual(['there is no a[2]']);
  });

  it('leads to the error state when a value does not fit', () => {
    expect(step('effect x = 256;')).toEqual(['256 does not fit x (byte)']);
    expect(step('effect a[1] = -1;')).toEqual(['-1 does not fit a[1] (byte)']);
    expect(step('effect z = 32767, z = z + 1;')).toEqual(['32768 does not fit z (int)']);
    expect(step('effect z = 1 << 31, z = 0;')).toEqual(['-2147483648 does not fit z (int)']);
    expect(step('effect z = x << 32;')).toEqual(['a shift by 32']);
    expect(step('effect x = 300 - 299, z = 0 - 32768;')).toEqual(['t | 1 2 3 4 -32768']);
  });

  it('leads to one error state, in which everything ends', () => {
    const text = `byte x; process P { state s; init s; trans s -> s { guard 1 / x; }, s -> s { effect x = 256; }; }
      process Q { state s, t; init s; trans s -> t {}; } system async;`;
    expect(explore(model(text))).toMatchObject({ states: 3, edges: 5, deadlocks: 0, failed: true });
  });

  it('reads constant arrays, which are no part of the state', () => {
    expect(step('effect x = t[x] + a;', 'byte x = 1, a[2] = {3, 4}; const byte t[3] = {7, 8, 9};')).toEqual([
      't | 11 3 4',
    ]);
    expect(step('effect x = t[x];', 'byte x = 3; const byte t[3] = {7, 8, 9};')).toEqual(['there is no t[3]']);
  });
});

describe('a rendez-vous', () => {
  const meeting = (sender: string, receiver: string, declared = 'byte x = 1, y = 2; channel c;') =>
    following(`${declared} process P { byte p = 3; state s, t; init s; trans s -> t { ${sender} }; }
      process Q { byte q = 4; state s, t; init s; trans s -> t { ${receiver} }; } system async;`);

  it('needs both, and both guards', () => {
    expect(meeting('sync c!;', 'sync c?;')).toEqual(['t t | 1 2 3 4']);
    expect(meeting('sync c!;', 'guard x == 0; sync c?;')).toEqual([]);
    expect(meeting('sync c!;', 'sync c!;')).toEqual([]);
  });

  it('takes the value from the state before, then the effects of the receiver, then those of the sender', () => {
    expect(meeting('sync c!x; effect x = y + 10, p = x;', 'sync c?q; effect y = q + 1, x = 5;')).toEqual([
      't t | 12 2 12 1',
    ]);
    expect(meeting('sync c!x + 1; effect x = 7;', 'sync c?x; effect q = x;')).toEqual(['t t | 7 2 3 2']);
  });

  it('is an error when the value does not fit, or a guard has none', () => {
    expect(meeting('sync c!300;', 'sync c?q;')).toEqual(['300 does not fit q (byte)']);
    expect(meeting('sync c!1 / (x - 1);', 'sync c?q;')).toEqual(['division by zero']);
    expect(meeting('sync c!;', 'guard 1 / (x - 1); sync c?;')).toEqual(['division by zero']);
    expect(meeting('guard 1 / (x - 1); sync c!;', 'guard x == 0; sync c?;')).toEqual([]);
  });

  it('carries several values of types, cut to them', () => {
    const declared = 'byte x = 1; int y; channel {byte, int} c[0];';
    expect(meeting('sync c!{300, 70000};', 'sync c?{x, y};', declared)).toEqual(['t t | 44 4464 3 4']);
  });

  it('is one step for each pair, and never one of a process with itself', () => {
    const text = `channel c; process P { state s; init s; trans s -> s { sync c!; }, s -> s { sync c!; }, s -> s { sync c?; }; }
      process Q { state s; init s; trans s -> s { sync c?; }; }
      process R { state s; init s; trans s -> s { sync c?; }; } system async;`;
    expect(following(text)).toHaveLength(4);
  });
});

describe('a channel with a buffer', () => {
  const text = `byte x = 1; channel {byte} c[2];
    process P { state s; init s; trans s -> s { guard x < 5; sync c!x; effect x = x + 1; }; }
    process Q { byte r; state s; init s; trans s -> s { sync c?r; effect r = r * 10; }; } system async;`;

  it('keeps messages in order, as many as it holds; what is sent is of the state before', () => {
    const machine = machineOf(model(text));
    const follow = (from: Configuration, ...choices: number[]): Configuration =>
      choices.reduce((at, choice) => next(machine, at)[choice]?.after as Configuration, from);
    const first = initialOf(machine);
    expect(show(machine, follow(first, 0, 0))).toBe('s s | 3 0 | <1><2>');
    expect(next(machine, follow(first, 0, 0)).map(({ moves }) => moves[0]?.process)).toEqual([1]);
    expect(show(machine, follow(first, 0, 0, 0))).toBe('s s | 3 10 | <2>');
    expect(next(machine, first).map(({ moves }) => moves[0]?.process)).toEqual([0]);
  });

  it('has finitely many states', () => {
    // 0 to 4 sent, of which all, all but one or all but two are received: 5 + 4 + 3; 7 steps of each process.
    expect(explore(model(text))).toMatchObject({ states: 12, edges: 14, deadlocks: 1 });
  });
});

describe('committed states', () => {
  it('move first', () => {
    const text = `byte x; channel c; process P { state s, t; init s; commit s; trans s -> t { guard x == 0; }, s -> t { sync c!; }; }
      process Q { state s, t; init s; trans s -> t {}, s -> t { sync c?; }; }
      process R { state s, t; init s; commit s; trans s -> t {}; } system async;`;
    expect(following(text)).toEqual(['t s s | 0', 's s t | 0']);
    expect(following(text.replace('commit s; trans s -> t {};', 'trans s -> t {};'))).toEqual(['t s s | 0']);
    expect(
      following(text.replace('x == 0', 'x == 1').replace('commit s; trans s -> t {};', 'trans s -> t {};')),
    ).toEqual([]);
  });

  it('meet only each other', () => {
    const text = `channel c; process P { state s, t; init s; commit s; trans s -> t { sync c!; }; }
      process Q { state s, t; init s; trans s -> t { sync c?; }; } system async;`;
    expect(following(text)).toEqual([]);
    expect(
      following(text.replaceAll('init s;', 'init s; commit s;').replace('commit s; commit s;', 'commit s;')),
    ).toEqual(['t t']);
  });
});

describe('assertions', () => {
  it('are violated where the process is there and the condition is 0 or has no value', () => {
    const text = `byte x = 2; process P { state s, t, u; init s; assert s: x == 2, t: x == 2, u: 1 / x == 0;
      trans s -> t { effect x = 1; }, t -> u { effect x = 0; }; } system async;`;
    expect([...explore(model(text)).violated]).toEqual(['x == 2', '1 / x == 0']);
    expect(explore(model(text.replace('x = 1;', 'x = 2;').replace('x = 0;', 'x = 2;'))).violated.size).toBe(0);
  });
});

describe('`system sync`', () => {
  const together = (p: string, q: string) =>
    following(`byte x = 1, y = 2, a[2]; channel c; process P { state s, t; init s; trans s -> t { ${p} }; }
      process Q { state s, t; init s; trans s -> t { ${q} }, s -> s { guard y == 1; }; } system sync;`);

  it('moves all processes at once, each seeing the state before', () => {
    expect(together('effect x = y;', 'effect y = x;')).toEqual(['t t | 2 1 0 0']);
    expect(together('effect a[0] = 1;', 'sync c!; effect a[1] = 1;')).toEqual(['t t | 1 2 1 1']);
    expect(together('effect x = 2;', 'guard x == 2;')).toEqual([]);
    expect(together('effect x = 2;', 'effect x = 2;')).toEqual(['two processes write one variable at once']);
  });
});

describe('a property', () => {
  const watched = (transitions: string, rest = 's -> t { effect x = 1; };') =>
    `byte x; process P { byte v = 3; state s, t; init s; trans ${rest} }
     process W { state q, r; init q; accept r; trans ${transitions} } system async property W;`;

  it('moves with the system, and sees the state before', () => {
    expect(following(watched('q -> r { guard x == 0 and P.s and P->v == 3; }, q -> q { guard x == 1; };'))).toEqual([
      't r | 1 3',
    ]);
    expect(following(watched('q -> q {}, q -> r {};'))).toEqual(['t q | 1 3', 't r | 1 3']);
  });

  it('cuts the run when it has no step, and stutters when the system has none', () => {
    expect(following(watched('q -> q { guard x == 1; };'))).toEqual([]);
    expect(following(watched('q -> r {};', 's -> t { guard x == 1; };'))).toEqual(['s r | 0 3']);
    const machine = machineOf(model(watched('q -> r {};', 's -> t { guard x == 1; };')));
    expect(isDeadlock(machine, initialOf(machine))).toBe(true);
    expect(next(machine, initialOf(machine))[0]?.moves).toEqual([]);
  });

  it('fails when its guard has no value', () => {
    expect(following(watched('q -> r { guard 1 / x; };'))).toEqual(['division by zero']);
  });

  it('holds unless a cycle goes through an accepting state', () => {
    const eventually = 'q -> q {}, q -> r { guard x == 0; }, r -> r { guard x == 0; };';
    expect(hasAcceptingCycle(model(watched(eventually)))).toBe(false);
    expect(hasAcceptingCycle(model(watched(eventually, 's -> t { effect x = 1; }, s -> s {};')))).toBe(true);
    expect(hasAcceptingCycle(model(watched('q -> r {};')))).toBe(false);
  });
});
