/** DVE models as programs: what they look like, and what they do with store buffers. */

import { describe, expect, it } from 'vitest';
import { readDveCondition } from '../../../src/languages/dve/index.js';
import { type DveProgramOptions, type DveWrite, dveProgram } from '../../../src/languages/dve/program.js';
import { memoryNamed } from '../../../src/memory/models.js';
import type { Program } from '../../../src/models/program/model.js';
import { exploreProgram, judge, programOf, reach } from './ask-program.js';
import { model } from './support.js';

const refusal = (text: string, memory: 'sc' | 'tso' | 'pso' = 'sc', options: DveProgramOptions = {}) => {
  const made = dveProgram(model(text), memoryNamed(memory), options);
  return 'refused' in made ? made.refused : null;
};

const MEETING = `
  byte g, h; channel c;
  process S { byte x; state s, t; init s; trans s -> t { guard x == 0; sync c!x + 1; effect g = 1; }; }
  process R { byte y; state s, t; init s; trans s -> t { sync c?y; effect y = y * 2; }, t -> s { effect h = 1; }; }
  system async;`;

describe('the program of a model', () => {
  it('has locations where control is nobody else’s, and variables where it is', () => {
    const { program, threads, moves } = programOf(model(MEETING), 'sc');
    expect(program.shared.map(({ name }) => name)).toEqual(['g', 'h', 'S', 'S.x']);
    expect(program.templates.map(({ locations }) => locations.flatMap(({ labels }) => labels))).toEqual([
      [],
      ['s', 't'],
    ]);
    expect(threads).toEqual([0, 1]);
    // The meeting is a step of the receiver: the sender was opened for it.
    expect(moves[1]?.at(-1)).toEqual([
      { process: 1, transition: 0 },
      { process: 0, transition: 0 },
    ]);
  });

  it('calls steps as they are written', () => {
    const texts = programOf(model(MEETING), 'sc').program.templates.flatMap(({ edges }) =>
      edges.map(({ text }) => text),
    );
    expect(texts).toEqual([
      't -> s effect h = 1',
      's -> t sync c?y effect y = y * 2 with S: s -> t guard x == 0 sync c!x + 1 effect g = 1',
    ]);
    const long = Array.from({ length: 40 }, (_, k) => `x != ${k}`).join(' and ');
    const { program } = programOf(
      model(`byte x; process P { state s; init s; trans s -> s { guard ${long}; }; } system async;`),
      'sc',
    );
    expect(program.templates[0]?.edges[0]?.text).toMatch(/^s -> s guard x != 0 and .*\.\.\.$/);
  });

  it('has the assertions of the model', () => {
    const asserting = model(`byte x, a[2];
      process P { state s, t; init s; assert t: x == 0, t: a[x] == 0; trans s -> t { effect x = 2; }; } system async;`);
    const { program } = programOf(asserting, 'sc');
    expect(program.never.map(({ name, text, place }) => `${name} ${text} ${place.line}`)).toEqual([
      'P.t x == 0 2',
      'P.t (2) a[x] == 0 2',
    ]);
    const { answer } = exploreProgram({ program: { ...program, never: program.never.slice(1) } }, { memory: 'sc' });
    // a[2] has no value.
    expect(answer).toMatchObject({ verdict: 'violated' });
  });

  it('fails where a value does not fit', () => {
    const growing = model('byte x; process P { state s; init s; trans s -> s { effect x = x + 1; }; } system async;');
    const { answer, counts } = exploreProgram(programOf(growing, 'sc'), { memory: 'sc' });
    expect(answer.verdict).toBe('violated');
    expect(counts.states).toBe(256);
    if (answer.verdict !== 'violated') return;
    expect(answer.trace.violated.condition).toContain('256 does not fit x');
  });

  it('knows shifts and bits', () => {
    const shifting = model(`int x = 5, y;
      process P { state s, t, u; init s; trans
        s -> t { effect y = (~x & 3 | 8) ^ 1, x = -5 >> 1; },
        t -> u { effect y = 1 << y; }; } system async;`);
    expect(reach(shifting, 'y == 11 and x == -3', { memory: 'sc' }).verdict).toBe('violated');
    expect(reach(shifting, 'y == 2048', { memory: 'sc' }).verdict).toBe('violated');
    const wrapping = model(`int x = 32767, y;
      process P { state s, t; init s; trans s -> t { effect y = (x * x * 8 + 1) / 1024; }; } system async;`);
    // 8 * 32767 * 32767 + 1 less two times 2 to the power of 32 is -524279.
    expect(reach(wrapping, 'y == -511', { memory: 'sc' }).verdict).toBe('violated');
    const far = model('int x = 32; process P { state s; init s; trans s -> s { effect x = 1 << x; }; } system async;');
    expect(exploreProgram(programOf(far, 'sc'), { memory: 'sc' }).answer).toMatchObject({
      verdict: 'violated',
      trace: { violated: { condition: expect.stringContaining('a shift by 32') } },
    });
  });

  it('has no conditions on the property', () => {
    const watched = model(`process P { state s; init s; trans s -> s {}; }
      process W { state q; init q; accept q; trans q -> q { guard W.q and P.s; }; } system async property W;`);
    const made = programOf(watched, 'sc');
    const { condition } = readDveCondition('W.q', 'goal', watched);
    if (condition === null) throw new Error('no condition');
    expect(made.condition(condition)).toHaveProperty('refused');
    expect(judge(watched, { memory: 'sc' }).verdict).toBe('violated');
  });
});

describe('what is refused', () => {
  it('is told', () => {
    const watching = (rest: string) =>
      `process P { state s; init s; trans s -> s {}; } ${rest} system async property W;`;
    expect(refusal(watching('process W { state q; init q; accept rabin (q; q); trans q -> q {}; }'))).toContain(
      'rabin',
    );
    const asking = `process P { state s; init s; trans s -> s { guard W.q; }; }
      process W { state q; init q; trans q -> q {}; } system async property W;`;
    expect(refusal(asking)).toBe('line 1 asks for the state of the property');
    const effects = Array.from({ length: 20 }, () => 'x = x + x').join(', ');
    const doubling = `int x; process P { state s; init s; trans s -> s { effect ${effects}; }; } system async;`;
    expect(refusal(doubling)).toContain('more than 100000 parts');
    expect(refusal('process P { state s; init s; trans s -> s {}; } system sync;', 'tso')).toContain('system sync');
  });

  it('is a meeting of two that both use the memory', () => {
    const both = MEETING.replace('y = y * 2', 'y = y * 2 + h').replace('effect g = 1', 'effect h = 2');
    expect(refusal(both)).toBeNull();
    expect(refusal(both, 'tso')).toBe(
      'S (line 3) and R (line 4) meet at c and both use buffered variables, but a step has one store buffer',
    );
  });
});

describe('with store buffers', () => {
  it('a meeting is a step of the one that uses the memory', () => {
    const { moves, program } = programOf(model(MEETING), 'tso');
    expect(moves[0]).toEqual([
      [
        { process: 0, transition: 0 },
        { process: 1, transition: 0 },
      ],
    ]);
    expect(program.shared.filter(({ strong }) => strong !== true).map(({ name }) => name)).toEqual(['g', 'h']);
    expect(program.apart).toBe(true);
    // What is sent has arrived when the write of the same step has not.
    expect(reach(model(MEETING), 'R.t and R->y == 2 and g == 0', { memory: 'sc' }).verdict).toBe('holds');
    expect(reach(model(MEETING), 'R.t and R->y == 2 and g == 0', { memory: 'tso' }).verdict).toBe('violated');
  });

  it('what is kept out of the buffers is in memory at once', () => {
    const unbuffered = new Set([0]);
    const { program } = programOf(model(MEETING), 'tso', { unbuffered });
    expect(program.shared.filter(({ strong }) => strong !== true).map(({ name }) => name)).toEqual(['h']);
    const goal = 'R.t and R->y == 2 and g == 0';
    expect(reach(model(MEETING), goal, { memory: 'tso' }, { unbuffered }).verdict).toBe('holds');
    const both = MEETING.replace('y = y * 2', 'y = y * 2 + h').replace('effect g = 1', 'effect h = 2');
    expect(refusal(both, 'tso', { unbuffered: new Set([1]) })).toBeNull();
  });

  it('variables that nobody writes are no memory', () => {
    const read = MEETING.replace('y = y * 2', 'y = y * 2 + h').replace('effect h = 1', 'effect y = 1');
    expect(refusal(read, 'pso')).toBeNull();
  });

  const store = (order: string) =>
    model(`byte x, y;
      process A { state s, t, u; init s; trans s -> t { effect x = 1; }, t -> u { effect y = 1; }; }
      process B { byte r, q; state s, t, u; init s; trans s -> t { effect r = y; }, t -> u { effect q = x; }; }
      system async; ${order}`);

  it('writes leave in their order under TSO, and not under PSO', () => {
    const goal = 'B.u and B->r == 1 and B->q == 0';
    expect(reach(store(''), goal, { memory: 'sc' }).verdict).toBe('holds');
    expect(reach(store(''), goal, { memory: 'tso' }).verdict).toBe('holds');
    expect(reach(store(''), goal, { memory: 'pso' }).verdict).toBe('violated');
  });

  it('figure 1 of the paper: y may end as 0', () => {
    const ending = (y: number) =>
      model(`int x = 0, y = 0;
        process A { state q0, q1, q2; init q0; trans q0 -> q1 { effect x = 1; }, q1 -> q2 { effect y = 1; }; }
        process B { state q0, q1; init q0; trans q0 -> q1 { guard x == 1; effect y = y * 2; }; }
        process W { state i, f; init i; accept f; trans
          i -> i {}, i -> f { guard A.q2 and B.q1 and y == ${y}; }, f -> f { guard A.q2 and B.q1 and y == ${y}; }; }
        system async property W;`);
    const ends = (memory: 'sc' | 'tso') =>
      [0, 1, 2, 3].filter((y) => judge(ending(y), { memory }).verdict === 'violated');
    expect(ends('sc')).toEqual([1, 2]);
    expect(ends('tso')).toEqual([0, 1, 2]);
  });

  it('figure 3 of the paper: a second write to one location waits for the first', () => {
    const printed = model(`byte x, y;
      process P { byte r; state a, b, c, d, e; init a; trans a -> b { effect x = 1; }, b -> c { effect y = 0; },
        c -> d { effect y = 0; }, d -> e { effect r = x; }; }
      process Q { byte s; state a, b, c, d, e; init a; trans a -> b { effect x = 2; }, b -> c { effect y = 0; },
        c -> d { effect y = 0; }, d -> e { effect s = x; }; }
      system async;`);
    for (const machine of [
      { memory: 'sc' },
      { memory: 'tso' },
      { memory: 'tso', buffer: 3, perLocation: false },
    ] as const) {
      // As it is printed it tells no memory from another: each reads its own write, or the later one of both.
      expect(reach(printed, 'P.e and Q.e and P->r == 2 and Q->s == 1', machine).verdict).toBe('holds');
      expect(reach(printed, 'P.e and Q.e and P->r == 1 and Q->s == 2', machine).verdict).toBe('violated');
    }
    const meant = model(`byte x, z, y;
      process P { byte r; state a, b, c, d, e; init a; trans a -> b { effect x = 1; }, b -> c { effect y = 0; },
        c -> d { effect y = 0; }, d -> e { effect r = z; }; }
      process Q { byte s; state a, b, c, d, e; init a; trans a -> b { effect z = 1; }, b -> c { effect y = 0; },
        c -> d { effect y = 0; }, d -> e { effect s = x; }; }
      system async;`);
    const goal = 'P.e and Q.e and P->r == 0 and Q->s == 0';
    expect(reach(meant, goal, { memory: 'tso' }).verdict).toBe('holds');
    expect(reach(meant, goal, { memory: 'tso', buffer: 2, perLocation: true }).verdict).toBe('violated');
    expect(reach(meant, goal, { memory: 'tso', buffer: 3, perLocation: false }).verdict).toBe('violated');
  });

  it('figure 6 of the paper: writes to x must be atomic', () => {
    const figure = model(`byte x = 0, y = 0;
      process A { state a1, a2, a3; init a1; trans a1 -> a2 { effect x = x + 1; }, a2 -> a3 { effect y = y + 1; }; }
      process B { state b1, b2, b3; init b1; trans b1 -> b2 { effect x = x + 1; }, b2 -> b3 { effect y = y + 1; }; }
      process W { state q; init q; accept q; trans q -> q { guard not (x == 2 and y > 0); }; }
      system async property W;`);
    const write = (process: number, transition: number) => ({ process, transition, variable: transition });
    const verdict = (atomicWrites: readonly DveWrite[], change = (program: Program) => program) =>
      judge(figure, { memory: 'tso' }, { atomicWrites }, change).verdict;
    expect(judge(figure, { memory: 'sc' }).verdict).toBe('holds');
    expect(verdict([])).toBe('violated');
    expect(verdict([write(0, 1), write(1, 1)])).toBe('violated');
    expect(verdict([write(0, 0), write(1, 0)])).toBe('holds');
    // By the rule of section III an atomic write waits for the buffers of all processes, and then one of the two is enough.
    // The run that section V tells needs the other process to have a write waiting: its own buffer alone is empty.
    expect(verdict([write(0, 0)])).toBe('holds');
    expect(verdict([write(0, 0)], withFences)).toBe('violated');
    expect(verdict([write(0, 0), write(1, 0)], withFences)).toBe('holds');
  });
});

/** Atomic writes wait for the buffer of their own thread alone. */
function withFences(program: Program): Program {
  const templates = program.templates.map((template) => ({
    ...template,
    edges: template.edges.map(({ drained, ...edge }) => (drained === true ? { ...edge, fence: true } : edge)),
  }));
  return { ...program, templates };
}
