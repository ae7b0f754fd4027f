/** Integers without bound: shifts and stale values change what is stored, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { ExplicitAnswer } from '../../../src/engines/explicit/engine.js';
import { type ShiftClass, shiftClasses } from '../../../src/engines/explicit/reduce/shift.js';
import { staleLocals } from '../../../src/engines/explicit/reduce/stale.js';
import { readProgram } from '../../../src/languages/program/index.js';
import { type MemoryName, memoryNamed } from '../../../src/memory/models.js';
import { liveness, observedLocals } from '../../../src/models/program/liveness.js';
import type { Expression, Program } from '../../../src/models/program/model.js';
import { templateOf } from '../../../src/models/program/parts.js';
import { specialise } from '../../../src/models/program/specialise.js';
import { counterProgram } from '../../random/explicit/counters.js';
import { Random } from '../../random/random.js';
import { apply, assign, edge, INT, local, location, scalar, shared, sharing, template } from '../../support/build.js';
import { askExplicit, type Told } from '../../support/engines.js';
import { cases, least } from '../../support/size.js';

const MEMORIES: readonly MemoryName[] = ['sc', 'tso', 'pso'];
const TICKETS = `
shared next: int, serving: int
thread T[3] {
  local mine: int
  loop {
    mine = fetch_add(next, 1)
    await serving == mine
    cs: skip
    serving = mine + 1
  }
}
never mutex: T(i)@cs && T(j)@cs
`;

function programOf(text: string): Program {
  const { program, diagnostics } = readProgram(text, 'random.fp');
  const made = program?.instantiate(null);
  if (made?.kind !== 'program') throw new Error(`${diagnostics.map(({ message }) => message).join('; ')}\n${text}`);
  return made.program;
}

function run(
  program: Program,
  memory: MemoryName,
  symmetry: boolean,
  maxStates: number,
): { answer: Told<ExplicitAnswer>; states: number } {
  const limits = { maxStates, maxMegabytes: 100 };
  const { answer, counts } = askExplicit({ program, memory: memoryNamed(memory), buffer: 2, symmetry, limits });
  return { answer, states: counts.states ?? 0 };
}

/** What must not depend on the reduction. */
function gist(answer: Told<ExplicitAnswer>): unknown {
  if (answer.verdict === 'violated') return [answer.verdict, answer.trace.steps.length];
  return answer.verdict === 'holds' ? [answer.verdict, answer.unbounded] : answer.verdict;
}

function classesOf(text: string): ShiftClass[] {
  const special = specialise(programOf(text));
  const live = special.threads.map((thread, number) => {
    return liveness(thread, templateOf(special.program, number).locations.length, observedLocals(special, number));
  });
  return shiftClasses(special, live);
}

describe('integers of which only differences matter', () => {
  it('are found by how they are used', () => {
    const classes = (text: string) => classesOf(text).length;
    expect(classes(TICKETS)).toBe(1);
    const pairs =
      'shared a: int, b: int, c: int, d: int\nthread P { a = a + 1; if (a == b) { b = a } c = d; d = c + 2 }';
    expect(classes(pairs)).toBe(2);
    for (const use of ['a == 0', 'a + b == b', 'a * 2 == b', '-a == b', 't[a] == 0', 'a % 2 == 0', '1 - a == b']) {
      const pinned = `shared a: int, b: int, t[2]: int\nthread P { a = b + 1; b = a; await ${use}; t[0] = t[1] + 1 }`;
      expect([use, classesOf(pinned).some(({ shared }) => shared.includes(0))]).toEqual([use, false]);
    }
    // A difference is a plain number, also one that is compared with a number.
    expect(classes('shared a: int, b: int\nthread P { a = b; b = a + 1; await b - a > 3 }')).toBe(1);
    const apart = 'shared a: int, b: int\nthread P { loop { b = b + 1 } }\nthread Q { a = a + 1 }\nnever b - a > 2';
    expect(classesOf(apart).map(({ shared }) => shared)).toEqual([[0, 1]]);
    expect(gist(run(programOf(apart), 'sc', true, 1000).answer)).toEqual(['violated', 6]);
    // A condition that looks at the value itself.
    expect(classes('shared a: int, b: int\nthread P { a = b; b = a + 1 }\nnever a == 7')).toBe(0);
    // Set to a number.
    expect(classes('shared a: int, b: int\nthread P { a = b; b = a + 1; a = 0 }')).toBe(0);
  });

  it('make a ticket lock finite, for any tickets', () => {
    for (const memory of MEMORIES) {
      const { answer, states } = run(programOf(TICKETS), memory, true, 10_000);
      expect([memory, gist(answer)]).toEqual([memory, ['holds', true]]);
      expect(states).toBeLessThan(1000);
      expect(run(programOf(TICKETS), memory, false, 10_000).answer.verdict).toBe('unknown');
    }
  });

  it('stay as they are where a difference leaves 32 bits', () => {
    const far = `
      shared a: int = 2000000000, b: int = -2000000000
      thread P { loop { a = a + 1; b = b + 1; assume a != b } }
      never a < b`;
    expect(run(programOf(far), 'sc', true, 5000).answer.verdict).toBe('unknown');
    const near =
      'shared a: int = 2147483000, b: int = 2147482990\nthread P { loop { a = a + 1; b = b + 1 } }\nnever a < b';
    expect(gist(run(programOf(near), 'sc', true, 5000).answer)).toEqual(['holds', true]);
  });
});

describe('locals that are compared with a counter', () => {
  const draw = (wait: string) => `
    shared next: int, serving: int
    thread T[2] {
      local mine: int
      loop {
        mine = next
        atomic { await ${wait}; next = mine + 1 }
        await serving == mine
        cs: skip
        serving = mine + 1
      }
    }
    never mutex: T(i)@cs && T(j)@cs`;

  it('are found where the thread waits for the counter alone', () => {
    expect(staleLocals(specialise(programOf(draw('mine == next')))).length).toBe(2);
    expect(staleLocals(specialise(programOf(draw('mine <= next')))).length).toBe(0);
    const falling = draw('mine == next').replace('next = mine + 1', 'next = mine - 1');
    expect(staleLocals(specialise(programOf(falling))).length).toBe(0);
    const plain = draw('mine == next').replace('cs: skip', 'cs: skip\n next = next + 1');
    expect(staleLocals(specialise(programOf(plain))).length).toBe(0);
    const seen = `${draw('mine == next')}\nnever T(0).mine > T(1).mine`;
    expect(staleLocals(specialise(programOf(seen))).length).toBe(0);
  });

  it('are not found where the counter may fall, or may wait in a buffer', () => {
    const found = (value: Expression, atomic: boolean): number => {
      const guard = apply(local(0), '==', shared(0));
      const step = edge(1, 0, { guard, updates: [assign(shared(0), value)], atomic });
      const locals = [scalar('r', INT), scalar('other', INT)];
      const read = edge(0, 1, { updates: [assign(local(0), shared(0)), assign(local(1), shared(0))] });
      const program: Program = {
        shared: [sharing(scalar('next', INT))],
        templates: [template('T', 0, locals, [location(), location()], [read, step])],
        threads: [{ name: 'T', template: 0, initial: [[0], [0]] }],
        never: [],
        outOfRange: 'failure',
      };
      return staleLocals(specialise(program)).length;
    };
    expect(found(apply(local(0), '+', 1), true)).toBe(1);
    expect(found(apply(shared(0), '+', 0), true)).toBe(1);
    expect(found(apply(local(0), '+', 1), false)).toBe(0);
    expect(found(apply(local(0), '+', -1), true)).toBe(0);
    expect(found(apply(shared(0), '+', -1), true)).toBe(0);
    expect(found(apply(local(1), '+', 1), true)).toBe(0);
  });

  it('are not found where another way leads to a use', () => {
    const ways = (then: string) => `
      shared next: int, x: 0..1, y: int
      thread T[2] {
        local mine: int
        mine = next
        wait: choose { atomic { await mine == next; next = mine + 1 } } or { x = 1; ${then} }
      }
      never y > 0`;
    expect(staleLocals(specialise(programOf(ways('x = 0')))).length).toBe(2);
    expect(staleLocals(specialise(programOf(ways('y = mine')))).length).toBe(0);
  });

  it('that are not stale still get through', () => {
    const text = draw('mine == next').replace(
      'never mutex: T(i)@cs && T(j)@cs',
      'never T(0)@cs && next == serving + 1',
    );
    for (const memory of MEMORIES) {
      const found = gist(run(programOf(text), memory, true, 10_000).answer);
      expect([memory, found]).toEqual([memory, gist(run(programOf(text), memory, false, 10_000).answer)]);
      expect([memory, found]).toEqual([memory, ['violated', expect.any(Number)]]);
    }
  });

  it('need not be told apart', () => {
    for (const memory of MEMORIES) {
      const { answer, states } = run(programOf(draw('mine == next')), memory, true, 10_000);
      expect([memory, gist(answer)]).toEqual([memory, ['holds', true]]);
      expect(states).toBeLessThan(200);
    }
  });
});

describe('random programs of counters', () => {
  it('have the same verdicts, lengths and full buffers', () => {
    const random = new Random(20_261_116);
    const seen = { decided: 0, reduced: 0, finite: 0 };
    for (let k = 0; k < cases(80); k++) {
      const program = counterProgram(random);
      for (const memory of MEMORIES) {
        const plain = run(program, memory, false, 4000);
        const reduced = run(program, memory, true, 4000);
        if (plain.answer.verdict !== 'unknown') {
          expect([k, memory, gist(reduced.answer)]).toEqual([k, memory, gist(plain.answer)]);
          seen.decided++;
          if (reduced.states < plain.states) seen.reduced++;
        } else if (reduced.answer.verdict === 'holds') seen.finite++;
      }
    }
    expect(seen.decided).toBeGreaterThan(least(100));
    expect(seen.reduced).toBeGreaterThan(least(25));
    expect(seen.finite).toBeGreaterThan(least(2));
  });
});
