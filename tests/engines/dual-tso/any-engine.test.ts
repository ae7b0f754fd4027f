import { describe, expect, it } from 'vitest';
import { type AnySource, anySource } from '../../../src/engines/automata/any-source.js';
import { DUAL_TSO } from '../../../src/engines/dual-tso/taker.js';
import { checkCertificate } from '../../../src/evidence/minor-set/judge.js';
import { readProgram } from '../../../src/languages/program/index.js';
import type { StateExpression } from '../../../src/models/program/model.js';
import { Random } from '../../random/random.js';
import { at, both } from '../../support/build.js';
import { cases, least } from '../../support/size.js';
import { compareAny, runAny } from './any-compare.js';
import { runDual } from './compare.js';
import { randomAnySource } from './random-any.js';

function sourceOf(text: string): AnySource | { readonly refused: string } {
  const { program, diagnostics } = readProgram(text, 'test.fp');
  if (program === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return anySource(program, DUAL_TSO);
}

function run(text: string) {
  const source = sourceOf(text);
  if ('refused' in source) throw new Error(source.refused);
  return runAny(source);
}

/** The verdict, with the number of threads of a violation. */
function verdict(text: string): string {
  const { answer } = run(text);
  if (answer.verdict === 'holds') expect(checkCertificate(answer.system, answer.certificate)).toEqual({ ok: true });
  return answer.verdict === 'violated' ? `violated with ${answer.count}` : answer.verdict;
}

function refusal(text: string): string {
  const source = sourceOf(text);
  if ('refused' in source) return source.refused;
  const { answer } = runAny(source);
  return answer.verdict === 'unknown' ? answer.reason : answer.verdict;
}

const SPIN_LOCK = `shared lock: 0..1
thread T[any] {
  loop {
    while (swap(lock, 1) == 1) { while (lock == 1) {} }
    cs: skip
    lock = 0
  }
}
never mutex: T(i)@cs && T(j)@cs`;

describe('litmus tests with any number of threads', () => {
  const SB = (fence: string) => `shared x: 0..1, y: 0..1
thread A[any] { x = 1 ${fence} await y == 0; done: skip }
thread B[any] { y = 1 ${fence} await x == 0; done: skip }
never both: A(i)@done && B(j)@done`;

  it('SB is allowed with one thread of each, and not with fences', () => {
    expect(verdict(SB(';'))).toBe('violated with 1');
    expect(verdict(SB('; fence;'))).toBe('holds');
  });

  it('SB in one kind of thread', () => {
    const either = (fence: string) => `shared x: 0..1, y: 0..1
thread T[any] {
  choose { x = 1 ${fence} await y == 0; left: skip } or { y = 1 ${fence} await x == 0; right: skip }
}
never both: T(i)@left && T(j)@right`;
    expect(verdict(either(';'))).toBe('violated with 2');
    expect(verdict(either('; fence;'))).toBe('holds');
  });

  it('MP is not allowed, unless somebody puts back x', () => {
    const MP = (again: string) => `shared x: 0..1, y: 0..1
thread Writer[any] { x = 1; y = 1 ${again} }
thread Reader { await y == 1; await x == 0; done: skip }
never stale: Reader@done`;
    expect(verdict(MP(''))).toBe('holds');
    expect(verdict(MP('; x = 0'))).toBe('violated with 1');
  });

  it('LB is not allowed', () => {
    expect(
      verdict(`shared x: 0..1, y: 0..1
thread A[any] { await x == 1; y = 1; done: skip }
thread B[any] { await y == 1; x = 1; done: skip }
never both: A(i)@done && B(j)@done`),
    ).toBe('holds');
  });

  it.each([
    ['WRC', ['x = 1', 'await x == 1; y = 1', 'await y == 1; await x == 0'], 'holds'],
    ['ISA2', ['x = 1; y = 1', 'await y == 1; z = 1', 'await z == 1; await x == 0'], 'holds'],
    ['RWC', ['x = 1', 'await x == 1; await y == 0', 'y = 1; await x == 0'], 'violated'],
    ['RWC, fenced', ['x = 1', 'await x == 1; await y == 0', 'y = 1; fence; await x == 0'], 'holds'],
    ['W+RWC', ['x = 1; z = 1', 'await z == 1; await y == 0', 'y = 1; await x == 0'], 'violated'],
    ['IRIW', ['x = 1', 'y = 1', 'await x == 1; await y == 0', 'await y == 1; await x == 0'], 'holds'],
  ])('%s, any number of each', (_, bodies, expected) => {
    const threads = bodies.map((body, k) => `thread P${k}[any] { ${body}; done: skip }`);
    const ends = bodies.map((_, k) => `P${k}(i${k})@done`);
    // A run may have more threads than are needed.
    expect(verdict(`shared x, y, z: 0..1\n${threads.join('\n')}\nnever ends: ${ends.join(' && ')}`)).toMatch(expected);
  });

  it('a run has as many threads as it needs', () => {
    const steps = (count: number) => `shared x: 0..${count}
thread T[any] {
  choose { atomic { assume x == 0; x = 1 } } or { atomic { assume x == 1; x = 2 } } or { atomic { assume x == 2; x = 3 } }
  or { await x == 3; done: skip }
}
never end: T(i)@done`;
    expect(verdict(steps(3))).toBe('violated with 4');
  });

  it('a thread that does nothing is one of the run when the condition speaks of it', () => {
    const program = 'shared x: 0..1\nthread T[any] { start: x = 1; done: skip }\nnever T(i)@start && T(j)@done';
    expect(verdict(program)).toBe('violated with 2');
    expect(verdict(program.replace('j)@done', 'j)@start'))).toBe('violated with 2');
  });

  it('so is one of which nothing is asked in the end', () => {
    expect(verdict('thread T[any] { local r: int\n here: skip }\nnever T(j)@here && T(k).r == 0')).toBe(
      'violated with 2',
    );
  });

  it('each thread begins in one of several initial states', () => {
    const begin = 'thread T[any] { local b: 0..1 = ?; await b == 1; done: skip }\nnever T(i)@done';
    expect(verdict(begin)).toBe('violated with 1');
    const pair = `shared x: 0..1
thread T[any] { local b: 0..1 = ?; fence; if (b == 1) { x = 1; one: skip } else { await x == 1; other: skip } }
never T(i)@one && T(j)@other`;
    expect(verdict(pair)).toMatch('violated');
    expect(verdict(pair.replace('= ?', '= 0'))).toBe('holds');
  });

  it('threads in a fixed number stay in it', () => {
    const program = (threads: string) => `shared x: 0..2
thread Once${threads} { atomic { assume x < 2; x = x + 1 } }
thread T[any] { await x == 2; done: skip }
never end: T(i)@done`;
    expect(verdict(program(''))).toBe('holds');
    expect(verdict(program('[2]'))).toBe('violated with 1');
  });
});

describe('locks with any number of threads', () => {
  it('a spin lock holds, with few configurations', () => {
    expect(verdict(SPIN_LOCK)).toBe('holds');
    expect(run(SPIN_LOCK).counts.minimal).toBe(2);
  });

  it('it is broken when looking and taking are two steps', () => {
    const broken = SPIN_LOCK.replace(/while \(swap.*\n/, 'await lock == 0\n    lock = 1\n');
    expect(broken).not.toBe(SPIN_LOCK);
    const { answer } = run(broken);
    if (answer.verdict !== 'violated') throw new Error('two threads see it free');
    expect(answer.count).toBe(2);
    expect(answer.trace.names).toEqual(['T(0)', 'T(1)']);
    expect(answer.trace.violated.property).toBe('mutex');
  });

  it('it is broken when a thread gives it back that does not have it', () => {
    const beside = SPIN_LOCK.replace('never', 'thread Thief { lock = 0 }\nnever');
    expect(verdict(beside)).toBe('violated with 2');
  });

  it('three in a semaphore for two', () => {
    const semaphore = (places: number) => `shared free: 0..2 = ${places}
thread T[any] {
  loop { atomic { assume free > 0; free = free - 1 }; cs: skip; atomic { free = free + 1 } }
}
never three: T(i)@cs && T(j)@cs && T(k)@cs
never two: false`;
    expect(verdict(semaphore(2))).toBe('holds');
    expect(verdict(semaphore(2).replace('false', 'T(i)@cs && T(j)@cs'))).toBe('violated with 2');
  });
});

describe('conditions on memory with any number of threads', () => {
  it('a store that waits', () => {
    const program = (fence: string) =>
      `shared x: 0..1\nthread T[any] { x = 1; ${fence} done: skip }\nnever T(i)@done && x == 0`;
    expect(verdict(program(''))).toBe('violated with 1');
    expect(verdict(program('fence;'))).toBe('holds');
    expect(verdict(program('').replace('x == 0', 'T(j)@done && x == 0'))).toBe('violated with 2');
  });

  it('a lock is held by who is inside', () => {
    const held = SPIN_LOCK.replace('never mutex: T(i)@cs && T(j)@cs', 'invariant held: T(i)@cs -> lock == 1');
    expect(held).not.toBe(SPIN_LOCK);
    expect(verdict(held)).toBe('holds');
    expect(verdict(`${held}\nthread Thief { lock = 0 }`)).toBe('violated with 1');
    expect(verdict(held.replace(/while \(swap.*\n/, 'await lock == 0\n    lock = 1\n'))).toBe('violated with 1');
  });

  it('of memory alone', () => {
    const order = 'shared x, y: 0..1\nthread T[any] { y = 1; x = 1 }\nnever x == 1 && y == 0';
    expect(verdict(order)).toBe('holds');
    expect(verdict(order.replace('y = 1; x = 1', 'x = 1; y = 1'))).toBe('violated with 1');
    // The other one waits with y = 0 until x is there.
    expect(verdict(order.replace('y = 1; x = 1', 'y = 1; x = 1; y = 0'))).toBe('violated with 1');
    const counter = (most: number) => `shared x: 0..5
thread T[any] { atomic { assume x < ${most}; x = x + 1 } }
never many: x == 3`;
    expect(verdict(counter(2))).toBe('holds');
    expect(verdict(counter(3))).toBe('violated with 3');
  });
});

describe('certificates', () => {
  it('are rejected when a configuration is taken out', () => {
    const { answer } = run(SPIN_LOCK.replace('cs: skip', 'cs: fence; fence'));
    if (answer.verdict !== 'holds') throw new Error('it is a lock');
    const { system, certificate } = answer;
    expect(checkCertificate(system, certificate)).toEqual({ ok: true });
    for (const position of certificate.configurations.keys()) {
      const configurations = certificate.configurations.toSpliced(position, 1);
      expect(checkCertificate(system, { ...certificate, configurations }).ok).toBe(false);
    }
  });

  it('for two threads are none for any number', () => {
    const source = sourceOf(`shared x: 0..1
thread T[any] { choose { await x == 1; done: skip } or { fence; x = 1 } }
never both: T(i)@done && T(j)@done`);
    if ('refused' in source) throw new Error(source.refused);
    expect(runAny(source).answer).toMatchObject({ verdict: 'violated', count: 3 });
    const two = source.instance(2);
    if ('refused' in two) throw new Error(two.refused);
    const { answer } = runDual(two);
    if (answer.verdict !== 'holds') throw new Error('nobody is left to write');
    expect(answer.system.threads).toEqual([0, 0]);
    expect(checkCertificate(answer.system, answer.certificate)).toEqual({ ok: true });
    expect(checkCertificate({ ...answer.system, any: [0] }, answer.certificate).ok).toBe(false);
  });
});

describe('what is refused', () => {
  it.each([
    [
      'shared x: 0..9\nthread T[any] { x = self; done: skip }\nnever T(i)@done',
      'T looks at its own number: the Dual-TSO engine is for threads that do not',
    ],
    [
      'shared x: 0..9\nthread T[any] { local me = self > 100; if (me) { x = 1 }; done: skip }\nnever T(i)@done',
      'T looks at its own number: the Dual-TSO engine is for threads that do not',
    ],
    [
      'shared x: 0..9\nthread T[any] { await count(T) > 100; x = 1; done: skip }\nnever T(i)@done',
      'the program asks how many T there are: the Dual-TSO engine is for programs that do not',
    ],
    [
      'shared a[T]: 0..1\nthread T[any] { a[0] = 1; done: skip }\nnever T(i)@done',
      'shared array a has a cell for each T: the Dual-TSO engine is for a fixed number of cells',
    ],
    [
      'shared x: 0..1\nthread T[any] { x = 1; done: skip }\nnever one: T(3)@done',
      'the condition of one speaks of a certain T: write T(i), for all of them',
    ],
    [
      'shared x: 0..1\nthread T[any] { x = 1; done: skip }\nnever one: T(i)@done && i > 100',
      'the condition of one looks at the number i of a thread: the Dual-TSO engine is for conditions that do not',
    ],
    [
      'shared x: 0..1\nthread T[any] { x = 1; done: skip }\nthread U[any] { x = 0; done: skip }\nnever T(i)@done && U(i)@done',
      'the conditions tell one T from another: the Dual-TSO engine is for any of them',
    ],
    ['shared x: 0..1\nthread T { x = 1 }', 'no thread is declared with [any]'],
  ])('%s', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it('sources that do not keep their promises', () => {
    const source = sourceOf(SPIN_LOCK);
    if ('refused' in source) throw new Error(source.refused);
    const changed = (change: (count: number) => object): AnySource => ({
      ...source,
      instance: (count) => ({ ...source.instance(count), ...change(count) }) as ReturnType<AnySource['instance']>,
    });
    const made = (count: number) => {
      const program = source.instance(count);
      if ('refused' in program) throw new Error(program.refused);
      return program;
    };
    const all = changed((count) => {
      const { never, threads } = made(count);
      const condition = threads.map((_, thread) => at(thread, 0)).reduce(both);
      return { never: [{ ...never[0], condition }] };
    });
    expect(runAny(all).answer).toEqual({
      verdict: 'unknown',
      reason: 'the conditions depend on how many T there are: speak of some of them, not of all',
    });
    const memory = changed((count) => {
      const { never, threads } = made(count);
      const held: StateExpression = {
        kind: 'binary',
        operator: '==',
        left: { kind: 'memory', variable: 0, index: null },
        right: { kind: 'constant', value: count % 2 },
      };
      return { never: threads.map((_, thread) => ({ ...never[0], condition: both(at(thread, 0), held) })) };
    });
    expect(runAny(memory).answer).toHaveProperty(
      'reason',
      expect.stringMatching(/^the conditions depend on how many T/),
    );
    const longer = changed((count) => {
      const { templates } = made(count);
      return { templates: templates.map((each) => ({ ...each, edges: each.edges.slice(count % 2) })) };
    });
    expect(runAny(longer).answer).toHaveProperty('reason', expect.stringMatching(/^T depends on how many threads/));
  });
});

describe('limits', () => {
  /** All must have begun before the first goes on. */
  const steps = (count: number) => `shared x: 0..${count}
thread T[any] { atomic { assume x == 0 }; atomic { assume x < ${count}; x = x + 1 } }
thread F { await x == ${count}; done: skip }
never end: F@done`;

  it('end in unknown, and say what was reached', () => {
    const source = sourceOf(steps(3));
    if ('refused' in source) throw new Error(source.refused);
    const { answer } = runAny(source, { maxConfigurations: 3, maxMegabytes: 64 });
    expect(answer).toHaveProperty('reason', expect.stringContaining('the limit of 3 configurations was reached'));
  });

  it('of threads in one configuration', () => {
    expect(verdict(steps(6))).toBe('violated with 6');
    expect(refusal(steps(20))).toContain('the search needs more than 16 processes at once');
  });
});

describe('random programs with any number of threads', () => {
  it('agree with one, two and three threads; violations replay, certificates are accepted', () => {
    const agreed = { holds: 0, violated: 0, searched: 0 };
    for (let seed = 0; seed < cases(100); seed++) {
      const source = randomAnySource(new Random(seed));
      const { answer, wrong } = compareAny(source);
      expect(wrong, `seed ${seed}`).toBeNull();
      if (answer.verdict === 'unknown') continue;
      agreed[answer.verdict]++;
      if (answer.verdict === 'holds' && answer.certificate.configurations.length > 3) agreed.searched++;
    }
    expect(agreed.holds).toBeGreaterThan(least(30));
    expect(agreed.searched).toBeGreaterThan(least(15));
    expect(agreed.violated).toBeGreaterThan(least(35));
  });

  it('agree where conditions look at memory', () => {
    const agreed = { holds: 0, violated: 0, searched: 0 };
    for (let seed = 0; seed < cases(60, 8); seed++) {
      const { answer, wrong } = compareAny(randomAnySource(new Random(seed), true));
      expect(wrong, `seed ${seed}`).toBeNull();
      if (answer.verdict === 'unknown') continue;
      agreed[answer.verdict]++;
      if (answer.verdict === 'holds' && answer.certificate.configurations.length > 3) agreed.searched++;
    }
    expect(agreed.holds).toBeGreaterThan(least(18));
    expect(agreed.searched).toBeGreaterThan(least(7));
    expect(agreed.violated).toBeGreaterThan(least(18));
  });

  it('a violation with some threads is one for the engine that is given as many', () => {
    for (let seed = 100; seed < 100 + cases(40); seed++) {
      const source = randomAnySource(new Random(seed));
      const { answer } = runAny(source);
      if (answer.verdict !== 'violated') continue;
      expect(runDual(source.instance(answer.count)).answer.verdict, `seed ${seed}`).toBe('violated');
    }
  });
});
